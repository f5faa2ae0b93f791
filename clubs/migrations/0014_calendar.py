"""A club's calendar: meetings, what is otherwise with single ones, and who comes."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0013_one_import_a_club"),
    ]

    operations = [
        migrations.CreateModel(
            name="Meeting",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("title", models.CharField(max_length=80)),
                ("place", models.CharField(blank=True, max_length=120)),
                ("note", models.CharField(blank=True, max_length=500)),
                ("day", models.DateField(help_text="The first one.")),
                ("time", models.TimeField()),
                ("minutes", models.PositiveSmallIntegerField(default=180, help_text="How long it lasts.")),
                (
                    "repeats_until",
                    models.DateField(
                        blank=True,
                        help_text="It is held every week, on this day for the last time; empty: once.",
                        null=True,
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "sequence",
                    models.PositiveIntegerField(default=0, help_text="How often it was changed: calendars go by it."),
                ),
                (
                    "cancelled_at",
                    models.DateTimeField(blank=True, help_text="When all of it was called off.", null=True),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="meetings", to="clubs.club"
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="clubs.player"
                    ),
                ),
            ],
            options={
                "ordering": ["day", "time"],
            },
        ),
        migrations.CreateModel(
            name="MeetingAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                ("coming", models.BooleanField()),
                ("answered_at", models.DateTimeField(auto_now=True)),
                (
                    "meeting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="answers", to="clubs.meeting"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="meeting_answers", to="clubs.player"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="MeetingChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                ("cancelled", models.BooleanField(default=False)),
                ("moved_day", models.DateField(blank=True, null=True)),
                ("moved_time", models.TimeField(blank=True, null=True)),
                ("moved_place", models.CharField(blank=True, max_length=120)),
                (
                    "meeting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="changes", to="clubs.meeting"
                    ),
                ),
            ],
            options={
                "ordering": ["day"],
            },
        ),
        migrations.AddIndex(
            model_name="meeting",
            index=models.Index(fields=["club", "day"], name="clubs_meeting_of_club"),
        ),
        migrations.AddConstraint(
            model_name="meeting",
            constraint=models.CheckConstraint(
                condition=models.Q(("repeats_until", None), ("repeats_until__gte", models.F("day")), _connector="OR"),
                name="clubs_meeting_ends_later",
            ),
        ),
        migrations.AddConstraint(
            model_name="meetinganswer",
            constraint=models.UniqueConstraint(fields=("meeting", "day", "player"), name="clubs_meeting_answered_once"),
        ),
        migrations.AddConstraint(
            model_name="meetingchange",
            constraint=models.UniqueConstraint(fields=("meeting", "day"), name="clubs_meeting_changed_once"),
        ),
        migrations.AddConstraint(
            model_name="meetingchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("cancelled", True),
                    models.Q(("moved_day__isnull", False), ("moved_time__isnull", False)),
                    _connector="OR",
                ),
                name="clubs_meeting_off_or_moved",
            ),
        ),
    ]
