"""Lessons that players with an account have done."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """A row a player and lesson."""

    dependencies = [("clubs", "0025_entries_of_rulings"), ("games", "0045_grown_types_of_cases")]

    operations = [
        migrations.CreateModel(
            name="LessonDone",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("lesson", models.CharField(help_text="The lesson's name in its address.", max_length=60)),
                ("done_at", models.DateTimeField(auto_now_add=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="lessons_done", to="clubs.player"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("player", "lesson"), name="games_lesson_done_once")],
            },
        ),
    ]
