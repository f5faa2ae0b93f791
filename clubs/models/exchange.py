"""Imports of an officer: the file, the report of its dry run, the report of the import."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models.clubs import Club
from clubs.models.jobs import Job
from clubs.models.people import Player


class ImportRun(Job):
    """An import into a club: first a dry run, then, after its officer's confirmation, the import."""

    class Stage(models.TextChoices):
        CHECK = "check", _("Dry run")
        CARRY = "carry", _("Carried out")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="imports")
    by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    subject = models.CharField(max_length=20, help_text="What it holds: members, teams, results.")
    stage = models.CharField(max_length=5, choices=Stage, default=Stage.CHECK)
    language = models.CharField(max_length=10, blank=True, default="", help_text="What its report is written in.")
    file_name = models.CharField(max_length=100, blank=True)
    data = models.BinaryField(default=b"", help_text="The file; emptied once it is carried out.")
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
