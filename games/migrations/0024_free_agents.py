"""The types of events of free agents, of entrants that are held out, and of settings with more members."""

from django.db import migrations

TYPES = r"""
INSERT INTO games_event_type (name, schema, sealed, form) VALUES
    ('EntrantReadmitted', 1, false, '{"entrant":%,"waiting":%}'),
    ('EntrantsHeldOut', 1, false, '{"entrants":%,"moved\_up":%}'),
    ('FreeAgentEntered', 1, false, '{"club":%,"entrant":%,"player":%}'),
    ('TeamsMade', 1, false, '{"first":%,"lot":%,"teams":%,"waiting":%}'),
    ('TournamentChanged', 2, false, '{"settings":%}'),
    ('TournamentOpened', 2, false, '{"club":%,"settings":%}')
ON CONFLICT (name) DO UPDATE SET (schema, sealed, form) = (excluded.schema, excluded.sealed, excluded.form);
"""


class Migration(migrations.Migration):
    """What the log takes grows; it forgets no type, so there is no way back."""

    dependencies = [("games", "0023_games_of_matches")]

    operations = [migrations.RunSQL(TYPES, migrations.RunSQL.noop)]
