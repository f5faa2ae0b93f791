"""The audits of cases: their reports, a row for each section, so that a broken audit goes on where it was."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.cases import Case


class CaseAudit(models.Model):
    """An audit of a case's hand. It stays when the hand is audited anew."""

    class Status(models.TextChoices):
        """Where an audit stands."""

        RUNNING = "running", _("Being made")
        DONE = "done", _("Done")
        FAILED = "failed", _("Stopped")

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="audits")
    number = models.PositiveSmallIntegerField(help_text="The number of the audit in its case, from 1.")
    through = models.PositiveIntegerField(help_text="The version of the game's stream that is audited.")
    rules = models.CharField(max_length=40, blank=True, help_text="The rule set; empty: the stream cannot be read.")
    engine = models.PositiveSmallIntegerField(help_text="The version of the rules; 0: the stream cannot be read.")
    status = models.CharField(max_length=8, choices=Status, default=Status.RUNNING)
    digest = models.CharField(max_length=64, blank=True, help_text="The SHA-256 of the report's canonical JSON.")
    verdict = models.CharField(max_length=10, blank=True)
    tries = models.PositiveSmallIntegerField(default=0, help_text="How many attempts have failed.")
    due_at = models.DateTimeField(null=True, help_text="After a failure: when it goes on.")
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["case", "number"]
        constraints = [
            models.UniqueConstraint(fields=["case", "number"], name="games_case_audit_once"),
            models.UniqueConstraint(
                fields=["case"], condition=models.Q(status="running"), name="games_case_audit_one_at_a_time"
            ),
        ]
        indexes = [
            models.Index(fields=["asked_at"], condition=models.Q(status="running"), name="games_case_audit_running"),
        ]

    def __str__(self) -> str:
        return f"Audit {self.number} of {self.case_id}"


class AuditSection(models.Model):
    """A section of an audit's report, as canonical JSON."""

    audit = models.ForeignKey(CaseAudit, on_delete=models.CASCADE, related_name="sections")
    name = models.CharField(max_length=20)
    body = models.TextField()
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["audit", "pk"]
        constraints = [models.UniqueConstraint(fields=["audit", "name"], name="games_audit_section_once")]

    def __str__(self) -> str:
        return f"{self.name} of {self.audit_id}"
