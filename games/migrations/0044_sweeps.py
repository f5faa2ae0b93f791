"""The sweep: its runs, their chunks, and what was found."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0023_uploads"),
        ("games", "0043_types_of_disputed_results"),
    ]

    operations = [
        migrations.CreateModel(
            name="SweepRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("is_nightly", models.BooleanField(default=True, help_text="Began by itself; else it was asked for.")),
                ("everything", models.BooleanField(default=False, help_text="From the beginning of the log.")),
                ("since", models.DateTimeField(help_text="Only what was played since.", null=True)),
                (
                    "engine",
                    models.PositiveSmallIntegerField(help_text="The version of the rules that it was done with."),
                ),
                ("begins", models.JSONField(help_text="By lane, the position up to which nothing is looked at.")),
                ("ends", models.JSONField(help_text="By lane, the last position.")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("running", "Running"),
                            ("done", "Done"),
                            ("failed", "Stopped: a part cannot be worked through"),
                        ],
                        default="running",
                        max_length=10,
                    ),
                ),
                ("chunks", models.PositiveIntegerField(default=0)),
                ("chunks_done", models.PositiveIntegerField(default=0)),
                ("hands", models.BigIntegerField(default=0, help_text="Finished hands that were audited.")),
                ("streams", models.BigIntegerField(default=0)),
                ("events", models.BigIntegerField(default=0)),
                ("found", models.PositiveIntegerField(default=0, help_text="Findings, known ones among them.")),
                (
                    "seconds",
                    models.FloatField(default=0, help_text="Processor time of the workers, without the database's."),
                ),
                ("begun_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        help_text="Only this club's.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="clubs.club",
                    ),
                ),
            ],
            options={
                "ordering": ["-begun_at"],
            },
        ),
        migrations.CreateModel(
            name="SweepFinding",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("stream", models.UUIDField()),
                (
                    "hand",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="The number of the hand; 0 for the stream itself."
                    ),
                ),
                (
                    "version",
                    models.PositiveIntegerField(default=0, help_text="The event; 0 where it is not about one."),
                ),
                (
                    "subject",
                    models.CharField(
                        choices=[
                            ("log", "The log"),
                            ("deal", "The deal"),
                            ("play", "The play"),
                            ("result", "The result"),
                            ("sheet", "The score sheet"),
                        ],
                        max_length=10,
                    ),
                ),
                ("code", models.CharField(max_length=60)),
                ("rule", models.CharField(blank=True, max_length=20)),
                (
                    "action",
                    models.PositiveSmallIntegerField(
                        help_text="The index of the action in the hand's record.", null=True
                    ),
                ),
                (
                    "members",
                    models.JSONField(
                        default=dict, help_text="What goes with the code: seats, members of a result, words."
                    ),
                ),
                ("found_at", models.DateTimeField(help_text="When it was found first.")),
                ("seen_at", models.DateTimeField(help_text="When it was found last.")),
                (
                    "cleared_at",
                    models.DateTimeField(help_text="When a sweep of the stream did not find it any more.", null=True),
                ),
                (
                    "club",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="clubs.club"
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.sheet"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.table"
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        help_text="The last with it.",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="findings",
                        to="games.sweeprun",
                    ),
                ),
            ],
            options={
                "ordering": ["-found_at", "stream", "hand", "version"],
            },
        ),
        migrations.CreateModel(
            name="SweepChunk",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("after", models.BigIntegerField(help_text="The position before its first.")),
                ("upto", models.BigIntegerField(help_text="Its last position.")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("working", "Worked at"),
                            ("done", "Done"),
                            ("failed", "Given up"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                (
                    "worker",
                    models.UUIDField(
                        help_text="The claim of the worker that has it; each claim has another.", null=True
                    ),
                ),
                ("lease_until", models.DateTimeField(help_text="When it may be claimed again.", null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("hands", models.PositiveIntegerField(default=0)),
                ("done_at", models.DateTimeField(null=True)),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="parts", to="games.sweeprun"
                    ),
                ),
            ],
            options={
                "ordering": ["run", "number"],
            },
        ),
        migrations.AddConstraint(
            model_name="sweeprun",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "running")), fields=("status",), name="games_sweep_once"
            ),
        ),
        migrations.AddIndex(
            model_name="sweepfinding",
            index=models.Index(
                condition=models.Q(("cleared_at", None)), fields=["club", "-found_at"], name="games_sweep_open"
            ),
        ),
        migrations.AddConstraint(
            model_name="sweepfinding",
            constraint=models.UniqueConstraint(
                fields=("stream", "hand", "version", "code"), name="games_sweep_finding_once"
            ),
        ),
        migrations.AddIndex(
            model_name="sweepchunk",
            index=models.Index(
                condition=models.Q(("status", "done"), _negated=True),
                fields=["run", "number"],
                name="games_sweep_chunk_open",
            ),
        ),
        migrations.AddConstraint(
            model_name="sweepchunk",
            constraint=models.UniqueConstraint(fields=("run", "number"), name="games_sweep_chunk_once"),
        ),
    ]
