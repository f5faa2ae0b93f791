"""Entrants that are single players, in a team by lot, or held out."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """More ways in which an entrant stands."""

    dependencies = [("tournaments", "0010_owed")]

    operations = [
        migrations.AlterField(
            model_name="entrant",
            name="status",
            field=models.CharField(
                choices=[
                    ("entered", "Entered"),
                    ("waiting", "On the waiting list"),
                    ("withdrawn", "Withdrawn"),
                    ("free", "Free agent"),
                    ("in_team", "In a team by lot"),
                    ("held_out", "Held out as absent"),
                ],
                default="entered",
                max_length=10,
            ),
        ),
    ]
