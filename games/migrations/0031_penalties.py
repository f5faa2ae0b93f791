"""The types of events of penalties, and of settings that say when a side counts as missing."""

from django.db import migrations

TYPES = r"""
INSERT INTO games_event_type (name, schema, sealed, form) VALUES
    ('PenaltyGiven', 1, false, '{"entrant":%,"kind":%,"match":%,"player":%,"points":%,"reason":%,"stage":%}'),
    ('TournamentChanged', 3, false, '{"settings":%}'),
    ('TournamentOpened', 3, false, '{"club":%,"settings":%}')
ON CONFLICT (name) DO UPDATE SET (schema, sealed, form) = (excluded.schema, excluded.sealed, excluded.form);
"""


class Migration(migrations.Migration):
    """What the log takes grows; it forgets no type, so there is no way back."""

    dependencies = [("games", "0030_sheets_by_house_rules")]

    operations = [migrations.RunSQL(TYPES, migrations.RunSQL.noop)]
