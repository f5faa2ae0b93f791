"""Events of cases with more members: sides without an account, members who cannot vote, results that are kept."""

from django.db import migrations

TYPES = r"""
INSERT INTO games_event_type (name, schema, sealed, form) VALUES
    ('CaseOpened', 2, false, '{"answer\_until":%,"closes\_at":%,"club":%,"game":%,"hand":%,"host":%,"kind":%,"published\_at":%,"raised\_by":%,"rule":%,"rules":%,"seats":%,"side":%,"sides":%,"step":%,"subject":%,"windows":%,"without\_account":%}'),
    ('DecisionReversed', 2, false, '{"kept":%,"ruling":%}'),
    ('VoteCast', 2, false, '{"gone":%,"member":%,"proposal":%}')
ON CONFLICT (name) DO UPDATE SET (schema, sealed, form) = (excluded.schema, excluded.sealed, excluded.form);
"""


class Migration(migrations.Migration):
    """What the log takes grows; it forgets no type, so there is no way back."""

    dependencies = [("games", "0044_sweeps")]

    operations = [migrations.RunSQL(TYPES, migrations.RunSQL.noop)]
