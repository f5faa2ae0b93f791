"""Hands that were played, as lists and searches find them, and the checks of them."""

import uuid

from django.db import models
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from clubs.models import Player
from games.models.sheets import Sheet
from games.models.tables import Table

_MADE = """CASE WHEN outcome = 'made' THEN true WHEN outcome IN ('failed', 'conceded') THEN false
WHEN outcome = 'claimed'
THEN (result -> 'points' ->> mod(declarer, jsonb_array_length(result -> 'points')))::integer >= bid END"""
"""A contract is the declarer's side's, and seat 0 is of side 0, seat 1 of side 1, and so on around."""


_ONE_PLACE = models.Q(table__isnull=False, sheet__isnull=True) | models.Q(table__isnull=True, sheet__isnull=False)
"""A hand was played at a live table, or is on a score sheet."""


class PlayedHand(models.Model):
    """One finished hand, built by the projection `hands`: what lists and searches show.

    It was played at a live table, or with real cards at the table of a score sheet.
    """

    projection_version = models.PositiveSmallIntegerField()
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="played_hands")
    sheet = models.ForeignKey(Sheet, null=True, on_delete=models.CASCADE, related_name="played_hands")
    stream = models.GeneratedField(
        expression=Coalesce("table_id", "sheet_id"), output_field=models.UUIDField(), db_persist=True,
        help_text="The id of the table or the sheet.",
    )  # fmt: skip
    number = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField(help_text="The version of the stream by which it was scored.")
    outcome = models.CharField(max_length=12, help_text="`dropped`: it counts no more, as the game was over before it.")
    declarer = models.PositiveSmallIntegerField(null=True)
    bid = models.PositiveSmallIntegerField(null=True)
    result = models.JSONField(help_text="The HandScored event's body, as the hand counts.")
    noted = models.JSONField(default=list, help_text="The events of it that are told beside the result.")
    players = models.JSONField(
        help_text="The ids of the players by seat as they sat when it was scored; empty for unknown."
    )
    was = models.JSONField(
        null=True, help_text="Since a ruling the hand counts otherwise: its `result` and `noted` as it was played."
    )
    case = models.UUIDField(null=True, help_text="The id of the case by which its result was adjusted.")
    scored_at = models.DateTimeField()
    made = models.GeneratedField(
        expression=models.Func(template=_MADE, output_field=models.BooleanField(null=True)),
        output_field=models.BooleanField(null=True), db_persist=True,
        help_text="Whether the contract was made; empty where there was none, or the director ended the hand.",
    )  # fmt: skip
    doubled = models.GeneratedField(
        expression=models.Func(
            template="COALESCE((result ->> 'doubled')::smallint, 0)", output_field=models.SmallIntegerField()
        ),
        output_field=models.SmallIntegerField(), db_persist=True, help_text="0, 1 doubled, 2 redoubled.",
    )  # fmt: skip

    class Meta:
        ordering = ["-scored_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["projection_version", "stream", "number"], name="games_hand_once",
                # So that a player's hands are searched in the index alone (`games.players.hands`).
                include=["id", "declarer", "bid", "made", "doubled", "outcome", "scored_at"],
            ),
            models.CheckConstraint(condition=_ONE_PLACE, name="games_hand_somewhere"),
        ]  # fmt: skip
        indexes = [models.Index(fields=["projection_version", "-scored_at"], name="games_hand_recent")]

    def __str__(self) -> str:
        return f"Hand {self.number} of {self.place}"

    @property
    def place(self) -> Table | Sheet:
        """The table or the sheet."""
        place = self.table or self.sheet
        assert place is not None
        return place


class HandCheck(models.Model):
    """A check of a finished hand: a question, and what the program found when it went through the hand again."""

    class Status(models.TextChoices):
        OPEN = "open", _("Being checked")
        AUDITED = "audited", _("Checked")
        FAILED = "failed", _("Could not be checked")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="checks")
    sheet = models.ForeignKey(Sheet, null=True, on_delete=models.CASCADE, related_name="checks")
    hand = models.PositiveSmallIntegerField()
    step = models.PositiveSmallIntegerField(null=True, blank=True)
    question = models.CharField(max_length=500)
    opened_by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="checks")
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    verdict = models.JSONField(null=True, blank=True)
    opened_at = models.DateTimeField(auto_now_add=True)
    audited_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0, help_text="How many attempts have failed.")
    due_at = models.DateTimeField(null=True, blank=True, help_text="After a failure: when it is tried again.")

    class Meta:
        ordering = ["-opened_at"]
        constraints = [models.CheckConstraint(condition=_ONE_PLACE, name="games_handcheck_somewhere")]

    def __str__(self) -> str:
        return f"Check of hand {self.hand} of {self.place}"

    @property
    def place(self) -> Table | Sheet:
        """The table or the sheet."""
        place = self.table or self.sheet
        assert place is not None
        return place
