"""The reasons of officers' acts, which may name people, go where they can be erased."""

import django.db.models.deletion
from django.db import migrations, models


def to_rows(apps, schema_editor):
    schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    alias = schema_editor.connection.alias
    acts = apps.get_model("clubs", "OfficerAct").objects.using(alias).exclude(reason="")
    reasons = apps.get_model("clubs", "ActReason")
    reasons.objects.using(alias).bulk_create(reasons(act_id=act.pk, text=act.reason) for act in acts.iterator())


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0006_notices"),
    ]

    operations = [
        migrations.CreateModel(
            name="ActReason",
            fields=[
                (
                    "act",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="given_reason",
                        serialize=False,
                        to="clubs.officeract",
                    ),
                ),
                ("text", models.CharField(max_length=200)),
            ],
        ),
        migrations.RunPython(to_rows, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name="officeract",
            name="reason",
        ),
    ]
