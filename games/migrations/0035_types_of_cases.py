"""The types of events of cases and of adjusted results."""

from django.db import migrations

TYPES = r"""
INSERT INTO games_event_type (name, schema, sealed, form) VALUES
    ('AdjustmentWithdrawn', 1, false, '{"adjustment":%,"case":%,"points":%,"winners":%}'),
    ('AppealDecided', 1, false, '{"proposal":%,"votes":%}'),
    ('AppealWithdrawn', 1, false, '{"by":%}'),
    ('CaseAnswered', 1, false, '{"by":%,"side":%,"stance":%}'),
    ('CaseAppealed', 1, false, '{"by":%,"name\_until":%,"side":%}'),
    ('CaseAudited', 1, false, '{"audit":%,"digest":%,"findings":%,"through":%,"verdict":%}'),
    ('CaseClosed', 1, false, '{"outcome":%}'),
    ('CaseOpened', 1, false, '{"answer\_until":%,"closes\_at":%,"club":%,"game":%,"hand":%,"host":%,"kind":%,"published\_at":%,"raised\_by":%,"rule":%,"rules":%,"seats":%,"side":%,"sides":%,"step":%,"subject":%,"windows":%}'),
    ('CaseReleased', 1, false, '{"by":%}'),
    ('CaseRuled', 1, false, '{"appeal\_until":%,"by":%,"decision":%,"ruling":%}'),
    ('CaseRulingWithdrawn', 1, false, '{"by":%,"ruling":%}'),
    ('CaseTaken', 1, false, '{"by":%}'),
    ('CaseWithdrawn', 1, false, '{"by":%}'),
    ('CommitteeNamed', 1, false, '{"by":%,"members":%,"vote\_until":%}'),
    ('DeadlineMoved', 1, false, '{"by":%,"step":%,"until":%}'),
    ('DeadlinePassed', 1, false, '{"next":%,"step":%,"until":%}'),
    ('DecisionApplied', 1, false, '{"adjustment":%,"hosted":%,"ruling":%}'),
    ('DecisionProposed', 1, false, '{"by":%,"decision":%,"proposal":%}'),
    ('DecisionReversed', 1, false, '{"ruling":%}'),
    ('EvidenceAdded', 1, false, '{"by":%,"evidence":%,"item":%,"kind":%,"step":%}'),
    ('EvidenceWithdrawn', 1, false, '{"by":%,"evidence":%}'),
    ('NamesShown', 1, false, '{"by":%}'),
    ('NamesWithheld', 1, false, '{"by":%}'),
    ('PollAnswered', 1, false, '{"action":%,"poll":%,"sure":%,"voter":%}'),
    ('PollClosed', 1, false, '{"by":%,"poll":%}'),
    ('PollOpened', 1, false, '{"by":%,"poll":%,"seat":%,"step":%,"until":%,"voters":%}'),
    ('ResultAdjusted', 1, false, '{"adjustment":%,"case":%,"hand":%,"points":%,"row":%,"told":%,"winners":%}'),
    ('VoteCast', 1, false, '{"member":%,"proposal":%}')
ON CONFLICT (name) DO UPDATE SET (schema, sealed, form) = (excluded.schema, excluded.sealed, excluded.form);
"""


class Migration(migrations.Migration):
    """What the log takes grows; it forgets no type, so there is no way back."""

    dependencies = [("games", "0034_withheld_sheets")]

    operations = [migrations.RunSQL(TYPES, migrations.RunSQL.noop)]
