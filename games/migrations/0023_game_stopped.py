"""The types of events by which a game of a match is ended early, for the append function."""

from django.db import migrations

TYPES = r"""
INSERT INTO games_event_type (name, schema, sealed, form) VALUES
    ('GameStopped', 1, false, '{"at\_once":%}'),
    ('TimeCalled', 1, false, '{"game":%,"match":%}')
ON CONFLICT (name) DO UPDATE SET (schema, sealed, form) = (excluded.schema, excluded.sealed, excluded.form);
"""


class Migration(migrations.Migration):
    """What the log takes grows; it forgets no type, so there is no way back."""

    dependencies = [("games", "0022_tournament_events")]

    operations = [migrations.RunSQL(TYPES, migrations.RunSQL.noop)]
