"""What players win in their clubs, written results, and how kunukku come off."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0009_doors"),
        ("games", "0009_results"),
    ]

    operations = [
        migrations.CreateModel(
            name="ClubTally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("projection_version", models.PositiveSmallIntegerField()),
                ("family", models.CharField(max_length=4)),
                ("span", models.CharField(choices=[("all", "All"), ("month", "Month"), ("day", "Day")], max_length=5)),
                (
                    "begins",
                    models.DateField(
                        help_text="The day, or the first of the month; for all time 1 January of the year 1."
                    ),
                ),
                ("games", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("drawn", models.PositiveIntegerField(default=0)),
                ("lost", models.PositiveIntegerField(default=0)),
                ("difference", models.IntegerField(default=0)),
                ("hands", models.PositiveIntegerField(default=0)),
                ("made", models.PositiveIntegerField(default=0)),
                ("failed", models.PositiveIntegerField(default=0)),
                (
                    "longest",
                    models.PositiveIntegerField(default=0, help_text="The longest run of games won one after another."),
                ),
                ("streak", models.PositiveIntegerField(default=0, help_text="How many were won since one was not.")),
                ("last_at", models.DateTimeField(help_text="When the latest game ended.", null=True)),
            ],
            options={
                "verbose_name_plural": "club tallies",
                "ordering": ["-begins"],
            },
        ),
        migrations.CreateModel(
            name="KunukkuGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("projection_version", models.PositiveSmallIntegerField()),
                ("stream", models.UUIDField()),
                ("rules", models.CharField(max_length=40)),
                ("salaam", models.BooleanField(default=False, help_text="The club has salaams made instead.")),
                (
                    "seats",
                    models.JSONField(default=list, help_text="The ids of the players; empty for a bot or nobody."),
                ),
                ("salaams", models.JSONField(default=list, help_text="How many each seat has made, by the rules.")),
                (
                    "moved",
                    models.JSONField(
                        default=dict, help_text="The seats of which kunukku came off and went on in this hand."
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="KunukkuOff",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("projection_version", models.PositiveSmallIntegerField()),
                ("stream", models.UUIDField(help_text="The game, or the lifting.")),
                ("version", models.PositiveIntegerField()),
                ("hand", models.PositiveSmallIntegerField(null=True)),
                ("how", models.CharField(help_text="`made`, `declared` or `lifted`.", max_length=12)),
                ("off_at", models.DateTimeField()),
            ],
            options={
                "verbose_name_plural": "kunukku off",
                "ordering": ["off_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="SeasonFirst",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("family", models.CharField(max_length=4)),
                ("games", models.PositiveIntegerField()),
                ("won", models.PositiveIntegerField()),
                ("drawn", models.PositiveIntegerField()),
                ("difference", models.IntegerField()),
                ("players", models.PositiveIntegerField(help_text="How many played.")),
                ("begins", models.DateField(help_text="The days that it was reckoned for.")),
                ("ends", models.DateField()),
            ],
            options={
                "ordering": ["-ends", "family", "pk"],
            },
        ),
        migrations.CreateModel(
            name="WrittenResult",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("rules", models.CharField(max_length=40)),
                ("players", models.JSONField(help_text="The ids of the players, a seat each.")),
                ("points", models.JSONField(help_text="What each side won.")),
                (
                    "hands",
                    models.PositiveSmallIntegerField(default=0, help_text="How many hands; 0 where nobody has said."),
                ),
                ("played_on", models.DateField()),
                ("note", models.CharField(blank=True, max_length=200)),
                ("entered_at", models.DateTimeField(auto_now_add=True)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, help_text="Why it was taken back.", max_length=200)),
            ],
            options={
                "ordering": ["-played_on", "-entered_at"],
            },
        ),
        migrations.AddField(
            model_name="gameplayer",
            name="failed",
            field=models.PositiveSmallIntegerField(default=0, help_text="How many were not."),
        ),
        migrations.AddField(
            model_name="gameplayer",
            name="highest",
            field=models.PositiveSmallIntegerField(help_text="The highest number of those made.", null=True),
        ),
        migrations.AddField(
            model_name="gameplayer",
            name="highest_hand",
            field=models.PositiveSmallIntegerField(help_text="The first hand in which that was made.", null=True),
        ),
        migrations.AddField(
            model_name="gameplayer",
            name="made",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="How many contracts of this player's were made."
            ),
        ),
        migrations.AddField(
            model_name="kunukku",
            name="version",
            field=models.PositiveIntegerField(default=0, help_text="The version of the game by which it was put on."),
        ),
        migrations.AddField(
            model_name="playedgame",
            name="running",
            field=models.JSONField(
                default=dict, help_text="Who sits where, and the score, from hand to hand; no cards."
            ),
        ),
        migrations.AlterField(
            model_name="kunukku",
            name="removed_stream",
            field=models.UUIDField(help_text="The game, or the lifting, that took it off.", null=True),
        ),
        migrations.AddIndex(
            model_name="gameplayer",
            index=models.Index(
                condition=models.Q(("counts", True), ("outcome", "W")),
                fields=["projection_version", "club", "family", "-difference", "ended_at"],
                name="games_biggest_wins",
            ),
        ),
        migrations.AddIndex(
            model_name="gameplayer",
            index=models.Index(
                condition=models.Q(("counts", True), ("ended_at__isnull", False), ("highest__isnull", False)),
                fields=["projection_version", "club", "family", "-highest", "ended_at"],
                name="games_highest_made",
            ),
        ),
        migrations.AddIndex(
            model_name="kunukku",
            index=models.Index(
                condition=models.Q(("removed_at__isnull", True), ("salaam", False)),
                fields=["projection_version", "club", "placed_at"],
                name="games_kunukku_worn",
            ),
        ),
        migrations.AddField(
            model_name="clubtally",
            name="club",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
        ),
        migrations.AddField(
            model_name="clubtally",
            name="player",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"),
        ),
        migrations.AddField(
            model_name="kunukkugame",
            name="club",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
        ),
        migrations.AddField(
            model_name="kunukkuoff",
            name="club",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"),
        ),
        migrations.AddField(
            model_name="kunukkuoff",
            name="player",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"),
        ),
        migrations.AddField(
            model_name="seasonfirst",
            name="player",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.player"),
        ),
        migrations.AddField(
            model_name="seasonfirst",
            name="season",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.season"),
        ),
        migrations.AddField(
            model_name="writtenresult",
            name="club",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"),
        ),
        migrations.AddField(
            model_name="writtenresult",
            name="entered_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="clubs.player"
            ),
        ),
        migrations.AddField(
            model_name="writtenresult",
            name="withdrawn_by",
            field=models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="clubs.player"
            ),
        ),
        migrations.AddIndex(
            model_name="clubtally",
            index=models.Index(
                condition=models.Q(("span", "day")),
                fields=["projection_version", "club", "family", "-made", "begins"],
                name="games_tally_made",
            ),
        ),
        migrations.AddIndex(
            model_name="clubtally",
            index=models.Index(
                condition=models.Q(("span", "day")),
                fields=["projection_version", "club", "family", "-hands", "begins"],
                name="games_tally_hands",
            ),
        ),
        migrations.AddIndex(
            model_name="clubtally",
            index=models.Index(
                condition=models.Q(("span", "all")),
                fields=["projection_version", "club", "family", "-longest", "last_at"],
                name="games_tally_longest",
            ),
        ),
        migrations.AddConstraint(
            model_name="clubtally",
            constraint=models.UniqueConstraint(
                fields=("projection_version", "club", "family", "span", "begins", "player"), name="games_tally_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="kunukkugame",
            constraint=models.UniqueConstraint(fields=("projection_version", "stream"), name="games_kunukku_game_once"),
        ),
        migrations.AddIndex(
            model_name="kunukkuoff",
            index=models.Index(fields=["projection_version", "club", "player", "off_at"], name="games_kunukku_off"),
        ),
        migrations.AddConstraint(
            model_name="seasonfirst",
            constraint=models.UniqueConstraint(fields=("season", "family", "player"), name="games_season_first_once"),
        ),
        migrations.AddIndex(
            model_name="writtenresult",
            index=models.Index(fields=["club", "-played_on", "-entered_at"], name="games_written_of_club"),
        ),
    ]
