"""A claim of a player without an account, or its end, marks the player's games to be rated anew."""

from django.db import migrations

MARK = """
CREATE FUNCTION games_mark_claimed() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO games_ratingmark (stream, family)
    SELECT DISTINCT game.stream, game.family
    FROM games_gameplayer seat JOIN games_playedgame game ON game.id = seat.game_id
    WHERE seat.player_id = NEW.id AND game.ended_at IS NOT NULL AND game.projection_version = (
        SELECT number FROM games_projectionrun WHERE name = 'results' AND status = 'serving'
    );
    RETURN NULL;
END
$$;
CREATE TRIGGER games_mark_claimed AFTER UPDATE OF merged_into_id ON clubs_player
    FOR EACH ROW WHEN (OLD.merged_into_id IS DISTINCT FROM NEW.merged_into_id) EXECUTE FUNCTION games_mark_claimed();
"""
UNMARK = """
DROP TRIGGER games_mark_claimed ON clubs_player;
DROP FUNCTION games_mark_claimed();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0015_act_commands"),
        ("games", "0014_kunukku_past"),
    ]

    operations = [migrations.RunSQL(MARK, UNMARK)]
