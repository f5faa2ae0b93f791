"""Hands and disputes belong to a live table or to a score sheet; a command has up to a thousand events.

A correction of a sheet's first hand withdraws all later ones and enters them again, in one command.
"""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models.functions import Coalesce

SOMEWHERE = models.Q(("sheet__isnull", True), ("table__isnull", False)) | models.Q(
    ("sheet__isnull", False), ("table__isnull", True)
)

LONGER_COMMANDS = """
DO $$
BEGIN
    EXECUTE replace(replace(pg_get_functiondef('public.games_event_append'::regproc),
        '(cardinality(p_types) BETWEEN 1 AND 100)', '(cardinality(p_types) BETWEEN 1 AND 1000)'),
        'a command has 1 to 100 events', 'a command has 1 to 1000 events');
END $$;
"""


class Migration(migrations.Migration):
    """The table of hands is written anew once, for the column that its key begins with."""

    dependencies = [
        ("games", "0027_two_phones"),
    ]

    operations = [
        migrations.RunSQL(LONGER_COMMANDS, migrations.RunSQL.noop),
        migrations.AddField(
            model_name="dispute",
            name="sheet",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="disputes", to="games.sheet"
            ),
        ),
        migrations.AlterField(
            model_name="dispute",
            name="table",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="disputes", to="games.table"
            ),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.CheckConstraint(condition=SOMEWHERE, name="games_dispute_somewhere"),
        ),
        migrations.RemoveConstraint(
            model_name="playedhand",
            name="games_hand_once",
        ),
        migrations.AddField(
            model_name="playedhand",
            name="sheet",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="played_hands", to="games.sheet"
            ),
        ),
        migrations.AlterField(
            model_name="playedhand",
            name="table",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="played_hands", to="games.table"
            ),
        ),
        migrations.AddField(
            model_name="playedhand",
            name="stream",
            field=models.GeneratedField(
                db_persist=True,
                expression=Coalesce("table_id", "sheet_id"),
                help_text="The id of the table or the sheet.",
                output_field=models.UUIDField(),
            ),
        ),
        migrations.AlterField(
            model_name="playedhand",
            name="players",
            field=models.JSONField(
                help_text="The ids of the players by seat as they sat when it was scored; empty for unknown."
            ),
        ),
        migrations.AlterField(
            model_name="playedhand",
            name="version",
            field=models.PositiveIntegerField(help_text="The version of the stream by which it was scored."),
        ),
        migrations.AddConstraint(
            model_name="playedhand",
            constraint=models.UniqueConstraint(
                fields=("projection_version", "stream", "number"),
                include=("id", "declarer", "bid", "made", "doubled", "outcome", "scored_at"),
                name="games_hand_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="playedhand",
            constraint=models.CheckConstraint(condition=SOMEWHERE, name="games_hand_somewhere"),
        ),
    ]
