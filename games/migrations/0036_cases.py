"""Disputed hands: a case, its people, and their words."""

import uuid

import django.db.models.deletion
import django.db.models.functions.comparison
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0023_uploads"),
        ("games", "0035_types_of_cases"),
    ]

    operations = [
        migrations.CreateModel(
            name="Case",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("number", models.PositiveIntegerField(help_text="The number of the case in its club, from 1.")),
                (
                    "game",
                    models.GeneratedField(
                        db_persist=True,
                        expression=django.db.models.functions.comparison.Coalesce("table_id", "sheet_id"),
                        help_text="The id of the table or the sheet.",
                        output_field=models.UUIDField(),
                    ),
                ),
                ("host", models.UUIDField(help_text="The id of the tournament that the game is part of.", null=True)),
                ("hand", models.PositiveSmallIntegerField()),
                ("step", models.PositiveSmallIntegerField(null=True)),
                ("rules", models.CharField(max_length=40)),
                ("family", models.CharField(help_text="28 or 56.", max_length=2)),
                ("subject", models.CharField(help_text="One of `games.events.cases.SUBJECTS`.", max_length=16)),
                (
                    "rule",
                    models.CharField(
                        blank=True, help_text="The rule that the decision, or the dispute, cites.", max_length=20
                    ),
                ),
                (
                    "decision",
                    models.CharField(blank=True, help_text="The kind of the decision that holds now.", max_length=10),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Waits for the other side"),
                            ("review", "Waits for a ruling"),
                            ("ruled", "Ruled, and open to an appeal"),
                            ("appealed", "Appealed, and waits for a committee"),
                            ("voting", "Before the committee"),
                            ("closed", "Closed"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("outcome", models.CharField(blank=True, help_text="How it ended.", max_length=10)),
                ("version", models.PositiveIntegerField(help_text="The version of the stream that this row reflects.")),
                ("due_at", models.DateTimeField(help_text="The next deadline; None: there is none.", null=True)),
                ("names_withheld", models.BooleanField(default=False, help_text="The case book names nobody.")),
                (
                    "owed",
                    models.BooleanField(default=False, help_text="A decision is still to be applied, or reversed."),
                ),
                ("opened_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="cases", to="clubs.club"
                    ),
                ),
                (
                    "director",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="cases_taken",
                        to="clubs.player",
                    ),
                ),
                (
                    "raised_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="cases_raised",
                        to="clubs.player",
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="cases", to="games.sheet"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="cases", to="games.table"
                    ),
                ),
            ],
            options={
                "ordering": ["-opened_at"],
            },
        ),
        migrations.CreateModel(
            name="CasePerson",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "part",
                    models.CharField(
                        choices=[
                            ("party", "Party"),
                            ("officer", "Officer who raised the dispute"),
                            ("director", "Director"),
                            ("voter", "Asked in a poll"),
                            ("member", "Member of the committee"),
                        ],
                        max_length=10,
                    ),
                ),
                ("side", models.PositiveSmallIntegerField(help_text="The side of a party.", null=True)),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="people", to="games.case"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="case_parts", to="clubs.player"
                    ),
                ),
            ],
            options={
                "ordering": ["case", "pk"],
            },
        ),
        migrations.CreateModel(
            name="CaseText",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "version",
                    models.PositiveIntegerField(help_text="The version of the event that it was written with."),
                ),
                ("text", models.TextField()),
                ("written_at", models.DateTimeField()),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="case_texts",
                        to="clubs.player",
                    ),
                ),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="texts", to="games.case"
                    ),
                ),
            ],
            options={
                "ordering": ["case", "version"],
            },
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(fields=["game", "closed_at"], name="games_case_game"),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(fields=["club", "-opened_at"], name="games_case_club"),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(fields=["host"], name="games_case_host"),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="games_case_due"),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.UniqueConstraint(fields=("club", "number"), name="games_case_number"),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("sheet__isnull", True), ("table__isnull", False)),
                    models.Q(("sheet__isnull", False), ("table__isnull", True)),
                    _connector="OR",
                ),
                name="games_case_somewhere",
            ),
        ),
        migrations.AddConstraint(
            model_name="caseperson",
            constraint=models.UniqueConstraint(fields=("case", "player", "part"), name="games_case_person_once"),
        ),
        migrations.AddConstraint(
            model_name="casetext",
            constraint=models.UniqueConstraint(fields=("case", "version"), name="games_case_text_once"),
        ),
    ]
