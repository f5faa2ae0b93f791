"""The winner of a match: until its results are built anew, the side with more points, as it was before."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F

HOME, AWAY = 0, 1


def by_points(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write down who won by the points of the finished matches."""
    # The connection of the migration: another one would wait for the lock of the new column for ever.
    match_results: Any = apps.get_model("tournaments", "MatchResult")  # type: ignore[misc]  # a model no more
    rows = match_results.objects.using(schema_editor.connection.alias)
    finished = rows.filter(finished=True)
    finished.filter(home_points__gt=F("away_points")).update(winner=HOME)
    finished.filter(home_points__lt=F("away_points")).update(winner=AWAY)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0003_line_ups"),
    ]

    operations = [
        migrations.AddField(
            model_name="matchresult",
            name="winner",
            field=models.PositiveSmallIntegerField(
                choices=[(0, "Home"), (1, "Away")],
                help_text="The side that won; empty: it is being played, or nobody won alone.",
                null=True,
            ),
        ),
        migrations.RunPython(by_points, migrations.RunPython.noop),
    ]
