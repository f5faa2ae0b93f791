"""The plan of a stage with the rooms of its matches, for the append function."""

from django.db import migrations

TYPES = r"""
INSERT INTO games_event_type (name, schema, sealed, form) VALUES
    ('StagePlanned', 2, false, '{"plan":%,"stage":%}')
ON CONFLICT (name) DO UPDATE SET (schema, sealed, form) = (excluded.schema, excluded.sealed, excluded.form);
"""


class Migration(migrations.Migration):
    """What the log takes grows; it forgets no type, so there is no way back."""

    dependencies = [("games", "0025_agreed_times")]

    operations = [migrations.RunSQL(TYPES, migrations.RunSQL.noop)]
