"""Keep which time zone a club had when: a day of the past does not follow a change of the zone."""

from uuid import UUID

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from clubs.guards import append_only

# A minute ahead: by then the change is committed, so nobody reads another zone for a moment before and after it.
RECORD = """
CREATE FUNCTION clubs_record_zone() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO clubs_clubzonechange (club_id, before, at)
    VALUES (OLD.id, OLD.time_zone, clock_timestamp() + interval '1 minute');
    RETURN NULL;
END
$$;
CREATE TRIGGER clubs_record_zone AFTER UPDATE OF time_zone ON clubs_club
    FOR EACH ROW WHEN (OLD.time_zone IS DISTINCT FROM NEW.time_zone) EXECUTE FUNCTION clubs_record_zone();
"""
UNRECORD = """
DROP TRIGGER clubs_record_zone ON clubs_club;
DROP FUNCTION clubs_record_zone();
"""


def record_past_changes(apps, schema_editor):
    """Write down the changes that stand in the officers' log; before its first one a club had the server's zone."""
    alias = schema_editor.connection.alias
    zones: dict[UUID, str] = {}
    acts = apps.get_model("clubs", "OfficerAct").objects.using(alias)
    changes = acts.filter(action="club.changed", details__has_key="time_zone").order_by("done_at", "pk")
    rows = apps.get_model("clubs", "ClubZoneChange").objects.using(alias)
    for club, details, at in changes.values_list("club_id", "details", "done_at"):
        rows.create(club_id=club, before=zones.get(club, settings.TIME_ZONE), at=at)
        zones[club] = details["time_zone"]


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0017_visiting_players"),
    ]

    operations = [
        migrations.CreateModel(
            name="ClubZoneChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("before", models.CharField(help_text="The zone until then.", max_length=64)),
                ("at", models.DateTimeField(help_text="From when on the next zone holds.")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="zone_changes", to="clubs.club"
                    ),
                ),
            ],
            options={"ordering": ["at", "pk"]},
        ),
        migrations.RunSQL(RECORD, UNRECORD),
        append_only("clubs_clubzonechange"),
        migrations.RunPython(record_past_changes, migrations.RunPython.noop),
    ]
