"""When a tournament starts, how long its rounds wait for line-ups, and the line-ups."""

import django.db.models.deletion
from django.db import migrations, models


def line_ups_from_tables(apps, schema_editor):
    """Write down who sat for whom in the matches that have been called: home in the even seats."""
    using = schema_editor.connection.alias
    line_ups, places = apps.get_model("tournaments", "LineUp"), apps.get_model("tournaments", "LineUpPlace")
    for match in (
        apps.get_model("tournaments", "Match").objects.using(using).exclude(table=None).select_related("table")
    ):
        for side, entry in enumerate((match.home_id, match.away_id)):
            line_up = line_ups.objects.using(using).create(match=match, entry_id=entry, fixed_at=match.table.created_at)
            places.objects.using(using).bulk_create(
                places(line_up=line_up, player_id=seat.player_id, position=seat.number // 2)
                for seat in match.table.seats.using(using).all()
                if seat.number % 2 == side
            )


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0011_own_data"),
        ("tournaments", "0002_house"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="next_at",
            field=models.DateTimeField(
                blank=True,
                help_text="When its round was the next to be called: line-ups are waited for since then.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="lineup_minutes",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="How long a round waits for the line-ups of its matches, in minutes."
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="starts_at",
            field=models.DateTimeField(
                blank=True, help_text="No match is called before this time; empty: as soon as it is started.", null=True
            ),
        ),
        migrations.CreateModel(
            name="LineUp",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("named_at", models.DateTimeField(auto_now=True)),
                ("fixed_at", models.DateTimeField(blank=True, help_text="When the match was called.", null=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="line_ups", to="tournaments.entry"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="line_ups", to="tournaments.match"
                    ),
                ),
                (
                    "named_by",
                    models.ForeignKey(
                        blank=True,
                        help_text="Empty: nobody named it, and the first of the squad played.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LineUpPlace",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField()),
                (
                    "line_up",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="places", to="tournaments.lineup"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="line_up_places", to="clubs.player"
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.AddConstraint(
            model_name="lineup",
            constraint=models.UniqueConstraint(fields=("match", "entry"), name="tournaments_line_up_once"),
        ),
        migrations.AddConstraint(
            model_name="lineupplace",
            constraint=models.UniqueConstraint(fields=("line_up", "position"), name="tournaments_line_up_seat_once"),
        ),
        migrations.AddConstraint(
            model_name="lineupplace",
            constraint=models.UniqueConstraint(fields=("line_up", "player"), name="tournaments_line_up_player_once"),
        ),
        migrations.RunPython(line_ups_from_tables, migrations.RunPython.noop),
    ]
