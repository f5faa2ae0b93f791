"""Keep beside the names of players and clubs what they are compared by. No name changes."""

from django.db import migrations, models

from clubs.models.named import SkeletonField
from clubs.names import skeleton

_AT_ONCE = 2000


def write_skeletons(apps, schema_editor):
    """Write the skeletons of the names there are."""
    alias = schema_editor.connection.alias
    for model in ("Player", "Club"):
        manager = apps.get_model("clubs", model).objects.using(alias)
        rows = manager.only("pk", "name").order_by("pk")
        batch = list(rows[:_AT_ONCE])
        while batch:
            for row in batch:
                row.skeleton = skeleton(row.name)
            manager.bulk_update(batch, ["skeleton"])
            batch = list(rows.filter(pk__gt=batch[-1].pk)[:_AT_ONCE])


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0019_answered_requests"),
    ]

    operations = [
        migrations.AddField("player", "skeleton", SkeletonField(default="", editable=False)),
        migrations.AddField("club", "skeleton", SkeletonField(default="", editable=False)),
        migrations.AddIndex("player", models.Index(fields=["skeleton"], name="clubs_player_skeleton")),
        migrations.AddIndex("club", models.Index(fields=["skeleton"], name="clubs_club_skeleton")),
        migrations.RunPython(write_skeletons, migrations.RunPython.noop),
    ]
