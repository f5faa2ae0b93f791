"""Blind polls, and the features of cases in the case book."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0040_case_audits"),
    ]

    operations = [
        migrations.CreateModel(
            name="CaseFeatures",
            fields=[
                (
                    "case",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="features",
                        serialize=False,
                        to="games.case",
                    ),
                ),
                ("made_by", models.PositiveSmallIntegerField(help_text="The version of the features.")),
                ("family", models.CharField(help_text="28 or 56.", max_length=2)),
                ("players", models.PositiveSmallIntegerField()),
                ("subject", models.CharField(max_length=16)),
                (
                    "rule",
                    models.CharField(
                        blank=True, help_text="The rule that the decision or the dispute cites.", max_length=20
                    ),
                ),
                (
                    "phase",
                    models.CharField(
                        blank=True, help_text="The phase at the step; empty where none is known.", max_length=10
                    ),
                ),
                ("trick", models.PositiveSmallIntegerField(help_text="The number of the trick.", null=True)),
                ("bid", models.PositiveSmallIntegerField(help_text="The standing bid, or the contract.", null=True)),
                ("denomination", models.CharField(blank=True, help_text="What it names in 56.", max_length=2)),
                ("doubled", models.PositiveSmallIntegerField(default=0)),
                ("trump", models.CharField(blank=True, help_text="`hidden`, `open` or `none`.", max_length=8)),
                (
                    "acts",
                    models.CharField(
                        blank=True, help_text="`declarer`, `partner`, `defender`, or of no side.", max_length=10
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["family", "rule"], name="games_features_rule"),
                    models.Index(fields=["family", "subject"], name="games_features_subject"),
                ],
            },
        ),
        migrations.CreateModel(
            name="PollPosition",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("poll", models.PositiveSmallIntegerField(help_text="The number of the poll in the case.")),
                (
                    "through",
                    models.PositiveIntegerField(
                        help_text="The version of the game's stream that the position is made from."
                    ),
                ),
                ("clock", models.BooleanField(default=False, help_text="They see how many seconds were left.")),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="positions", to="games.case"
                    ),
                ),
            ],
            options={
                "ordering": ["case", "poll"],
            },
        ),
        migrations.CreateModel(
            name="PollInvitation",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("asked_at", models.DateTimeField()),
                (
                    "voter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="poll_invitations", to="clubs.player"
                    ),
                ),
                (
                    "position",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="games.pollposition"
                    ),
                ),
            ],
            options={
                "ordering": ["-asked_at", "pk"],
            },
        ),
        migrations.AddConstraint(
            model_name="pollposition",
            constraint=models.UniqueConstraint(fields=("case", "poll"), name="games_poll_position_once"),
        ),
        migrations.AddConstraint(
            model_name="pollinvitation",
            constraint=models.UniqueConstraint(fields=("position", "voter"), name="games_poll_invitation_once"),
        ),
    ]
