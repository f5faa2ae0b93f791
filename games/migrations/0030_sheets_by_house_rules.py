"""Score sheets kept by a club's house rules, and whether the club has salaams made."""

import django.db.models.deletion
from django.db import migrations, models

TYPES = r"""
INSERT INTO games_event_type (name, schema, sealed, form) VALUES
    ('SheetOpened', 4, false, '{"club":%,"counts":%,"dealer":%,"engine":%,"house":%,"opened\_by":%,"options":%,"players":%,"rules":%,"salaams":%}')
ON CONFLICT (name) DO UPDATE SET (schema, sealed, form) = (excluded.schema, excluded.sealed, excluded.form);
"""


class Migration(migrations.Migration):
    """What the log takes grows; it forgets no type, so there is no way back from that."""

    dependencies = [
        ("clubs", "0021_failed_tasks"),
        ("games", "0029_transcripts"),
    ]

    operations = [
        migrations.AddField(
            model_name="sheet",
            name="house",
            field=models.ForeignKey(
                blank=True,
                help_text="The club's house rules that the options are from.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="sheets",
                to="clubs.houserules",
            ),
        ),
        migrations.RunSQL(TYPES, migrations.RunSQL.noop),
    ]
