"""The reviews of players' own play."""

import uuid

from django.db import models

from clubs.models import Player
from games.models.practice import Practice
from games.models.tables import Table


class PlayReview(models.Model):
    """A player's own decisions in a finished hand, compared with the bots' by the worker. For that player alone."""

    class Status(models.TextChoices):
        """How far it is. No page says these words."""

        OPEN = "open", "Open"
        MADE = "made", "Made"
        FAILED = "failed", "Failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="play_reviews")
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="play_reviews")
    practice = models.ForeignKey(Practice, null=True, on_delete=models.CASCADE, related_name="play_reviews")
    hand = models.PositiveSmallIntegerField()
    at = models.PositiveIntegerField(default=0, help_text="The version of the practice; 0 at a table.")
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    report = models.JSONField(null=True, blank=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    made_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0, help_text="How many attempts have failed.")
    due_at = models.DateTimeField(null=True, blank=True, help_text="After a failure: when it is tried again.")

    class Meta:
        ordering = ["-asked_at"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(table__isnull=False, practice__isnull=True)
                | models.Q(table__isnull=True, practice__isnull=False),
                name="games_playreview_somewhere",
            )
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(status="open"), name="games_playreview_open"),
        ]

    def __str__(self) -> str:
        return f"Review of hand {self.hand} for {self.player_id}"
