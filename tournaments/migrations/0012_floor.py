"""The floor of a tournament: the types of its events, and people's words beside them."""

import django.db.models.deletion
from django.db import migrations, models

TYPES = r"""
INSERT INTO games_event_type (name, schema, sealed, form) VALUES
    ('AnnouncementMade', 1, false, '{"announcement":%,"at":%,"audience":%,"by":%,"minutes":%,"phrase":%,"round":%,"to":%,"until":%}'),
    ('AnnouncementWithdrawn', 1, false, '{"announcement":%}'),
    ('ArrivalNoted', 1, false, '{"entrant":%,"here":%,"match":%}'),
    ('CallClaimed', 1, false, '{"by":%,"call":%,"until":%}'),
    ('CallClosed', 1, false, '{"by":%,"call":%,"outcome":%}'),
    ('CallReleased', 1, false, '{"call":%}'),
    ('DirectorCalled', 1, false, '{"by":%,"call":%,"game":%,"hand":%,"match":%,"reason":%,"table":%,"trick":%,"worded":%}'),
    ('FloorOpened', 1, false, '{"tournament":%}')
ON CONFLICT (name) DO UPDATE SET (schema, sealed, form) = (excluded.schema, excluded.sealed, excluded.form);
"""


class Migration(migrations.Migration):
    """What the log takes grows; it forgets no type, so there is no way back from that."""

    dependencies = [
        ("clubs", "0023_uploads"),
        ("games", "0030_sheets_by_house_rules"),
        ("tournaments", "0011_free_agents"),
    ]

    operations = [
        migrations.CreateModel(
            name="FloorWords",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "about",
                    models.CharField(
                        choices=[("call", "Call for the director"), ("announcement", "Announcement")], max_length=12
                    ),
                ),
                (
                    "number",
                    models.PositiveIntegerField(help_text="The number of the call or announcement in the tournament."),
                ),
                ("text", models.CharField(max_length=200)),
                (
                    "malayalam",
                    models.CharField(
                        blank=True,
                        help_text="The same for readers of Malayalam; empty: they read the first text.",
                        max_length=200,
                    ),
                ),
                (
                    "author",
                    models.ForeignKey(
                        help_text="Empty: the holder of a pass.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="floor_words",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={"ordering": ["about", "number"]},
        ),
        migrations.AddConstraint(
            model_name="floorwords",
            constraint=models.UniqueConstraint(
                fields=("tournament", "about", "number"), name="tournaments_floor_words_once"
            ),
        ),
        migrations.RunSQL(TYPES, migrations.RunSQL.noop),
    ]
