"""How a match ended: empty until the worker has built the results anew."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_match_winner"),
    ]

    operations = [
        migrations.AddField(
            model_name="matchresult",
            name="ended_by",
            field=models.CharField(
                blank=True,
                choices=[("rules", "By the rules"), ("forfeit", "By forfeit"), ("absence", "By absence")],
                help_text="How the match ended; empty: it is being played.",
                max_length=10,
            ),
        ),
    ]
