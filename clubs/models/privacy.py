"""A player's privacy choices."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models.jobs import Job
from clubs.models.people import Player


class Audience(models.TextChoices):
    """The audience of a player's data."""

    EVERYBODY = "everybody", _("Everybody")
    CLUBS = "clubs", _("My clubs")  # whoever shares one with the player
    NOBODY = "nobody", _("Nobody")


class PrivacyChoices(models.Model):
    """A player's privacy choices. Without a row the defaults of the columns apply."""

    player = models.OneToOneField(Player, primary_key=True, on_delete=models.CASCADE, related_name="privacy")
    lists = models.CharField(max_length=10, choices=Audience, default=Audience.EVERYBODY)
    clubs = models.CharField(max_length=10, choices=Audience, default=Audience.EVERYBODY)
    results = models.CharField(max_length=10, choices=Audience, default=Audience.EVERYBODY)
    rating = models.CharField(max_length=10, choices=Audience, default=Audience.EVERYBODY)
    stakes = models.CharField(max_length=10, choices=Audience, default=Audience.CLUBS)
    partners = models.CharField(max_length=10, choices=Audience, default=Audience.EVERYBODY)
    histories = models.CharField(max_length=10, choices=Audience, default=Audience.EVERYBODY)
    kunukku = models.CharField(max_length=10, choices=Audience, default=Audience.EVERYBODY)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "privacy choices"

    def __str__(self) -> str:
        return f"What {self.player} lets others see"


class DataExport(Job):
    """An export of a person's data, in one file for that person alone."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="data_exports")
    language = models.CharField(max_length=10, blank=True, default="", help_text="What its README is written in.")
    size = models.PositiveBigIntegerField(default=0, help_text="Bytes of the file.")
    expires_at = models.DateTimeField(null=True, blank=True, help_text="When the file is removed.")

    class Meta:
        ordering = ["-asked_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(status__in=["waiting", "running"]), name="clubs_one_open_export"
            ),
        ]

    def __str__(self) -> str:
        return f"Copy of the data of {self.player_id}"


class DataExportPart(models.Model):
    """A piece of the file of an export. It lies in the database, so that every web server finds what a worker made."""

    export = models.ForeignKey(DataExport, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["export", "number"], name="clubs_export_part_once")]

    def __str__(self) -> str:
        return f"Part {self.number} of {self.export_id}"


class Erasure(models.Model):
    """A person's request for erasure, which can be cancelled for some days. It holds no personal data."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField(help_text="Not before then.")
    taken_back_at = models.DateTimeField(null=True, blank=True)
    obstacle = models.CharField(max_length=30, blank=True, help_text="A code: what kept it from being done when due.")
    done_at = models.DateTimeField(null=True, blank=True)
    swept_at = models.DateTimeField(null=True, blank=True, help_text="When it was looked over once more.")
    failures = models.PositiveSmallIntegerField(default=0, help_text="How often in a row the server failed at it.")
    try_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="After a try in vain: not tried before then.",
    )

    class Meta:
        ordering = ["-asked_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(taken_back_at=None, done_at=None), name="clubs_one_open_erasure"
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(taken_back_at=None, swept_at=None), name="clubs_erasure_due"
            ),
        ]

    def __str__(self) -> str:
        return f"Erasure of {self.player_id}"
