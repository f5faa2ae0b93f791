"""Copies of one's own data, and erasures."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0010_ledger"),
    ]

    operations = [
        migrations.CreateModel(
            name="DataExport",
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
                (
                    "language",
                    models.CharField(blank=True, default="", help_text="What its README is written in.", max_length=10),
                ),
                ("size", models.PositiveBigIntegerField(default=0, help_text="Bytes of the file.")),
                ("expires_at", models.DateTimeField(blank=True, help_text="When the file is removed.", null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="data_exports", to="clubs.player"
                    ),
                ),
            ],
            options={
                "ordering": ["-asked_at"],
            },
        ),
        migrations.CreateModel(
            name="DataExportPart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
                (
                    "export",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="parts", to="clubs.dataexport"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Erasure",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("asked_at", models.DateTimeField()),
                ("due_at", models.DateTimeField(help_text="Not before then.")),
                ("taken_back_at", models.DateTimeField(blank=True, null=True)),
                (
                    "obstacle",
                    models.CharField(
                        blank=True, help_text="A code: what kept it from being done when due.", max_length=30
                    ),
                ),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                (
                    "swept_at",
                    models.DateTimeField(blank=True, help_text="When it was looked over once more.", null=True),
                ),
                (
                    "player",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"),
                ),
            ],
            options={
                "ordering": ["-asked_at"],
            },
        ),
        migrations.AddConstraint(
            model_name="dataexport",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status__in", ["waiting", "running"])),
                fields=("player",),
                name="clubs_one_open_export",
            ),
        ),
        migrations.AddConstraint(
            model_name="dataexportpart",
            constraint=models.UniqueConstraint(fields=("export", "number"), name="clubs_export_part_once"),
        ),
        migrations.AddIndex(
            model_name="erasure",
            index=models.Index(
                condition=models.Q(("swept_at", None), ("taken_back_at", None)),
                fields=["due_at"],
                name="clubs_erasure_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="erasure",
            constraint=models.UniqueConstraint(
                condition=models.Q(("done_at", None), ("taken_back_at", None)),
                fields=("player",),
                name="clubs_one_open_erasure",
            ),
        ),
    ]
