"""The rows of score sheets: for finding them, and for the names of the players by seat, which are in no event."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, HouseRules, Player


class Sheet(models.Model):
    """One match at a real table. Its id is also the id of its event stream.

    `status`, `version`, `hands` and `score` are written in the transaction that appends the events they follow from.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("Running")
        FINISHED = "finished", _("Finished")
        CLOSED = "closed", _("Closed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=60, blank=True)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.PROTECT, related_name="sheets")
    opened_by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="sheets")
    rules = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    engine = models.PositiveSmallIntegerField(default=1, help_text="The version of the rules it is kept by.")
    house = models.ForeignKey(
        HouseRules, null=True, blank=True, on_delete=models.SET_NULL, related_name="sheets",
        help_text="The club's house rules that the options are from.",
    )  # fmt: skip
    names = models.JSONField(default=list, help_text="Who sits where, a seat each, as people wrote it.")
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    version = models.PositiveIntegerField(default=0, help_text="The version of the stream that this row reflects.")
    hands = models.PositiveSmallIntegerField(default=0, help_text="How many hands are decided.")
    score = models.JSONField(default=list, help_text="Each side's stakes, or its score if no stakes are kept.")
    withheld = models.BooleanField(
        default=False, help_text="For now it is read by its players and those who keep the club's sheets alone."
    )
    imported_at = models.DateTimeField(null=True, blank=True, help_text="When it was taken in from a file of records.")
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["club", "-created_at"], name="games_sheet_club")]

    def __str__(self) -> str:
        return self.name or f"Sheet of {self.created_at:%Y-%m-%d}"


class SheetSeat(models.Model):
    """A known player at a seat of a sheet, as its first event says; or one of another club who plays a match there."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="sheet_seats")

    class Meta:
        ordering = ["sheet", "seat"]
        constraints = [models.UniqueConstraint(fields=["sheet", "seat"], name="games_sheet_seat_once")]
        indexes = [models.Index(fields=["player", "sheet"], name="games_sheet_of_player")]

    def __str__(self) -> str:
        return f"Seat {self.seat} of {self.sheet}"


class SheetPass(models.Model):
    """A pass to report for sides of one sheet, without an account: a signed link, mostly as a QR code."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="passes")
    sides = models.JSONField(help_text="The sides that it speaks for.")
    issued_by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    issued_at = models.DateTimeField(auto_now_add=True)
    opened_at = models.DateTimeField(null=True, blank=True, help_text="When it was last opened on a device.")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["issued_at", "pk"]

    def __str__(self) -> str:
        return f"Pass to {self.sheet}"


class SheetNote(models.Model):
    """The words with which a hand was settled or corrected; the event has only a code."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="notes")
    version = models.PositiveIntegerField(help_text="The version of the event that it belongs to.")
    text = models.CharField(max_length=300)
    written_by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    written_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sheet", "version"]
        constraints = [models.UniqueConstraint(fields=["sheet", "version"], name="games_sheet_note_once")]

    def __str__(self) -> str:
        return f"Note on version {self.version} of {self.sheet}"


class TranscriptDraft(models.Model):
    """A hand that somebody is writing down card by card; nobody else sees it until it is saved on the sheet."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="transcript_drafts")
    hand = models.PositiveIntegerField()
    author = models.CharField(max_length=60, help_text="The id of the player or the pass that writes it down.")
    player = models.ForeignKey(Player, null=True, on_delete=models.CASCADE, related_name="+")
    record = models.JSONField(help_text="The hand so far, in the form of a record.")
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["sheet", "hand", "author"]
        constraints = [models.UniqueConstraint(fields=["sheet", "hand", "author"], name="games_transcript_draft_once")]

    def __str__(self) -> str:
        return f"Draft of hand {self.hand} of {self.sheet}"
