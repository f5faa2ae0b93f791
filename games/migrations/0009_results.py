"""What was won: games, their players, bids, kunukku and ratings."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0004_roles"),
        ("games", "0008_noted"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="friendly",
            field=models.BooleanField(
                default=False, help_text="It counts in no ledger, rating or kunukku of the club."
            ),
        ),
        migrations.CreateModel(
            name="PlayedGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("projection_version", models.PositiveSmallIntegerField()),
                ("stream", models.UUIDField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("table", "Live table"), ("sheet", "Score sheet"), ("result", "Result")], max_length=8
                    ),
                ),
                ("rules", models.CharField(max_length=40)),
                ("family", models.CharField(help_text="`28` or `56`.", max_length=4)),
                (
                    "counts",
                    models.BooleanField(
                        default=True, help_text="Not friendly, and not taken back: it counts in the club."
                    ),
                ),
                (
                    "hands",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="How many hands were decided, cancelled ones aside."
                    ),
                ),
                (
                    "points",
                    models.JSONField(
                        default=list, help_text="Each side's game points (56: stake points) won, all hands."
                    ),
                ),
                ("winners", models.JSONField(default=list, help_text="The winning sides of a finished game.")),
                ("began_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(help_text="Empty while it is played.", null=True)),
                (
                    "club",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="clubs.club"
                    ),
                ),
            ],
            options={
                "ordering": ["-began_at"],
            },
        ),
        migrations.CreateModel(
            name="GamePlayer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("projection_version", models.PositiveSmallIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("side", models.PositiveSmallIntegerField()),
                (
                    "hands",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="How many decided hands this player sat through."
                    ),
                ),
                (
                    "difference",
                    models.IntegerField(
                        default=0,
                        help_text="Points of the own side less those of the others, in these hands; over all players 0.",
                    ),
                ),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[("W", "Won"), ("D", "Drawn"), ("L", "Lost")],
                        help_text="Empty while it is played.",
                        max_length=1,
                    ),
                ),
                ("family", models.CharField(max_length=4)),
                ("counts", models.BooleanField(default=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="clubs.club"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="players", to="games.playedgame"
                    ),
                ),
            ],
            options={
                "ordering": ["game", "seat"],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("family", models.CharField(max_length=4)),
                ("stream", models.UUIDField(help_text="The game after which it holds.")),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("games", models.PositiveIntegerField(help_text="How many games it rests on.")),
                ("rated_at", models.DateTimeField()),
                ("latest", models.BooleanField(default=True)),
                (
                    "player",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.player"),
                ),
            ],
            options={
                "ordering": ["rated_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="BidCount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("projection_version", models.PositiveSmallIntegerField()),
                ("family", models.CharField(max_length=4)),
                ("number", models.PositiveSmallIntegerField()),
                ("made", models.PositiveIntegerField(default=0)),
                ("failed", models.PositiveIntegerField(default=0)),
                (
                    "player",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("projection_version", "player", "family", "number"), name="games_bid_count_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Kunukku",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("projection_version", models.PositiveSmallIntegerField()),
                ("stream", models.UUIDField(help_text="The game.")),
                ("rules", models.CharField(max_length=40)),
                ("salaam", models.BooleanField(default=False, help_text="A salaam was made instead; nothing is worn.")),
                ("hand", models.PositiveSmallIntegerField(help_text="The hand that put it on.")),
                (
                    "why",
                    models.JSONField(
                        default=dict, help_text="The hand's outcome, declarer's id, number and denomination."
                    ),
                ),
                ("placed_at", models.DateTimeField()),
                ("removed_stream", models.UUIDField(null=True)),
                ("removed_hand", models.PositiveSmallIntegerField(null=True)),
                (
                    "how",
                    models.CharField(
                        blank=True, help_text="`made`, `declared` or `lifted`; empty while worn.", max_length=12
                    ),
                ),
                ("removed_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="clubs.club"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"),
                ),
            ],
            options={
                "verbose_name_plural": "kunukku",
                "ordering": ["placed_at", "pk"],
                "indexes": [
                    models.Index(fields=["projection_version", "player", "-placed_at"], name="games_kunukku_of_player"),
                    models.Index(fields=["projection_version", "club", "-placed_at"], name="games_kunukku_of_club"),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="playedgame",
            index=models.Index(
                condition=models.Q(("ended_at__isnull", False)),
                fields=["projection_version", "club", "-ended_at"],
                name="games_game_of_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="playedgame",
            constraint=models.UniqueConstraint(fields=("projection_version", "stream"), name="games_game_once"),
        ),
        migrations.AddIndex(
            model_name="gameplayer",
            index=models.Index(fields=["projection_version", "player", "-ended_at"], name="games_game_of_player"),
        ),
        migrations.AddIndex(
            model_name="gameplayer",
            index=models.Index(fields=["projection_version", "club", "ended_at"], name="games_players_of_club"),
        ),
        migrations.AddConstraint(
            model_name="gameplayer",
            constraint=models.UniqueConstraint(
                fields=("projection_version", "game", "seat", "player"), name="games_game_player_once"
            ),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(fields=["player", "family", "-rated_at"], name="games_rating_of_player"),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                condition=models.Q(("latest", True)), fields=("player", "family"), name="games_rating_now"
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(fields=("player", "family", "stream"), name="games_rating_once"),
        ),
    ]
