"""Score sheets that are closed without a result, and the types of events that close and reopen them."""

from django.db import migrations, models

TYPES = r"""
INSERT INTO games_event_type (name, schema, sealed, form) VALUES
    ('SheetClosed', 1, false, '{"reason":%}'),
    ('SheetReopened', 1, false, '{}')
ON CONFLICT (name) DO UPDATE SET (schema, sealed, form) = (excluded.schema, excluded.sealed, excluded.form);
"""


class Migration(migrations.Migration):
    """What the log takes grows; it forgets no type, so there is no way back."""

    dependencies = [("games", "0048_words_of_states")]

    operations = [
        migrations.RunSQL(TYPES, migrations.RunSQL.noop),
        migrations.AlterField(
            model_name="sheet",
            name="status",
            field=models.CharField(
                choices=[("open", "Running"), ("finished", "Finished"), ("closed", "Closed")],
                default="open",
                max_length=10,
            ),
        ),
    ]
