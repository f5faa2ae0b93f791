"""The types of events of disputed results in tournaments, and settings with how long the steps of a dispute take."""

from django.db import migrations

TYPES = r"""
INSERT INTO games_event_type (name, schema, sealed, form) VALUES
    ('DisputeClosed', 1, false, '{"case":%,"match":%}'),
    ('MatchDisputed', 1, false, '{"case":%,"game":%,"hand":%,"match":%}'),
    ('MatchSetAside', 1, false, '{"case":%,"match":%,"reason":%}'),
    ('MatchWeighed', 1, false, '{"case":%,"game":%,"match":%,"reason":%,"results":%}'),
    ('RulingTakenBack', 1, false, '{"case":%,"game":%,"match":%,"reason":%,"report":%,"results":%}'),
    ('TournamentChanged', 4, false, '{"settings":%}'),
    ('TournamentOpened', 4, false, '{"club":%,"settings":%}')
ON CONFLICT (name) DO UPDATE SET (schema, sealed, form) = (excluded.schema, excluded.sealed, excluded.form);
"""


class Migration(migrations.Migration):
    """What the log takes grows; it forgets no type, so there is no way back."""

    dependencies = [("games", "0041_polls")]

    operations = [migrations.RunSQL(TYPES, migrations.RunSQL.noop)]
