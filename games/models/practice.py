"""Practices: one person among bots. They have no events; a row holds all there is."""

import uuid

from django.db import models

from clubs.models import Player


class Practice(models.Model):
    """A practice: one person at a table with bots, where actions can be taken back.

    It is no table of record: it has no event stream. `sealed` holds, encrypted, the packs, the seats and what was done;
    nothing of the cards is in any other column.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="practices")
    rules = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1, help_text="Grows with everything that is done.")
    hand_number = models.PositiveSmallIntegerField(default=1)
    sealed = models.BinaryField()
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-updated_at"]
        indexes = [models.Index(fields=["player", "-updated_at"], name="games_practice_recent")]

    def __str__(self) -> str:
        return f"Practice {self.pk}"
