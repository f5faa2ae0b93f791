"""Archives of tournaments: the file that is made, and what was taken in from another installation."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0023_uploads"),
        ("tournaments", "0014_entrant_passes"),
    ]

    operations = [
        migrations.CreateModel(
            name="ImportedPlayer",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="imported",
                        serialize=False,
                        to="clubs.player",
                    ),
                ),
                ("key", models.CharField(help_text="The public key that sealed the archive.", max_length=64)),
            ],
            options={
                "ordering": ["player"],
            },
        ),
        migrations.AddField(
            model_name="tournament",
            name="origin",
            field=models.CharField(
                blank=True,
                default="",
                help_text="The public key that sealed the archive from which it was taken in; empty: it was played here.",
                max_length=64,
            ),
        ),
        migrations.CreateModel(
            name="ArchiveFile",
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
                ("size", models.PositiveBigIntegerField(default=0, help_text="Bytes of the file.")),
                ("expires_at", models.DateTimeField(blank=True, help_text="When the file is removed.", null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="clubs.player"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="archives",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["-asked_at"],
            },
        ),
        migrations.CreateModel(
            name="ArchivePiece",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
                (
                    "archive",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pieces", to="tournaments.archivefile"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.AddConstraint(
            model_name="archivefile",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status__in", ["waiting", "running"])),
                fields=("tournament",),
                name="tournaments_one_open_archive",
            ),
        ),
        migrations.AddConstraint(
            model_name="archivepiece",
            constraint=models.UniqueConstraint(fields=("archive", "number"), name="tournaments_archive_piece_once"),
        ),
    ]
