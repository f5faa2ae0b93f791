"""The rows of the event store: the log itself, and how far each projection has followed it."""

from django.db import models
from django.db.models import Q

LANES = 16
FOREIGN_LANE = LANES
"""The lane of the streams that were taken in from another installation, behind those that projections follow."""


class Event(models.Model):
    """One event as stored in the log. The database refuses to change, remove or insert it but by `games.store`.

    `sealed` holds, encrypted, the members that somebody may not know yet; `body` has the others.
    """

    pos = models.BigIntegerField(primary_key=True)
    lane = models.SmallIntegerField()
    stream = models.UUIDField()
    version = models.IntegerField()
    type = models.TextField()
    schema = models.SmallIntegerField()
    command = models.UUIDField()
    command_seq = models.SmallIntegerField()
    actor = models.TextField()
    body = models.JSONField()
    sealed = models.BinaryField(null=True)
    recorded_at = models.DateTimeField()
    prev_hash = models.BinaryField()
    hash = models.BinaryField()

    class Meta:
        ordering = ["pos"]
        constraints = [
            models.UniqueConstraint(fields=["stream", "version"], name="games_event_version"),
            models.UniqueConstraint(fields=["stream", "command", "command_seq"], name="games_event_command"),
        ]
        indexes = [models.Index(fields=["lane", "pos"], name="games_event_lane")]

    def __str__(self) -> str:
        return f"{self.type} ({self.stream}/{self.version})"


class ForeignStream(models.Model):
    """A stream that was taken in whole from an archive of another installation; nothing is ever added to it.

    The rows are written by the database's own door (`games_event_take_in`), which nobody can change or remove.
    """

    stream = models.UUIDField(primary_key=True)
    version = models.IntegerField(help_text="The version of its last event.")
    hash = models.BinaryField(help_text="The hash of its last event.")
    key = models.BinaryField(help_text="The public key by which its archive was sealed.")
    archive = models.BinaryField(help_text="The SHA-256 that was sealed.")
    taken_at = models.DateTimeField()

    class Meta:
        ordering = ["taken_at", "stream"]

    def __str__(self) -> str:
        return f"{self.stream}, sealed by {bytes(self.key).hex()[:16]}"


class ProjectionRun(models.Model):
    """One building of a read model from the log, from zero; its number marks the rows that it wrote."""

    class Status(models.TextChoices):
        BUILDING = "building", "Being built"
        SERVING = "serving", "Serving"
        RETIRED = "retired", "Retired"

    name = models.CharField(max_length=60)
    number = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField(help_text="The version of the projection's code that began it.")
    status = models.CharField(max_length=10, choices=Status)
    started_at = models.DateTimeField(auto_now_add=True)
    switched_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name", "number"]
        constraints = [
            models.UniqueConstraint(fields=["name", "number"], name="games_projection_run_number"),
            models.UniqueConstraint(
                fields=["name"], condition=Q(status="serving"), name="games_projection_serves_once"
            ),
            models.UniqueConstraint(
                fields=["name"], condition=Q(status="building"), name="games_projection_builds_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.number} ({self.get_status_display()})"


class ProjectionCheckpoint(models.Model):
    """The position up to which a run has followed one lane, written in the transaction that wrote its rows."""

    run = models.ForeignKey(ProjectionRun, on_delete=models.CASCADE, related_name="checkpoints")
    lane = models.SmallIntegerField()
    pos = models.BigIntegerField(default=0, help_text="The last event applied.")
    applied = models.BigIntegerField(default=0, help_text="How many events of the lane lie behind it.")
    failed_pos = models.BigIntegerField(null=True, blank=True, help_text="The event that stopped the lane.")
    error = models.TextField(blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["run", "lane"]
        constraints = [
            models.UniqueConstraint(fields=["run", "lane"], name="games_projection_checkpoint_once"),
        ]

    def __str__(self) -> str:
        return f"{self.run}, lane {self.lane}: {self.pos}"
