"""A club's calendar as an iCalendar feed (RFC 5545)."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from icalendar import Calendar, Event

from clubs.base.days import today_in
from clubs.calendar.occurrences import WITHOUT_END, Occurrence, occurrence
from clubs.calendar.selectors import zone
from clubs.calendar.sources import Planned, planned
from clubs.models import Club, Meeting, MeetingChange

PAST = timedelta(days=92)
"""The age up to which past meetings stay in the feed."""
AHEAD = timedelta(days=366)
PRODUCT = "-//Lelam//Calendar of a club//EN"
HOST = "lelam"
"""The part after the @ of each UID: the same on every server, so that no calendar takes an event for a new one."""


def feed(club: Club, *, root: str = "", now: datetime | None = None) -> bytes:
    """Return the calendar of a club.

    Args:
        club: The club.
        root: The address of this server, for links to pages; such as `https://cards.example.org`.
        now: The time; by default now.
    """
    at = now or timezone.now()
    day = today_in(club, at)
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    calendar.add("name", club.name)
    calendar.add("x-wr-calname", club.name)
    calendar.add("refresh-interval", timedelta(hours=6), parameters={"VALUE": "DURATION"})
    for meeting in meetings_since(club, day - PAST):
        for event in _series(meeting):
            calendar.add_component(event)
    for one in planned(club, day - PAST, day + AHEAD):
        calendar.add_component(_planned(one, root, club))
    calendar.add_missing_timezones()
    return calendar.to_ical()


def meetings_since(club: Club, first: date) -> QuerySet[Meeting]:
    """Return the meetings of a club with a day on or after the first, its own or one it was moved to."""
    moved = MeetingChange.objects.filter(meeting=OuterRef("pk"), moved_day__gte=first)
    return (
        Meeting.objects.filter(Q(day__gte=first) | Q(repeats_until__gte=first) | Exists(moved), club=club)
        .select_related("club")
        .prefetch_related("changes")
        .order_by("day", "time", "pk")
    )


def _series(meeting: Meeting) -> Iterable[Event]:
    """Yield a meeting with its rule of repetition, then those of its days that are moved; a single one as it is now."""
    changes = list(meeting.changes.all())
    if meeting.repeats_until is None:
        now = occurrence(meeting, meeting.day, changes[0] if changes else None, zone(meeting.club))
        event = _event(meeting, now)
        if meeting.cancelled_at is not None or now.cancelled:
            event["STATUS"] = "CANCELLED"
        yield event
        return
    event = _event(meeting, occurrence(meeting, meeting.day, None, zone(meeting.club)))
    rule: dict[str, Any] = {"freq": "weekly"}
    if meeting.repeats_until != WITHOUT_END:
        last = datetime.combine(meeting.repeats_until, meeting.time, tzinfo=zone(meeting.club))
        rule["until"] = last.astimezone(UTC)
    event.add("rrule", rule)
    for change in changes:
        if change.cancelled:
            event.add("exdate", occurrence(meeting, change.day, None, zone(meeting.club)).starts)
    if meeting.cancelled_at is not None:
        event["STATUS"] = "CANCELLED"
    yield event
    for change in changes:
        if change.cancelled or change.moved_day is None:
            continue
        moved = _event(meeting, occurrence(meeting, change.day, change, zone(meeting.club)))
        moved.add("recurrence-id", occurrence(meeting, change.day, None, zone(meeting.club)).starts)
        if meeting.cancelled_at is not None:
            moved["STATUS"] = "CANCELLED"
        yield moved


def _event(meeting: Meeting, one: Occurrence) -> Event:
    event = Event()
    event.add("uid", f"{meeting.pk}@{HOST}")
    event.add("dtstamp", meeting.changed_at.astimezone(UTC))
    event.add("last-modified", meeting.changed_at.astimezone(UTC))
    event.add("sequence", meeting.sequence)
    event.add("summary", meeting.title)
    event.add("dtstart", one.starts)
    event.add("dtend", one.ends)
    if one.place:
        event.add("location", one.place)
    if meeting.note:
        event.add("description", meeting.note)
    event.add("status", "CONFIRMED")
    return event


def _planned(one: Planned, root: str, club: Club) -> Event:
    event = Event()
    event.add("uid", f"{one.uid}@{HOST}")
    event.add("dtstamp", club.created_at.astimezone(UTC))
    event.add("summary", one.title)
    if one.starts is None:
        event.add("dtstart", one.day)
        event.add("dtend", one.day + timedelta(days=1))
        event.add("transp", "TRANSPARENT")
    else:
        event.add("dtstart", one.starts.astimezone(zone(club)))
        event.add("duration", timedelta(hours=3))
    if one.path and root:
        event.add("url", f"{root}{one.path}")
    return event
