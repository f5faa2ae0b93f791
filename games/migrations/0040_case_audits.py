"""The audits of cases, and the sections of their reports."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0039_checks"),
    ]

    operations = [
        migrations.CreateModel(
            name="CaseAudit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(help_text="The number of the audit in its case, from 1.")),
                (
                    "through",
                    models.PositiveIntegerField(help_text="The version of the game's stream that is audited."),
                ),
                (
                    "rules",
                    models.CharField(
                        blank=True, help_text="The rule set; empty: the stream cannot be read.", max_length=40
                    ),
                ),
                (
                    "engine",
                    models.PositiveSmallIntegerField(
                        help_text="The version of the rules; 0: the stream cannot be read."
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("running", "Being made"), ("done", "Done"), ("failed", "Given up")],
                        default="running",
                        max_length=8,
                    ),
                ),
                (
                    "digest",
                    models.CharField(
                        blank=True, help_text="The SHA-256 of the report's canonical JSON.", max_length=64
                    ),
                ),
                ("verdict", models.CharField(blank=True, max_length=10)),
                (
                    "tries",
                    models.PositiveSmallIntegerField(default=0, help_text="How many attempts have failed."),
                ),
                ("due_at", models.DateTimeField(help_text="After a failure: when it goes on.", null=True)),
                ("asked_at", models.DateTimeField()),
                ("done_at", models.DateTimeField(null=True)),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="audits", to="games.case"
                    ),
                ),
            ],
            options={
                "ordering": ["case", "number"],
            },
        ),
        migrations.CreateModel(
            name="AuditSection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=20)),
                ("body", models.TextField()),
                ("made_at", models.DateTimeField()),
                (
                    "audit",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sections", to="games.caseaudit"
                    ),
                ),
            ],
            options={
                "ordering": ["audit", "pk"],
            },
        ),
        migrations.AddIndex(
            model_name="caseaudit",
            index=models.Index(
                condition=models.Q(("status", "running")), fields=["asked_at"], name="games_case_audit_running"
            ),
        ),
        migrations.AddConstraint(
            model_name="caseaudit",
            constraint=models.UniqueConstraint(fields=("case", "number"), name="games_case_audit_once"),
        ),
        migrations.AddConstraint(
            model_name="caseaudit",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "running")), fields=("case",), name="games_case_audit_one_at_a_time"
            ),
        ),
        migrations.AddConstraint(
            model_name="auditsection",
            constraint=models.UniqueConstraint(fields=("audit", "name"), name="games_audit_section_once"),
        ),
    ]
