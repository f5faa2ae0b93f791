"""Tasks of the workers that fail: a row each, for the operator."""

from django.db import models
from django.db.models import Q


class FailedTask(models.Model):
    """A task, or an item of one, that has failed; resolved when it succeeds again.

    Never the text of an exception: that may hold a card, an address or a token.
    """

    name = models.CharField(max_length=120, help_text="The task.")
    item = models.CharField(max_length=120, blank=True, help_text="The ids that it was about.")
    times = models.PositiveIntegerField(default=1, help_text="How often it has failed in a row.")
    kind = models.CharField(max_length=120, help_text="The type of the last exception.")
    place = models.CharField(max_length=200, blank=True, help_text="The line of the program that raised it.")
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()
    resolved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-last_at"]
        constraints = [models.UniqueConstraint(fields=["name", "item"], name="clubs_failedtask_once")]
        indexes = [models.Index(fields=["last_at"], condition=Q(resolved_at=None), name="clubs_failedtask_open")]

    def __str__(self) -> str:
        return f"{self.name} {self.item}".strip()
