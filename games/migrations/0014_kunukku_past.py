"""The kunukku that came off, the latest first."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0014_calendar"),
        ("games", "0013_rating_marks"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="kunukku",
            index=models.Index(
                condition=models.Q(("removed_at__isnull", False)),
                fields=["projection_version", "club", "-removed_at", "-id"],
                name="games_kunukku_past",
            ),
        ),
    ]
