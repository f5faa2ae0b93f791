"""Ratings that follow the results; what a player's hands are searched by."""

import django.db.models.functions.datetime
from django.db import migrations, models

MARK = """
CREATE FUNCTION games_mark_to_rate() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF NEW.projection_version = (
        SELECT number FROM games_projectionrun WHERE name = 'results' AND status = 'serving'
    ) THEN
        INSERT INTO games_ratingmark (stream) VALUES (NEW.stream);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER games_mark_ended AFTER INSERT ON games_playedgame
    FOR EACH ROW WHEN (NEW.ended_at IS NOT NULL) EXECUTE FUNCTION games_mark_to_rate();
CREATE TRIGGER games_mark_changed AFTER UPDATE ON games_playedgame
    FOR EACH ROW WHEN (
        (OLD.ended_at, OLD.counts, OLD.family, OLD.points, OLD.winners)
        IS DISTINCT FROM (NEW.ended_at, NEW.counts, NEW.family, NEW.points, NEW.winners)
        AND (OLD.ended_at IS NOT NULL OR NEW.ended_at IS NOT NULL)
    ) EXECUTE FUNCTION games_mark_to_rate();
"""
UNMARK = """
DROP TRIGGER games_mark_ended ON games_playedgame;
DROP TRIGGER games_mark_changed ON games_playedgame;
DROP FUNCTION games_mark_to_rate();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0009_doors"),
        ("games", "0010_standings"),
    ]

    operations = [
        migrations.CreateModel(
            name="RatingMark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("stream", models.UUIDField()),
                ("marked_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="RatingState",
            fields=[
                ("family", models.CharField(max_length=4, primary_key=True, serialize=False)),
                ("formula", models.PositiveSmallIntegerField(help_text="The version of the formula.")),
                ("run", models.PositiveSmallIntegerField(help_text="The run of the projection `results`.")),
                ("computed_at", models.DateTimeField(auto_now=True)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="playedhand",
            name="games_hand_once",
        ),
        migrations.AddField(
            model_name="playedhand",
            name="doubled",
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Func(
                    output_field=models.SmallIntegerField(), template="COALESCE((result ->> 'doubled')::smallint, 0)"
                ),
                help_text="0, 1 doubled, 2 redoubled.",
                output_field=models.SmallIntegerField(),
            ),
        ),
        migrations.AddField(
            model_name="playedhand",
            name="made",
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Func(
                    output_field=models.BooleanField(null=True),
                    template="CASE WHEN outcome = 'made' THEN true WHEN outcome IN ('failed', 'conceded') THEN false\nWHEN outcome = 'claimed'\nTHEN (result -> 'points' ->> mod(declarer, jsonb_array_length(result -> 'points')))::integer >= bid END",
                ),
                help_text="Whether the contract was made; empty where there was none, or the director ended the hand.",
                output_field=models.BooleanField(null=True),
            ),
        ),
        migrations.AddIndex(
            model_name="playedgame",
            index=models.Index(
                condition=models.Q(("counts", True), ("ended_at__isnull", False)),
                fields=["projection_version", "family", "ended_at", "stream"],
                name="games_game_to_rate",
            ),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(fields=["family", "rated_at", "stream"], name="games_rating_in_order"),
        ),
        migrations.AddConstraint(
            model_name="playedhand",
            constraint=models.UniqueConstraint(
                fields=("projection_version", "table", "number"),
                include=("id", "declarer", "bid", "made", "doubled", "outcome", "scored_at"),
                name="games_hand_once",
            ),
        ),
        migrations.RunSQL(MARK, UNMARK),
    ]
