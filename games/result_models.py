"""What is read of games: who won what with whom, bids made and failed, kunukku worn, ratings. Projections write it."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player


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
    hands = models.PositiveSmallIntegerField(default=0, help_text="How many hands were decided, cancelled ones aside.")
    points = models.JSONField(default=list, help_text="Each side's game points (56: stake points) won, all hands.")
    winners = models.JSONField(default=list, help_text="The winning sides of a finished game.")
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, help_text="Empty while it is played.")

    class Meta:
        ordering = ["-began_at"]
        constraints = [models.UniqueConstraint(fields=["projection_version", "stream"], name="games_game_once")]
        indexes = [
            models.Index(
                fields=["projection_version", "club", "-ended_at"],
                condition=Q(ended_at__isnull=False), name="games_game_of_club",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"Game {self.stream}"


class GamePlayer(models.Model):
    """What one player did in a game. Written by the projection `results`; one who was replaced keeps a row.

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
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.game}"


class BidCount(models.Model):
    """How often a player's contracts of one number were made and failed. Written by the projection `results`."""

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


class Kunukku(models.Model):
    """A kunukku that a player put on, or a salaam that was made. Written by the projection `kunukku`."""

    projection_version = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    club = models.ForeignKey(Club, null=True, on_delete=models.SET_NULL, related_name="+")
    stream = models.UUIDField(help_text="The game.")
    rules = models.CharField(max_length=40)
    salaam = models.BooleanField(default=False, help_text="A salaam was made instead; nothing is worn.")
    hand = models.PositiveSmallIntegerField(help_text="The hand that put it on.")
    why = models.JSONField(default=dict, help_text="The hand's outcome, declarer's id, number and denomination.")
    placed_at = models.DateTimeField()
    removed_stream = models.UUIDField(null=True)
    removed_hand = models.PositiveSmallIntegerField(null=True)
    how = models.CharField(max_length=12, blank=True, help_text="`made`, `declared` or `lifted`; empty while worn.")
    removed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["placed_at", "pk"]
        verbose_name_plural = "kunukku"
        indexes = [
            models.Index(fields=["projection_version", "player", "-placed_at"], name="games_kunukku_of_player"),
            models.Index(fields=["projection_version", "club", "-placed_at"], name="games_kunukku_of_club"),
        ]

    def __str__(self) -> str:
        return f"Kunukku of {self.player}"


class Rating(models.Model):
    """A player's rating after a game, or now. Computed from the games by `games.ratings`; `latest` marks the present.

    `mu` and `sigma` are openskill's; pages show them on a scale of their own.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    family = models.CharField(max_length=4)
    stream = models.UUIDField(help_text="The game after which it holds.")
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField(help_text="How many games it rests on.")
    rated_at = models.DateTimeField()
    latest = models.BooleanField(default=True)

    class Meta:
        ordering = ["rated_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "family"], condition=Q(latest=True), name="games_rating_now"),
            models.UniqueConstraint(fields=["player", "family", "stream"], name="games_rating_once"),
        ]
        indexes = [models.Index(fields=["player", "family", "-rated_at"], name="games_rating_of_player")]

    def __str__(self) -> str:
        return f"{self.player}, {self.family}: {self.mu:.1f}"
