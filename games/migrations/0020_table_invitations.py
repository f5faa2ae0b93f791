"""Seal the codes of invitation links, of tables and of convention cards. The links stay as they are."""

from django.db import migrations

import games.sealing.fields
from games.sealing.fields import open_text, seal_text

_SECRETS = (("Table", "games.table.invitation"), ("PartnershipCard", "games.partnershipcard.invitation"))


def _rewrite(apps, schema_editor, turn):
    connection = schema_editor.connection
    for model, place in _SECRETS:
        table = apps.get_model("games", model)._meta.db_table
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT id, invitation FROM {table} WHERE invitation <> ''")  # noqa: S608  # our own name
            rows = [(turn(text, place), row) for row, text in cursor.fetchall()]
            cursor.executemany(f"UPDATE {table} SET invitation = %s WHERE id = %s", rows)  # noqa: S608


def seal(apps, schema_editor):
    """Seal the codes that lie in clear."""
    _rewrite(apps, schema_editor, seal_text)


def unseal(apps, schema_editor):
    """Write the codes in clear; one whose key is lost is lost, and the way in by it closed."""
    _rewrite(apps, schema_editor, lambda text, place: open_text(text, place) or "lost")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0019_answers_to_clubs"),
    ]

    operations = [
        migrations.AlterField(
            "table",
            "invitation",
            games.sealing.fields.SealedField(
                blank=True, help_text="Empty: anyone may sit down. Else the code of the invitation link."
            ),
        ),
        migrations.AlterField(
            "partnershipcard",
            "invitation",
            games.sealing.fields.SealedField(help_text="The code of the link by which partners join."),
        ),
        migrations.RunPython(seal, unseal),
    ]
