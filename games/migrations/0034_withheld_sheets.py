"""Score sheets that are withheld for a time."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Every sheet of before is read as it was."""

    dependencies = [("games", "0033_foreign_streams")]

    operations = [
        migrations.AddField(
            model_name="sheet",
            name="withheld",
            field=models.BooleanField(
                default=False,
                help_text="For now it is read by its players and those who keep the club's sheets alone.",
            ),
        ),
    ]
