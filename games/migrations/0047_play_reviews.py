"""The reviews of players' own play."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0023_uploads"),
        ("games", "0046_lessons"),
    ]

    operations = [
        migrations.CreateModel(
            name="PlayReview",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("hand", models.PositiveSmallIntegerField()),
                (
                    "at",
                    models.PositiveIntegerField(default=0, help_text="The version of the practice; 0 at a table."),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "Open"), ("made", "Made"), ("failed", "Failed")],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("report", models.JSONField(blank=True, null=True)),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                ("made_at", models.DateTimeField(blank=True, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0, help_text="How many attempts have failed.")),
                (
                    "due_at",
                    models.DateTimeField(blank=True, help_text="After a failure: when it is tried again.", null=True),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="play_reviews", to="clubs.player"
                    ),
                ),
                (
                    "practice",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="play_reviews",
                        to="games.practice",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="play_reviews",
                        to="games.table",
                    ),
                ),
            ],
            options={
                "ordering": ["-asked_at"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "open")), fields=["due_at"], name="games_playreview_open"
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("practice__isnull", True), ("table__isnull", False)),
                            models.Q(("practice__isnull", False), ("table__isnull", True)),
                            _connector="OR",
                        ),
                        name="games_playreview_somewhere",
                    )
                ],
            },
        ),
    ]
