"""Visiting players: those who play without an account, each bound to the session of a browser."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0016_failures"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="visited_at",
            field=models.DateTimeField(
                blank=True,
                db_index=True,
                help_text=(
                    "When a visiting player, who has no account and belongs to one browser, last played; empty: none."
                ),
                null=True,
            ),
        ),
    ]
