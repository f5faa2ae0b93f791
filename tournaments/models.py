"""Tournaments: their entries, their matches with the tables, and their standings.

The rows of a tournament with a log (`Tournament.version` above 0) are for finding things only: they are written with
the append of the events that they follow from.
"""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, HouseRules, Player, Team
from games.models import Table

MAX_NAME = 80
"""The characters of the name of a tournament or an entrant."""


class Tournament(models.Model):
    """A tournament. One without a log (`version` 0) is a round robin of teams and a final between its first two."""

    class Status(models.TextChoices):
        OPEN = "open", _("Open for entries")
        PLAYING = "playing", _("Playing")
        FINISHED = "finished", _("Finished")
        ABANDONED = "abandoned", _("Abandoned")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tournaments")
    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=MAX_NAME)
    director = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="directed_tournaments")
    rules = models.CharField(max_length=40)
    engine = models.PositiveSmallIntegerField(default=1, help_text="The version of the rules that it is played by.")
    house = models.ForeignKey(
        HouseRules, null=True, blank=True, on_delete=models.RESTRICT, related_name="tournaments",
        help_text="The club's house rules that it is played by.",
    )  # fmt: skip
    hands_a_match = models.PositiveSmallIntegerField(default=8)
    hands_in_final = models.PositiveSmallIntegerField(default=12)
    action_seconds = models.PositiveSmallIntegerField(default=30)
    starts_at = models.DateTimeField(
        null=True, blank=True, help_text="No match is called before this time; empty: as soon as it is started."
    )
    lineup_minutes = models.PositiveSmallIntegerField(
        default=0, help_text="How long a round waits for the line-ups of its matches, in minutes."
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    winner = models.ForeignKey("Entry", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0, help_text="The version of its log; 0: it has none.")
    champion = models.ForeignKey(
        "Entrant", null=True, blank=True, on_delete=models.SET_NULL, related_name="+",
        help_text="Of a tournament with a log, once it is closed: the entrant that stands first alone.",
    )  # fmt: skip
    hidden = models.BooleanField(default=False, help_text="Left out of lists; its pages stay.")
    due_at = models.DateTimeField(null=True, blank=True, help_text="When the clock has to look at it; empty: never.")

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["due_at"], condition=models.Q(due_at__isnull=False), name="tournaments_due")]

    def __str__(self) -> str:
        return self.name

    @property
    def won_by(self) -> str:
        """The name of the team, pair or player that won; empty while nobody has."""
        if self.champion is not None:
            return self.champion.called
        return self.winner.team.name if self.winner is not None else ""


class Entry(models.Model):
    """A team in a tournament. The seed orders the pairings and breaks the last tie."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="entries")
    seed = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "team"], name="tournaments_team_enters_once"),
            models.UniqueConstraint(fields=["tournament", "seed"], name="tournaments_seed_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.team} in {self.tournament}"


class Match(models.Model):
    """A fixture: two teams, at a table once it is called. `home` sits in the even seats."""

    class Stage(models.TextChoices):
        ROUND_ROBIN = "round_robin", _("Round robin")
        FINAL = "final", _("Final")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="matches")
    stage = models.CharField(max_length=12, choices=Stage)
    round = models.PositiveSmallIntegerField()
    home = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    away = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    table = models.OneToOneField(Table, null=True, blank=True, on_delete=models.SET_NULL, related_name="match")
    next_at = models.DateTimeField(
        null=True, blank=True, help_text="When its round was the next to be called: line-ups are waited for since then."
    )

    class Meta:
        ordering = ["stage", "round", "id"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "stage", "round", "home"], name="tournaments_home_once"),
            models.UniqueConstraint(fields=["tournament", "stage", "round", "away"], name="tournaments_away_once"),
        ]

    def __str__(self) -> str:
        return f"{self.home.team} against {self.away.team}"


class LineUp(models.Model):
    """The players of a team in a match: named before it is called, and fixed when it is."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="line_ups")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="line_ups")
    named_by = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+",
        help_text="Empty: nobody named it, and the first of the squad played.",
    )  # fmt: skip
    named_at = models.DateTimeField(auto_now=True)
    fixed_at = models.DateTimeField(null=True, blank=True, help_text="When the match was called.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "entry"], name="tournaments_line_up_once")]

    def __str__(self) -> str:
        return f"Line-up of {self.entry.team}"


class LineUpPlace(models.Model):
    """A player's seat in a line-up: the first sits in the first seat of the side."""

    line_up = models.ForeignKey(LineUp, on_delete=models.CASCADE, related_name="places")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="line_up_places")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["line_up", "position"], name="tournaments_line_up_seat_once"),
            models.UniqueConstraint(fields=["line_up", "player"], name="tournaments_line_up_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.line_up}"


class MatchResult(models.Model):
    """The score of a match, the side that won its game, and the way in which it ended.

    Built by the projection `match_results` from the events of the table. The winner is the game's, which need not be
    the side with more points (28-WIK-5, 56-IRR-27).
    """

    class Side(models.IntegerChoices):
        HOME = 0
        AWAY = 1

    class EndedBy(models.TextChoices):
        RULES = "rules", _("By the rules")
        FORFEIT = "forfeit", _("By forfeit")
        ABSENCE = "absence", _("By absence")

    projection_version = models.PositiveSmallIntegerField()
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="results")
    hands = models.PositiveSmallIntegerField(default=0)
    home_points = models.SmallIntegerField(default=0)
    away_points = models.SmallIntegerField(default=0)
    finished = models.BooleanField(default=False)
    winner = models.PositiveSmallIntegerField(
        null=True, choices=Side, help_text="The side that won; empty: it is being played, or nobody won alone."
    )
    ended_by = models.CharField(
        max_length=10, blank=True, choices=EndedBy, help_text="How the match ended; empty: it is being played."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["projection_version", "match"], name="tournaments_result_once"),
        ]

    def __str__(self) -> str:
        return f"{self.home_points} to {self.away_points}"


