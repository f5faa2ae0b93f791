"""A form of the ledger that is sent twice is done once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0014_calendar"),
    ]

    operations = [
        migrations.AddField(
            model_name="officeract",
            name="command",
            field=models.UUIDField(
                help_text="The id of the form that asked for it: sent twice, it is done once.", null=True, unique=True
            ),
        ),
    ]
