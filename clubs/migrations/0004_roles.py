"""Roles, suspension, players without an account, and the log of what officers do."""

import django.db.models.deletion
from django.db import migrations, models

from clubs.guards import append_only


def members_are_players(apps, schema_editor):
    memberships = apps.get_model("clubs", "Membership").objects.using(schema_editor.connection.alias)
    memberships.filter(role="member").update(role="player")


def players_are_members(apps, schema_editor):
    memberships = apps.get_model("clubs", "Membership").objects.using(schema_editor.connection.alias)
    memberships.exclude(role__in=("director", "owner")).update(role="member")


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_user_language"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="door",
            field=models.CharField(
                choices=[
                    ("open", "Anybody may join"),
                    ("request", "An officer lets people in"),
                    ("invited", "By invitation only"),
                ],
                default="open",
                help_text="How people come in.",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="salaams",
            field=models.BooleanField(default=False, help_text="Its players make salaams instead of wearing kunukku."),
        ),
        migrations.AddField(
            model_name="membership",
            name="suspended_at",
            field=models.DateTimeField(blank=True, help_text="Since when; empty: not suspended.", null=True),
        ),
        migrations.AddField(
            model_name="membership",
            name="suspended_until",
            field=models.DateField(blank=True, help_text="The last day of it; empty: until lifted.", null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="erased_at",
            field=models.DateTimeField(blank=True, help_text="When the person's data were erased.", null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="kept_by",
            field=models.ForeignKey(
                blank=True,
                help_text="The club that keeps the name of a player without an account.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="guest_players",
                to="clubs.club",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="merged_into",
            field=models.ForeignKey(
                blank=True,
                help_text="The player of the account that has claimed this one: its history is that player's now.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="merged",
                to="clubs.player",
            ),
        ),
        migrations.AlterField(
            model_name="membership",
            name="role",
            field=models.CharField(
                choices=[
                    ("guest", "Guest"),
                    ("player", "Player"),
                    ("scorer", "Scorer"),
                    ("director", "Director"),
                    ("secretary", "Secretary"),
                    ("owner", "Owner"),
                ],
                default="player",
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            name="OfficerAct",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("action", models.CharField(max_length=40)),
                ("details", models.JSONField(blank=True, default=dict)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("done_at", models.DateTimeField(auto_now_add=True)),
                (
                    "actor",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="acts", to="clubs.club"
                    ),
                ),
                (
                    "subject",
                    models.ForeignKey(
                        blank=True,
                        help_text="Whom it concerns.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "indexes": [models.Index(fields=["club", "-done_at"], name="clubs_act_recent")],
            },
        ),
        migrations.RunPython(members_are_players, players_are_members),
        append_only("clubs_officeract"),
    ]
