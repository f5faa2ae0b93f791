"""What the table or sheet of a game has yet to follow of the log."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_nothing_is_deleted")]

    operations = [
        migrations.AddField(
            model_name="matchgame",
            name="owed",
            field=models.PositiveIntegerField(
                default=0, help_text="The version of the log that its table or sheet has yet to follow; 0: none."
            ),
        ),
    ]
