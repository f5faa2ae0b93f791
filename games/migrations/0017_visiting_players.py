"""The games of a visiting player are marked to be rated anew when an account takes them over: before they count not."""

from django.db import migrations

MARK = """
CREATE TRIGGER games_mark_visiting AFTER UPDATE OF visited_at ON clubs_player
    FOR EACH ROW WHEN ((OLD.visited_at IS NULL) IS DISTINCT FROM (NEW.visited_at IS NULL))
    EXECUTE FUNCTION games_mark_claimed();
"""
UNMARK = "DROP TRIGGER games_mark_visiting ON clubs_player;"


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0017_visiting_players"),
        ("games", "0016_failed_disputes"),
    ]

    operations = [migrations.RunSQL(MARK, UNMARK)]
