"""Marks of games to be rated say of which family they are."""

from django.db import migrations, models

_FUNCTION = """
CREATE OR REPLACE FUNCTION games_mark_to_rate() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.projection_version = (
        SELECT number FROM games_projectionrun WHERE name = 'results' AND status = 'serving'
    ) THEN
        INSERT INTO games_ratingmark {columns};
    END IF;
    RETURN NULL;
END
$$;
"""
MARK = _FUNCTION.replace("{columns}", "(stream, family) VALUES (NEW.stream, NEW.family)")
UNMARK = _FUNCTION.replace("{columns}", "(stream) VALUES (NEW.stream)")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_game_day"),
    ]

    operations = [
        migrations.AddField(
            model_name="ratingmark",
            name="family",
            field=models.CharField(default="", max_length=4),
        ),
        migrations.RunSQL(MARK, UNMARK),
    ]
