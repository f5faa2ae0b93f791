"""Files that officers take in."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0011_own_data"),
    ]

    operations = [
        migrations.CreateModel(
            name="ImportRun",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting for its turn"),
                            ("running", "Being made"),
                            ("done", "Done"),
                            ("failed", "Stopped"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                ("begun_at", models.DateTimeField(blank=True, help_text="When a worker last took it up.", null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("subject", models.CharField(help_text="What it holds: members, teams, results.", max_length=20)),
                (
                    "stage",
                    models.CharField(
                        choices=[("check", "Dry run"), ("carry", "Carried out")], default="check", max_length=5
                    ),
                ),
                (
                    "language",
                    models.CharField(blank=True, default="", help_text="What its report is written in.", max_length=10),
                ),
                ("file_name", models.CharField(blank=True, max_length=100)),
                ("data", models.BinaryField(default=b"", help_text="The file; emptied once it is carried out.")),
                ("report", models.JSONField(blank=True, default=dict, help_text="A `clubs.exchange.report.Report`.")),
                (
                    "by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="clubs.player"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="imports", to="clubs.club"
                    ),
                ),
            ],
            options={
                "ordering": ["-asked_at"],
                "indexes": [models.Index(fields=["club", "-asked_at"], name="clubs_import_recent")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ["waiting", "running"])),
                        fields=("club", "by"),
                        name="clubs_one_open_import",
                    )
                ],
            },
        ),
    ]
