"""Sheets kept by two phones: the facts of their streams, passes, notes, and who sits at them."""

import uuid

import django.db.models.deletion
from django.db import migrations, models

TYPES = r"""
INSERT INTO games_event_type (name, schema, sealed, form) VALUES
    ('HandEntered', 2, false, '{"dealer":%,"hand":%,"source":%,"told":%}'),
    ('HandReported', 1, false, '{"edit":%,"hand":%,"sides":%,"told":%}'),
    ('HandSettled', 1, false, '{"hand":%,"reason":%,"told":%,"was":%}'),
    ('HandTranscribed', 1, false, '{"hand":%,"record":%}'),
    ('ReportsCleared', 1, false, '{"edit":%,"hand":%}')
ON CONFLICT (name) DO UPDATE SET (schema, sealed, form) = (excluded.schema, excluded.sealed, excluded.form);
"""
SEATS = """
INSERT INTO games_sheetseat (sheet_id, seat, player_id)
SELECT event.stream, sat.place - 1, player.id
FROM games_event AS event
JOIN games_sheet AS sheet ON sheet.id = event.stream
CROSS JOIN jsonb_array_elements_text(event.body -> 'players') WITH ORDINALITY AS sat (player, place)
JOIN clubs_player AS player ON player.id::text = sat.player
WHERE event.type = 'SheetOpened' AND event.version = 1
ON CONFLICT DO NOTHING;
"""


class Migration(migrations.Migration):
    """What the log takes grows; it forgets no type, so there is no way back from that."""

    dependencies = [
        ("clubs", "0021_failed_tasks"),
        ("games", "0026_matches_in_rooms"),
    ]

    operations = [
        migrations.AddField(
            model_name="sheet",
            name="imported_at",
            field=models.DateTimeField(blank=True, help_text="When it was taken in from a file of records.", null=True),
        ),
        migrations.AlterField(
            model_name="sheet",
            name="score",
            field=models.JSONField(default=list, help_text="Each side's stakes, or its score if no stakes are kept."),
        ),
        migrations.CreateModel(
            name="SheetPass",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("sides", models.JSONField(help_text="The sides that it speaks for.")),
                ("issued_at", models.DateTimeField(auto_now_add=True)),
                (
                    "opened_at",
                    models.DateTimeField(blank=True, help_text="When it was last opened on a device.", null=True),
                ),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "issued_by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="clubs.player"
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="passes", to="games.sheet"
                    ),
                ),
            ],
            options={
                "ordering": ["issued_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="SheetNote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField(help_text="The version of the event that it belongs to.")),
                ("text", models.CharField(max_length=300)),
                ("written_at", models.DateTimeField(auto_now_add=True)),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notes", to="games.sheet"
                    ),
                ),
                (
                    "written_by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="clubs.player"
                    ),
                ),
            ],
            options={
                "ordering": ["sheet", "version"],
                "constraints": [models.UniqueConstraint(fields=("sheet", "version"), name="games_sheet_note_once")],
            },
        ),
        migrations.CreateModel(
            name="SheetSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="sheet_seats", to="clubs.player"
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.sheet"
                    ),
                ),
            ],
            options={
                "ordering": ["sheet", "seat"],
                "indexes": [models.Index(fields=["player", "sheet"], name="games_sheet_of_player")],
                "constraints": [models.UniqueConstraint(fields=("sheet", "seat"), name="games_sheet_seat_once")],
            },
        ),
        migrations.RunSQL(TYPES, migrations.RunSQL.noop),
        migrations.RunSQL(SEATS, migrations.RunSQL.noop),
    ]
