"""Kunukku that are worn, and when they were taken off. The projection `kunukku` writes it."""

from django.db import models
from django.db.models import Q

from clubs.models import Club, Player


class Kunukku(models.Model):
    """A kunukku that a player put on, or a salaam that was made. Written by the projection `kunukku`.

    Which one comes off when is reckoned over all games of the club in the order of time, the oldest first.
    """

    projection_version = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    club = models.ForeignKey(Club, null=True, on_delete=models.SET_NULL, related_name="+")
    stream = models.UUIDField(help_text="The game.")
    rules = models.CharField(max_length=40)
    salaam = models.BooleanField(default=False, help_text="A salaam was made instead; nothing is worn.")
    hand = models.PositiveSmallIntegerField(help_text="The hand that put it on.")
    version = models.PositiveIntegerField(default=0, help_text="The version of the game by which it was put on.")
    why = models.JSONField(default=dict, help_text="The hand's outcome, declarer's id, number and denomination.")
    placed_at = models.DateTimeField()
    removed_stream = models.UUIDField(null=True, help_text="The game, or the lifting, that took it off.")
    removed_hand = models.PositiveSmallIntegerField(null=True)
    how = models.CharField(max_length=12, blank=True, help_text="`made`, `declared` or `lifted`; empty while worn.")
    removed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["placed_at", "pk"]
        verbose_name_plural = "kunukku"
        indexes = [
            models.Index(fields=["projection_version", "player", "-placed_at"], name="games_kunukku_of_player"),
            models.Index(fields=["projection_version", "club", "-placed_at"], name="games_kunukku_of_club"),
            models.Index(
                fields=["projection_version", "club", "placed_at"],
                condition=Q(removed_at__isnull=True, salaam=False), name="games_kunukku_worn",
            ),
            models.Index(
                fields=["projection_version", "club", "-removed_at", "-id"],
                condition=Q(removed_at__isnull=False), name="games_kunukku_past",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"Kunukku of {self.player}"


class KunukkuOff(models.Model):
    """An occasion on which a kunukku comes off its wearer, if one is worn. Written by the projection `kunukku`."""

    projection_version = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    stream = models.UUIDField(help_text="The game, or the lifting.")
    version = models.PositiveIntegerField()
    hand = models.PositiveSmallIntegerField(null=True)
    how = models.CharField(max_length=12, help_text="`made`, `declared` or `lifted`.")
    off_at = models.DateTimeField()

    class Meta:
        ordering = ["off_at", "pk"]
        verbose_name_plural = "kunukku off"
        indexes = [models.Index(fields=["projection_version", "club", "player", "off_at"], name="games_kunukku_off")]

    def __str__(self) -> str:
        return f"{self.how}, {self.player}"


class KunukkuGame(models.Model):
    """A game of a club in which kunukku are put on or salaams made, as it runs. Written by the projection `kunukku`."""

    projection_version = models.PositiveSmallIntegerField()
    stream = models.UUIDField()
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    rules = models.CharField(max_length=40)
    salaam = models.BooleanField(default=False, help_text="The club has salaams made instead.")
    seats = models.JSONField(default=list, help_text="The ids of the players; empty for a bot or nobody.")
    salaams = models.JSONField(default=list, help_text="How many each seat has made, by the rules.")
    moved = models.JSONField(default=dict, help_text="The seats of which kunukku came off and went on in this hand.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["projection_version", "stream"], name="games_kunukku_game_once"),
        ]

    def __str__(self) -> str:
        return f"Game {self.stream}"
