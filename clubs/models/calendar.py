"""A club's calendar: evenings and other meetings, changes of single occurrences, and the answers of members."""

import uuid

from django.db import models

from clubs.models.clubs import Club
from clubs.models.people import Player


class Meeting(models.Model):
    """Something that a club has planned for a day, or for the same day of every week until another one.

    Day and time are those of the club's clocks (`Club.time_zone`).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="meetings")
    title = models.CharField(max_length=80)
    place = models.CharField(max_length=120, blank=True)
    note = models.CharField(max_length=500, blank=True)
    day = models.DateField(help_text="The first one.")
    time = models.TimeField()
    minutes = models.PositiveSmallIntegerField(default=180, help_text="How long it lasts.")
    repeats_until = models.DateField(
        null=True, blank=True, help_text="It is held every week, on this day for the last time; empty: once."
    )
    made_by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    sequence = models.PositiveIntegerField(default=0, help_text="How often it was changed: calendars go by it.")
    cancelled_at = models.DateTimeField(null=True, blank=True, help_text="When all of it was called off.")

    class Meta:
        ordering = ["day", "time"]
        indexes = [models.Index(fields=["club", "day"], name="clubs_meeting_of_club")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(repeats_until=None) | models.Q(repeats_until__gte=models.F("day")),
                name="clubs_meeting_ends_later",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class MeetingChange(models.Model):
    """A meeting of a series, or the only one, that is called off or held at another time; `day` is the planned one."""

    meeting = models.ForeignKey(Meeting, on_delete=models.CASCADE, related_name="changes")
    day = models.DateField()
    cancelled = models.BooleanField(default=False)
    moved_day = models.DateField(null=True, blank=True)
    moved_time = models.TimeField(null=True, blank=True)
    moved_place = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["day"]
        constraints = [
            models.UniqueConstraint(fields=["meeting", "day"], name="clubs_meeting_changed_once"),
            models.CheckConstraint(
                condition=models.Q(cancelled=True)
                | (models.Q(moved_day__isnull=False) & models.Q(moved_time__isnull=False)),
                name="clubs_meeting_off_or_moved",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.meeting} of {self.day}"


class MeetingAnswer(models.Model):
    """Whether a member comes to a meeting; `day` is the planned one, wherever it was moved."""

    meeting = models.ForeignKey(Meeting, on_delete=models.CASCADE, related_name="answers")
    day = models.DateField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="meeting_answers")
    coming = models.BooleanField()
    answered_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["meeting", "day", "player"], name="clubs_meeting_answered_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player} on {self.meeting} of {self.day}"
