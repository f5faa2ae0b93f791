"""The rows of score sheets: for finding them, and for the names of the players by seat, which are in no event."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Player


class Sheet(models.Model):
    """One match at a real table. Its id is also the id of its event stream.

    `status`, `version`, `hands` and `score` are written in the transaction that appends the events they follow from.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("Running")
        FINISHED = "finished", _("Finished")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=60, blank=True)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.PROTECT, related_name="sheets")
    opened_by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="sheets")
    rules = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    engine = models.PositiveSmallIntegerField(default=1, help_text="The version of the rules it is kept by.")
    names = models.JSONField(default=list, help_text="Who sits where, a seat each, as people wrote it.")
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    version = models.PositiveIntegerField(default=0, help_text="The version of the stream that this row reflects.")
    hands = models.PositiveSmallIntegerField(default=0, help_text="How many hands are decided.")
    score = models.JSONField(default=list, help_text="Each side's stake points.")
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["club", "-created_at"], name="games_sheet_club")]

    def __str__(self) -> str:
        return self.name or f"Sheet of {self.created_at:%Y-%m-%d}"
