"""Results under embargo: from when everybody may know who won, and the events."""

from django.db import migrations, models

TYPES = r"""
INSERT INTO games_event_type (name, schema, sealed, form) VALUES
    ('EmbargoSet', 1, false, '{"until":%}'),
    ('ResultsReleased', 1, false, '{}')
ON CONFLICT (name) DO UPDATE SET (schema, sealed, form) = (excluded.schema, excluded.sealed, excluded.form);
"""


class Migration(migrations.Migration):
    """What the log takes grows; it forgets no type, so there is no way back from that."""

    dependencies = [("games", "0030_sheets_by_house_rules"), ("tournaments", "0012_floor")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="results_from",
            field=models.DateTimeField(
                blank=True,
                help_text="From when everybody may know its results; far away: not before a director releases them.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="embargo_from",
            field=models.DateTimeField(blank=True, help_text="When the embargo on its results began.", null=True),
        ),
        migrations.RunSQL(TYPES, migrations.RunSQL.noop),
    ]
