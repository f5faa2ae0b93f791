"""Imports of an officer: the file, the report of its dry run, the report of the import."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models.clubs import Club
from clubs.models.jobs import Job
from clubs.models.people import Player
from clubs.models.uploads import Upload


class ImportRun(Job):
    """An import into a club: first a dry run, then, after its officer's confirmation, the import."""

    class Stage(models.TextChoices):
        CHECK = "check", _("Dry run")
        CARRY = "carry", _("Imported")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="imports")
    by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    subject = models.CharField(max_length=20, help_text="What it holds: members, teams, results, records.")
    stage = models.CharField(max_length=5, choices=Stage, default=Stage.CHECK)
    language = models.CharField(max_length=10, blank=True, default="", help_text="What its report is written in.")
    file_name = models.CharField(max_length=100, blank=True)
    data = models.BinaryField(default=b"", help_text="The file; emptied once it is carried out.")
    upload = models.ForeignKey(
        Upload, null=True, on_delete=models.SET_NULL, related_name="+", help_text="The file, if it came in pieces."
    )
    choices = models.JSONField(default=dict, blank=True, help_text="What the officer chose, by name.")
    offset = models.BigIntegerField(default=0, help_text="Of a file read as a stream: the bytes done.")
    line = models.BigIntegerField(default=0, help_text="The lines done.")
    seen = models.BinaryField(default=b"", help_text="Of a dry run in several turns: the ids of its entries.")
    report = models.JSONField(default=dict, blank=True, help_text="A `clubs.exchange.report.Report`.")

    class Meta:
        ordering = ["-asked_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["club"],
                condition=models.Q(status__in=["waiting", "running"]),
                name="clubs_one_open_import",
            ),
        ]
        indexes = [models.Index(fields=["club", "-asked_at"], name="clubs_import_recent")]

    def __str__(self) -> str:
        return f"{self.subject} for {self.club_id}"
