"""Tables, seats, finished hands, disputes and answered requests; the numbers of tables come from a sequence."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_initial"),
        ("games", "0001_event_store"),
    ]

    operations = [
        migrations.RunSQL("CREATE SEQUENCE games_table_number AS integer", "DROP SEQUENCE games_table_number"),
        migrations.CreateModel(
            name="Table",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("number", models.PositiveIntegerField(help_text="What people call it: table 3.", unique=True)),
                ("name", models.CharField(blank=True, max_length=60)),
                ("rules", models.CharField(max_length=40)),
                ("options", models.JSONField(default=dict)),
                (
                    "invitation",
                    models.CharField(
                        blank=True,
                        help_text="Empty: anyone may sit down. Else the code of the invitation link.",
                        max_length=32,
                    ),
                ),
                (
                    "fixed_seats",
                    models.BooleanField(
                        default=False,
                        help_text="The players were named when it was opened: nobody else may take a seat over.",
                    ),
                ),
                ("action_seconds", models.PositiveSmallIntegerField(default=30)),
                ("reserve_seconds", models.PositiveSmallIntegerField(default=120)),
                (
                    "pause_seconds",
                    models.PositiveSmallIntegerField(default=8, help_text="Between a hand's result and the next deal."),
                ),
                (
                    "play_minutes",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="No hand begins after so many minutes.", null=True
                    ),
                ),
                (
                    "shown_seat",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="The seat whose hand spectators see, late; empty: none.", null=True
                    ),
                ),
                (
                    "shown_delay",
                    models.PositiveSmallIntegerField(
                        default=60, help_text="Seconds by which spectators see that hand late."
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting for players"),
                            ("playing", "Playing"),
                            ("finished", "Finished"),
                            ("closed", "Closed"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                (
                    "version",
                    models.PositiveIntegerField(
                        default=0, help_text="The version of the stream that this row reflects."
                    ),
                ),
                ("hand_number", models.PositiveSmallIntegerField(default=0)),
                (
                    "due_at",
                    models.DateTimeField(
                        blank=True, help_text="When the server has to act next, if nobody else does.", null=True
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="tables",
                        to="clubs.club",
                    ),
                ),
                (
                    "opened_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="opened_tables",
                        to="clubs.player",
                    ),
                ),
            ],
            options={
                "ordering": ["-number"],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="clubs.player"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.table"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="PlayedHand",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("projection_version", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "version",
                    models.PositiveIntegerField(help_text="The version of the table's stream by which it was scored."),
                ),
                ("outcome", models.CharField(max_length=12)),
                ("declarer", models.PositiveSmallIntegerField(null=True)),
                ("bid", models.PositiveSmallIntegerField(null=True)),
                ("result", models.JSONField(help_text="The HandScored event's body.")),
                (
                    "players",
                    models.JSONField(help_text="The ids of the players, a seat each, as they sat when it was scored."),
                ),
                ("scored_at", models.DateTimeField()),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="played_hands", to="games.table"
                    ),
                ),
            ],
            options={
                "ordering": ["-scored_at"],
            },
        ),
        migrations.CreateModel(
            name="Dispute",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("hand", models.PositiveSmallIntegerField()),
                ("step", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("question", models.CharField(max_length=500)),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "Being audited"), ("audited", "Audited")], default="open", max_length=10
                    ),
                ),
                ("verdict", models.JSONField(blank=True, null=True)),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
                ("audited_at", models.DateTimeField(blank=True, null=True)),
                (
                    "opened_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="disputes",
                        to="clubs.player",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="disputes", to="games.table"
                    ),
                ),
            ],
            options={
                "ordering": ["-opened_at"],
            },
        ),
        migrations.CreateModel(
            name="AnsweredRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=255)),
                ("fingerprint", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField(default=0)),
                ("answer", models.JSONField(default=dict)),
                ("answered_at", models.DateTimeField(auto_now_add=True)),
                (
                    "player",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.player"),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["player", "answered_at"], name="games_request_age")],
                "constraints": [models.UniqueConstraint(fields=("player", "key"), name="games_request_answered_once")],
            },
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="games_table_due"
            ),
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(fields=["status", "-number"], name="games_table_status"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("table", "number"), name="games_seat_taken_once"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("table", "player"), name="games_player_sits_once"),
        ),
        migrations.AddIndex(
            model_name="playedhand",
            index=models.Index(fields=["projection_version", "-scored_at"], name="games_hand_recent"),
        ),
        migrations.AddConstraint(
            model_name="playedhand",
            constraint=models.UniqueConstraint(
                fields=("projection_version", "table", "number"), name="games_hand_once"
            ),
        ),
    ]
