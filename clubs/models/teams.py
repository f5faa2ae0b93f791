"""Teams of a club, and who plays in them from when to when."""

import uuid

from django.db import models
from django.utils import timezone

from clubs.models.clubs import Club
from clubs.models.people import Player


class Team(models.Model):
    """Players of a club who play matches together: so many a side, the others of the squad as substitutes."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=60)
    size = models.PositiveSmallIntegerField(default=2, help_text="How many of them sit at a table, on their side.")
    captain = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="captained_teams",
        help_text="Who names the line-ups and looks after the squad.",
    )  # fmt: skip
    players = models.ManyToManyField(
        Player, through="TeamPlace", through_fields=("team", "player"), related_name="teams"
    )

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="clubs_team_name_unique")]

    def __str__(self) -> str:
        return self.name


class TeamPlace(models.Model):
    """A player's place in a team from a day on; the order of the present places is the order of seats.

    A place that has ended stays as it was: it says who belonged to the team when. `left_on` is the first day on which
    the player belongs to it no more.
    """

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="places")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="team_places")
    position = models.PositiveSmallIntegerField()
    joined_on = models.DateField(default=timezone.localdate)
    left_on = models.DateField(null=True, blank=True, help_text="The first day without the player; empty: belongs.")
    came_from = models.ForeignKey(
        Team, null=True, blank=True, on_delete=models.SET_NULL, related_name="+",
        help_text="The team of the club from which the player came over.",
    )  # fmt: skip
    put_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    taken_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["position"]
        indexes = [models.Index(fields=["player", "left_on"], name="clubs_place_of_player")]
        constraints = [
            models.UniqueConstraint(
                fields=["team", "position"], condition=models.Q(left_on=None), name="clubs_team_position_unique"
            ),
            models.UniqueConstraint(
                fields=["team", "player"], condition=models.Q(left_on=None), name="clubs_team_player_unique"
            ),
            models.CheckConstraint(
                condition=models.Q(left_on=None) | models.Q(left_on__gte=models.F("joined_on")),
                name="clubs_place_ends_later",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} of {self.team}"
