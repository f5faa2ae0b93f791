"""Read models of games: results by player and partner, bids, kunukku, ratings. Written by projections."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player, Season


class PlayedGame(models.Model):
    """A game that has begun: at a live table, on a score sheet, or one whose result was written down.

    Written by the projection `results`. `stream` is the id of the events' stream, and of the table or the sheet.
    """

    class Kind(models.TextChoices):
        TABLE = "table", _("Live table")
        SHEET = "sheet", _("Score sheet")
        RESULT = "result", _("Result")

    projection_version = models.PositiveSmallIntegerField()
    stream = models.UUIDField()
    kind = models.CharField(max_length=8, choices=Kind)
    club = models.ForeignKey(Club, null=True, on_delete=models.SET_NULL, related_name="+")
    rules = models.CharField(max_length=40)
    family = models.CharField(max_length=4, help_text="`28` or `56`.")
    counts = models.BooleanField(default=True, help_text="Not friendly, and not taken back: it counts in the club.")
    rated = models.BooleanField(default=True, help_text="It moves ratings, if it counts.")
    hands = models.PositiveSmallIntegerField(default=0, help_text="How many hands were decided, cancelled ones aside.")
    points = models.JSONField(default=list, help_text="Each side's game points (56: stake points) won, all hands.")
    winners = models.JSONField(default=list, help_text="The winning sides of a finished game.")
    running = models.JSONField(default=dict, help_text="Who sits where, and the score, from hand to hand; no cards.")
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, help_text="Empty while it is played.")
    day = models.DateField(null=True, help_text="The day of its end where the club is.")

    class Meta:
        ordering = ["-began_at"]
        constraints = [models.UniqueConstraint(fields=["projection_version", "stream"], name="games_game_once")]
        indexes = [
            models.Index(
                fields=["projection_version", "club", "-ended_at"],
                condition=Q(ended_at__isnull=False), name="games_game_of_club",
            ),
            models.Index(
                fields=["projection_version", "family", "ended_at", "stream"],
                condition=Q(ended_at__isnull=False, counts=True), name="games_game_to_rate",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"Game {self.stream}"


class GamePlayer(models.Model):
    """A player's part in a game. Written by the projection `results`; a replaced player keeps a row.

    `club`, `family`, `counts` and `ended_at` are those of the game, so that a player's games are found by one index.
    """

    class Outcome(models.TextChoices):
        WON = "W", _("Won")
        DRAWN = "D", _("Drawn")
        LOST = "L", _("Lost")

    projection_version = models.PositiveSmallIntegerField()
    game = models.ForeignKey(PlayedGame, on_delete=models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    seat = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    hands = models.PositiveSmallIntegerField(default=0, help_text="How many decided hands this player sat through.")
    difference = models.IntegerField(
        default=0, help_text="Points of the own side less those of the others, in these hands; over all players 0."
    )
    made = models.PositiveSmallIntegerField(default=0, help_text="How many contracts of this player's were made.")
    failed = models.PositiveSmallIntegerField(default=0, help_text="How many were not.")
    highest = models.PositiveSmallIntegerField(null=True, help_text="The highest number of those made.")
    highest_hand = models.PositiveSmallIntegerField(null=True, help_text="The first hand in which that was made.")
    outcome = models.CharField(max_length=1, choices=Outcome, blank=True, help_text="Empty while it is played.")
    club = models.ForeignKey(Club, null=True, on_delete=models.SET_NULL, related_name="+")
    family = models.CharField(max_length=4)
    counts = models.BooleanField(default=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["game", "seat"]
        constraints = [
            models.UniqueConstraint(
                fields=["projection_version", "game", "seat", "player"], name="games_game_player_once"
            ),
        ]
        indexes = [
            models.Index(fields=["projection_version", "player", "-ended_at"], name="games_game_of_player"),
            models.Index(fields=["projection_version", "club", "ended_at"], name="games_players_of_club"),
            models.Index(
                fields=["projection_version", "club", "family", "-difference", "ended_at"],
                condition=Q(counts=True, outcome="W"), name="games_biggest_wins",
            ),
            models.Index(
                fields=["projection_version", "club", "family", "-highest", "ended_at"],
                condition=Q(counts=True, ended_at__isnull=False, highest__isnull=False), name="games_highest_made",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.player} in {self.game}"


class BidCount(models.Model):
    """The counts of a player's contracts of one number, made and failed. Written by the projection `results`."""

    projection_version = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    family = models.CharField(max_length=4)
    number = models.PositiveSmallIntegerField()
    made = models.PositiveIntegerField(default=0)
    failed = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["projection_version", "player", "family", "number"], name="games_bid_count_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.number}"


