"""The day of a game where its club is."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_ratings"),
    ]

    operations = [
        migrations.AddField(
            model_name="playedgame",
            name="day",
            field=models.DateField(help_text="The day of its end where the club is.", null=True),
        ),
    ]
