"""One file is worked on in a club at a time."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0012_imports"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="importrun",
            name="clubs_one_open_import",
        ),
        migrations.AddConstraint(
            model_name="importrun",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status__in", ["waiting", "running"])),
                fields=("club",),
                name="clubs_one_open_import",
            ),
        ),
    ]