class ClubTally(models.Model):
    """The totals of a player's finished games in a club: by day, by month, and in all. No friendly games, no bots.

    Written by the projection `results`. A game is of the day on which it ended where the club is (`PlayedGame.day`).
    The last three fields are kept in the row of all time only.
    """

    class Span(models.TextChoices):
        ALL = "all"
        MONTH = "month"
        DAY = "day"

    projection_version = models.PositiveSmallIntegerField()
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    family = models.CharField(max_length=4)
    span = models.CharField(max_length=5, choices=Span)
    begins = models.DateField(help_text="The day, or the first of the month; for all time 1 January of the year 1.")
    games = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    difference = models.IntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)
    made = models.PositiveIntegerField(default=0)
    failed = models.PositiveIntegerField(default=0)
    longest = models.PositiveIntegerField(default=0, help_text="The longest run of games won one after another.")
    streak = models.PositiveIntegerField(default=0, help_text="How many were won since one was not.")
    last_at = models.DateTimeField(null=True, help_text="When the latest game ended.")

    class Meta:
        ordering = ["-begins"]
        verbose_name_plural = "club tallies"
        constraints = [
            models.UniqueConstraint(
                fields=["projection_version", "club", "family", "span", "begins", "player"], name="games_tally_once"
            ),
        ]
        indexes = [
            models.Index(
                fields=["projection_version", "club", "family", "-made", "begins"],
                condition=Q(span="day"), name="games_tally_made",
            ),
            models.Index(
                fields=["projection_version", "club", "family", "-hands", "begins"],
                condition=Q(span="day"), name="games_tally_hands",
            ),
            models.Index(
                fields=["projection_version", "club", "family", "-longest", "last_at"],
                condition=Q(span="all"), name="games_tally_longest",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.player}, {self.span} {self.begins}"


class SeasonFirst(models.Model):
    """The winner of a season that is over: a line of a club's hall of fame. `games.results` computes it.

    It is no read model: a season's days are the club's to change, so it is reckoned again when they, or its games, do.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="+")
    family = models.CharField(max_length=4)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    games = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    drawn = models.PositiveIntegerField()
    difference = models.IntegerField()
    players = models.PositiveIntegerField(help_text="How many played.")
    begins = models.DateField(help_text="The days that it was reckoned for.")
    ends = models.DateField()

    class Meta:
        ordering = ["-ends", "family", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "family", "player"], name="games_season_first_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player}, first of {self.season}"


class WrittenResult(models.Model):
    """The result of a game at a real table, as it was written down. Its id is also the id of its event stream.

    Written in the transaction that appends its events; what people typed about it stands here only.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    rules = models.CharField(max_length=40)
    players = models.JSONField(help_text="The ids of the players, a seat each.")
    points = models.JSONField(help_text="What each side won.")
    hands = models.PositiveSmallIntegerField(default=0, help_text="How many hands; 0 where nobody has said.")
    played_on = models.DateField()
    note = models.CharField(max_length=200, blank=True)
    entered_by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    entered_at = models.DateTimeField(auto_now_add=True)
    withdrawn_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True, help_text="Why it was taken back.")

    class Meta:
        ordering = ["-played_on", "-entered_at"]
        indexes = [models.Index(fields=["club", "-played_on", "-entered_at"], name="games_written_of_club")]

    def __str__(self) -> str:
        return f"Result of {self.played_on}"
