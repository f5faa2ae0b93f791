"""The types of events of a tournament's venue and schedule, for the append function."""

from django.db import migrations

TYPES = r"""
INSERT INTO games_event_type (name, schema, sealed, form) VALUES
    ('DelaySet', 1, false, '{"minutes":%,"round":%,"stage":%}'),
    ('MatchesPlaced', 1, false, '{"placings":%}'),
    ('ScheduleSet', 1, false, '{"match\_minutes":%,"rest\_minutes":%,"rounds":%,"sessions":%}'),
    ('SeatFixed', 1, false, '{"entrant":%,"room":%,"table":%}'),
    ('VenueSet', 1, false, '{"allotting":%,"hall":%,"tables":%}')
ON CONFLICT (name) DO UPDATE SET (schema, sealed, form) = (excluded.schema, excluded.sealed, excluded.form);
"""


class Migration(migrations.Migration):
    """What the log takes grows; it forgets no type, so there is no way back."""

    dependencies = [("games", "0031_penalties")]

    operations = [migrations.RunSQL(TYPES, migrations.RunSQL.noop)]
