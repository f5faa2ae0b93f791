"""The rows of the sweep: its runs, their chunks, and what was found."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from games.models.sheets import Sheet
from games.models.tables import Table


class SweepRun(models.Model):
    """One sweep through the log, or through a part of it."""

    class Status(models.TextChoices):
        """Where a run stands."""

        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Stopped: a part cannot be processed")

    is_nightly = models.BooleanField(default=True, help_text="Began by itself; else it was asked for.")
    everything = models.BooleanField(default=False, help_text="From the beginning of the log.")
    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="+", help_text="Only this club's.")
    since = models.DateTimeField(null=True, help_text="Only what was played since.")
    engine = models.PositiveSmallIntegerField(help_text="The version of the rules that it was done with.")
    begins = models.JSONField(help_text="By lane, the position up to which nothing is looked at.")
    ends = models.JSONField(help_text="By lane, the last position.")
    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    chunks = models.PositiveIntegerField(default=0)
    chunks_done = models.PositiveIntegerField(default=0)
    hands = models.BigIntegerField(default=0, help_text="Finished hands that were audited.")
    streams = models.BigIntegerField(default=0)
    events = models.BigIntegerField(default=0)
    found = models.PositiveIntegerField(default=0, help_text="Findings, known ones among them.")
    seconds = models.FloatField(default=0, help_text="Processor time of the workers, without the database's.")
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-begun_at"]
        constraints = [
            models.UniqueConstraint(fields=["status"], condition=Q(status="running"), name="games_sweep_once"),
        ]

    def __str__(self) -> str:
        return f"Sweep of {self.begun_at:%Y-%m-%d %H:%M} ({self.get_status_display()})"


class SweepChunk(models.Model):
    """A span of positions of the log, worked through by one worker at a time, once."""

    class Status(models.TextChoices):
        """Where a chunk stands."""

        WAITING = "waiting", "Waiting"
        WORKING = "working", "Worked at"
        DONE = "done", "Done"
        FAILED = "failed", "Given up"

    run = models.ForeignKey(SweepRun, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    after = models.BigIntegerField(help_text="The position before its first.")
    upto = models.BigIntegerField(help_text="Its last position.")
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    worker = models.UUIDField(null=True, help_text="The claim of the worker that has it; each claim has another.")
    lease_until = models.DateTimeField(null=True, help_text="When it may be claimed again.")
    tries = models.PositiveSmallIntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["run", "number"]
        constraints = [models.UniqueConstraint(fields=["run", "number"], name="games_sweep_chunk_once")]
        indexes = [
            models.Index(fields=["run", "number"], condition=~Q(status="done"), name="games_sweep_chunk_open"),
        ]

    def __str__(self) -> str:
        return f"Chunk {self.number} of sweep {self.run_id}"


class SweepFinding(models.Model):
    """Something that is not as the rules, the chain or the promise of a deal want it; it names nobody."""

    class Subject(models.TextChoices):
        """The part of the audit that it comes from."""

        LOG = "log", _("The log")
        DEAL = "deal", _("The deal")
        PLAY = "play", _("The play")
        RESULT = "result", _("The result")
        SHEET = "sheet", _("The score sheet")

    stream = models.UUIDField()
    hand = models.PositiveSmallIntegerField(default=0, help_text="The number of the hand; 0 for the stream itself.")
    version = models.PositiveIntegerField(default=0, help_text="The event; 0 where it is not about one.")
    subject = models.CharField(max_length=10, choices=Subject)
    code = models.CharField(max_length=60)
    rule = models.CharField(max_length=20, blank=True)
    action = models.PositiveSmallIntegerField(null=True, help_text="The index of the action in the hand's record.")
    members = models.JSONField(default=dict, help_text="What goes with the code: seats, members of a result, words.")
    club = models.ForeignKey(Club, null=True, on_delete=models.SET_NULL, related_name="+")
    table = models.ForeignKey(Table, null=True, on_delete=models.SET_NULL, related_name="+")
    sheet = models.ForeignKey(Sheet, null=True, on_delete=models.SET_NULL, related_name="+")
    run = models.ForeignKey(SweepRun, on_delete=models.CASCADE, related_name="findings", help_text="The last with it.")
    found_at = models.DateTimeField(help_text="When it was found first.")
    seen_at = models.DateTimeField(help_text="When it was found last.")
    cleared_at = models.DateTimeField(null=True, help_text="When a sweep of the stream did not find it any more.")

    class Meta:
        ordering = ["-found_at", "stream", "hand", "version"]
        constraints = [
            models.UniqueConstraint(fields=["stream", "hand", "version", "code"], name="games_sweep_finding_once"),
        ]
        indexes = [
            models.Index(fields=["club", "-found_at"], condition=Q(cleared_at=None), name="games_sweep_open"),
        ]

    def __str__(self) -> str:
        return f"{self.code} in {self.stream}/{self.hand}"