class Standing(models.Model):
    """A row of the round robin's table, computed by a task from the match results."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="standings")
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="standing")
    rank = models.PositiveSmallIntegerField()
    played = models.PositiveSmallIntegerField()
    won = models.PositiveSmallIntegerField()
    drawn = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField()
    points = models.PositiveSmallIntegerField(help_text="Match points: two a win, one a draw.")
    mutual = models.PositiveSmallIntegerField(
        null=True, help_text="Match points among those level on points; empty: nobody is level."
    )
    difference = models.SmallIntegerField(help_text="Game points won less lost.")
    decided_by = models.CharField(
        max_length=20, blank=True, help_text="The criterion that put this row below the one above it."
    )
    computed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["rank"]

    def __str__(self) -> str:
        return f"{self.rank}. {self.entry.team}"


class Entrant(models.Model):
    """A team, a pair or a player in a tournament with a log, under the number that it has there.

    The name is people's word, so it is in no event; of a team it is the name at the time of the entry. Without one the
    entrant is called by its players (`called`).
    """

    class Status(models.TextChoices):
        ENTERED = "entered", _("Entered")
        WAITING = "waiting", _("On the waiting list")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=MAX_NAME, blank=True)
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.PROTECT, related_name="entrants")
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    status = models.CharField(max_length=10, choices=Status, default=Status.ENTERED)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="tournaments_entrant_once")]

    def __str__(self) -> str:
        return self.called

    @property
    def called(self) -> str:
        """Its name, else those of its players."""
        return self.name or " & ".join(place.player.name for place in self.players.select_related("player"))


class EntrantPlayer(models.Model):
    """A player of the squad of an entrant; the first is its captain."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entrant_places")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["entrant", "position"], name="tournaments_squad_place_once")]

    def __str__(self) -> str:
        return f"{self.player} in {self.entrant}"


class MatchGame(models.Model):
    """A game of a match: its id is that of the table or the score sheet at which it is played.

    A game that is called anew has another id, so one game of a match may have several rows.
    """

    stream = models.UUIDField(primary_key=True, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="games")
    match = models.PositiveIntegerField(help_text="The number of the match in its tournament.")
    game = models.PositiveSmallIntegerField(help_text="The number of the game in its match, from 1.")
    opened_at = models.DateTimeField(null=True, blank=True, help_text="When its table or sheet was opened.")
    reported = models.PositiveIntegerField(
        default=0, help_text="The version of its stream that the tournament has dealt with."
    )
    refused = models.CharField(
        max_length=40, blank=True, help_text="The code with which the tournament refused the result, for a director."
    )

    class Meta:
        ordering = ["tournament", "match", "game"]
        indexes = [models.Index(fields=["tournament", "match"], name="tournaments_games_of_match")]

    def __str__(self) -> str:
        return f"game {self.game} of match {self.match}"


class Reason(models.Model):
    """People's words about an event of a tournament, beside its log so that they can be erased."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="reasons")
    version = models.PositiveIntegerField(help_text="The version of the first event of the deed.")
    text = models.CharField(max_length=200)

    class Meta:
        ordering = ["version"]
        constraints = [models.UniqueConstraint(fields=["tournament", "version"], name="tournaments_reason_once")]

    def __str__(self) -> str:
        return self.text


class PublishedStanding(models.Model):
    """The standings of a group as a task published them at a version of the log; of each minute the last are kept."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="published")
    stage = models.PositiveSmallIntegerField()
    group = models.PositiveSmallIntegerField(help_text="From 0.")
    version = models.PositiveIntegerField(help_text="The version of the log.")
    moved = models.PositiveIntegerField(help_text="The version of the last event that they depend on.")
    at = models.DateTimeField(help_text="The time of that version.")
    lines = models.JSONField(help_text="Of each line its rank, its entrant, and its values as texts.")

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "stage", "group", "version"], name="tournaments_published_once"
            ),
        ]

    def __str__(self) -> str:
        return f"standings of stage {self.stage} at version {self.version}"
