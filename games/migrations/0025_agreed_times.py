"""The event of a time that is proposed for a match, for the append function."""

from django.db import migrations

TYPES = r"""
INSERT INTO games_event_type (name, schema, sealed, form) VALUES
    ('TimeProposed', 1, false, '{"at":%,"entrant":%,"match":%}')
ON CONFLICT (name) DO UPDATE SET (schema, sealed, form) = (excluded.schema, excluded.sealed, excluded.form);
"""


class Migration(migrations.Migration):
    """What the log takes grows; it forgets no type, so there is no way back."""

    dependencies = [("games", "0024_free_agents")]

    operations = [migrations.RunSQL(TYPES, migrations.RunSQL.noop)]
