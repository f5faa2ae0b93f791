"""The windows of cases that a club has set."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0023_uploads")]

    operations = [
        migrations.CreateModel(
            name="CaseWindows",
            fields=[
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="case_windows",
                        serialize=False,
                        to="clubs.club",
                    ),
                ),
                (
                    "dispute",
                    models.PositiveIntegerField(
                        help_text="From the publication of the result: a hand can be disputed."
                    ),
                ),
                ("answer", models.PositiveIntegerField(help_text="The other side answers.")),
                ("poll", models.PositiveIntegerField(help_text="Players answer a poll.")),
                ("ruling", models.PositiveIntegerField(help_text="A director rules.")),
                ("appeal", models.PositiveIntegerField(help_text="A side can appeal.")),
                ("committee", models.PositiveIntegerField(help_text="Officers name a committee.")),
                ("vote", models.PositiveIntegerField(help_text="The committee votes.")),
            ],
        ),
    ]
