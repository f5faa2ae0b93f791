"""What games of matches need: types of events, and whether a game is rated apart from whether it counts."""

from django.db import migrations, models

TYPES = r"""
INSERT INTO games_event_type (name, schema, sealed, form) VALUES
    ('GameStopped', 1, false, '{"at\_once":%}'),
    ('SheetOpened', 3, false, '{"club":%,"counts":%,"dealer":%,"engine":%,"opened\_by":%,"options":%,"players":%,"rules":%}'),
    ('TableOpened', 5, false, '{"action\_seconds":%,"chat":%,"club":%,"counts":%,"engine":%,"house":%,"opened\_by":%,"options":%,"pause\_seconds":%,"play\_minutes":%,"reserve\_seconds":%,"rules":%,"running\_count":%,"salaams":%,"shown\_delay":%,"shown\_seat":%}'),
    ('TimeCalled', 1, false, '{"game":%,"match":%}')
ON CONFLICT (name) DO UPDATE SET (schema, sealed, form) = (excluded.schema, excluded.sealed, excluded.form);
"""


class Migration(migrations.Migration):
    """What the log takes grows; it forgets no type, so the types have no way back."""

    dependencies = [("games", "0022_tournament_events")]

    operations = [
        migrations.RunSQL(TYPES, migrations.RunSQL.noop),
        migrations.AddField(
            model_name="playedgame",
            name="rated",
            field=models.BooleanField(default=True, help_text="It moves ratings, if it counts."),
        ),
    ]
