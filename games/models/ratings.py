"""Ratings of players, and up to where they were computed."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from clubs.models import Player


class Rating(models.Model):
    """A player's rating after a game, or now. `games.players.ratings` computes it; `latest` marks the present.

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
        indexes = [
            models.Index(fields=["player", "family", "-rated_at"], name="games_rating_of_player"),
            models.Index(fields=["family", "rated_at", "stream"], name="games_rating_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.family}: {self.mu:.1f}"


class RatingMark(models.Model):
    """A game whose result has changed since it was last looked at. Triggers on `PlayedGame` and `Player` write them."""

    stream = models.UUIDField()
    family = models.CharField(max_length=4, default="")
    marked_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"Game {self.stream}, to be rated"


class RatingState(models.Model):
    """The source of a family's ratings: when it changes, they are recomputed."""

    family = models.CharField(max_length=4, primary_key=True)
    formula = models.PositiveSmallIntegerField(help_text="The version of the formula.")
    run = models.PositiveSmallIntegerField(help_text="The run of the projection `results`.")
    computed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"Ratings of {self.family}"
