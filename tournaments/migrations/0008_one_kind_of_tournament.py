"""The rows of round robins with a final go: their logs have it all (0007)."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

SETTINGS = ("action_seconds", "hands_a_match", "hands_in_final", "lineup_minutes")
"""The fields of a tournament that its log has (`TournamentOpened`)."""


def forget_projection(apps: Any, schema_editor: Any) -> None:
    """Take the read model of the old results off the list of those that are followed."""
    runs = apps.get_model("games", "ProjectionRun").objects.using(schema_editor.connection.alias)
    runs.filter(name="match_results").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0022_tournament_events"),
        ("tournaments", "0007_every_tournament_a_log"),
    ]

    operations = [
        migrations.RunPython(forget_projection, migrations.RunPython.noop),
        # Each before what it refers to, so that the way back makes them in order.
        *(migrations.DeleteModel(name) for name in ("Standing", "MatchResult", "LineUpPlace", "LineUp", "Match")),
        migrations.RemoveField("tournament", "winner"),
        migrations.DeleteModel("Entry"),
        *(migrations.RemoveField("tournament", name) for name in SETTINGS),
        migrations.AlterField(
            model_name="tournament",
            name="champion",
            field=models.ForeignKey(
                blank=True,
                help_text="Once it is closed: the entrant that stands first alone.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournaments.entrant",
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="version",
            field=models.PositiveIntegerField(default=0, help_text="The version of the log that this row reflects."),
        ),
    ]
