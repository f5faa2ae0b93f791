"""Teams of the size that a rule set needs, with substitutes and a captain; dated places."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


def squads_from_pairs(apps, schema_editor):
    """Give the teams there are their size, a captain, and places from the day the club was founded on."""
    using = schema_editor.connection.alias
    for team in apps.get_model("clubs", "Team").objects.using(using).select_related("club"):
        places = list(team.places.using(using).order_by("position"))
        team.places.using(using).update(joined_on=team.club.created_at.date())
        team.size = min(max(len(places), 1), 4)
        people = [place for place in places if not place.player.is_bot] or places
        team.captain_id = people[0].player_id if people else None
        team.save(using=using, update_fields=["size", "captain"])


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0007_act_reasons"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="teamplace",
            name="clubs_team_position_unique",
        ),
        migrations.RemoveConstraint(
            model_name="teamplace",
            name="clubs_team_player_unique",
        ),
        migrations.AddField(
            model_name="team",
            name="captain",
            field=models.ForeignKey(
                blank=True,
                help_text="Who names the line-ups and looks after the squad.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="captained_teams",
                to="clubs.player",
            ),
        ),
        migrations.AddField(
            model_name="team",
            name="size",
            field=models.PositiveSmallIntegerField(
                default=2, help_text="How many of them sit at a table, on their side."
            ),
        ),
        migrations.AddField(
            model_name="teamplace",
            name="came_from",
            field=models.ForeignKey(
                blank=True,
                help_text="The team of the club from which the player came over.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="clubs.team",
            ),
        ),
        migrations.AddField(
            model_name="teamplace",
            name="joined_on",
            field=models.DateField(default=django.utils.timezone.localdate),
        ),
        migrations.AddField(
            model_name="teamplace",
            name="left_on",
            field=models.DateField(
                blank=True, help_text="The first day without the player; empty: belongs.", null=True
            ),
        ),
        migrations.AddField(
            model_name="teamplace",
            name="put_by",
            field=models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="clubs.player"
            ),
        ),
        migrations.AddField(
            model_name="teamplace",
            name="taken_by",
            field=models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="clubs.player"
            ),
        ),
        migrations.AlterField(
            model_name="team",
            name="players",
            field=models.ManyToManyField(
                related_name="teams", through="clubs.TeamPlace", through_fields=("team", "player"), to="clubs.player"
            ),
        ),
        migrations.AddIndex(
            model_name="teamplace",
            index=models.Index(fields=["player", "left_on"], name="clubs_place_of_player"),
        ),
        migrations.AddConstraint(
            model_name="teamplace",
            constraint=models.UniqueConstraint(
                condition=models.Q(("left_on", None)), fields=("team", "position"), name="clubs_team_position_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="teamplace",
            constraint=models.UniqueConstraint(
                condition=models.Q(("left_on", None)), fields=("team", "player"), name="clubs_team_player_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="teamplace",
            constraint=models.CheckConstraint(
                condition=models.Q(("left_on", None), ("left_on__gte", models.F("joined_on")), _connector="OR"),
                name="clubs_place_ends_later",
            ),
        ),
        migrations.RunPython(squads_from_pairs, migrations.RunPython.noop),
    ]
