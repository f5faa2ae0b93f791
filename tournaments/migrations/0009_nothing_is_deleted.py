"""A club with tournaments is not deleted: no tournament goes with it."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_one_kind_of_tournament")]

    operations = [
        migrations.AlterField(
            "tournament",
            "club",
            models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="tournaments", to="clubs.club"),
        ),
    ]
