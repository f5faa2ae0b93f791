"""Queries about a club's calendar: its days, and a meeting with its attendance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from clubs.base.days import today_in
from clubs.calendar.occurrences import Occurrence, is_planned, occurrence, occurrences
from clubs.calendar.sources import Planned, planned
from clubs.models import Club, Meeting, MeetingAnswer, MeetingChange, Membership, Player
from clubs.officers.roles import active
from clubs.privacy.selectors import hidden_from

LONGEST = timedelta(days=366)
"""The longest period of a calendar in one query."""
AHEAD = timedelta(days=200)
"""The period in which the next meetings are searched."""
SOON = timedelta(days=14)
"""The period in which a person's next meetings are searched."""


def zone(club: Club) -> ZoneInfo:
    """Return the time zone of a club's clocks."""
    return ZoneInfo(club.time_zone)


@dataclass(frozen=True, slots=True)
class CalendarItem:
    """An item of the calendar: a meeting, or an entry registered by another app.

    Attributes:
        day: The day under which it stands.
        starts: When it begins; None: the whole day.
        meeting: The meeting, if it is one.
        planned: The entry, if it is not a meeting.
        coming: The number of members coming to the meeting.
        mine: Whether the viewer comes; None: no answer yet.
        over: The meeting has ended: nobody answers any more.
    """

    day: date
    starts: datetime | None
    meeting: Occurrence | None = None
    planned: Planned | None = None
    coming: int = 0
    mine: bool | None = None
    over: bool = False


def entries(club: Club, first: date, last: date, viewer: Player | None) -> list[CalendarItem]:
    """Return the items of a club's calendar from first to last, in the order of time.

    Args:
        club: The club.
        first: The first day.
        last: The last day, a year later at most.
        viewer: The viewer; None: a visitor.
    """
    last = min(last, first + LONGEST)
    found = _items(_held(club, first, last), viewer, timezone.now())
    found += [CalendarItem(day=one.day, starts=one.starts, planned=one) for one in planned(club, first, last)]
    start = datetime.min.replace(tzinfo=ZoneInfo("UTC"))
    return sorted(found, key=lambda entry: (entry.day, entry.starts or start))


def next_entries(
    club: Club, viewer: Player | None, *, count: int = 3, now: datetime | None = None
) -> list[CalendarItem]:
    """Return the next items of a club's calendar, without cancelled ones."""
    at = now or timezone.now()
    day = today_in(club, at)
    coming = [
        entry
        for entry in entries(club, day, day + AHEAD, viewer)
        if not (entry.meeting and (entry.meeting.cancelled or entry.meeting.ends <= at))
        and not (entry.planned and entry.starts and entry.starts <= at)
    ]
    return coming[:count]


def next_meeting(club: Club, now: datetime | None = None) -> Occurrence | None:
    """Return the meeting that a club holds now or next; None without one."""
    at = now or timezone.now()
    day = today_in(club, at)
    held = [one for one in _held(club, day, day + AHEAD) if not one.cancelled and one.ends > at]
    return min(held, key=lambda one: one.starts, default=None)


def next_meetings(viewer: Player, *, count: int = 3, now: datetime | None = None) -> list[CalendarItem]:
    """Return the next meeting of each series in the clubs in which a player may answer, with the attendance, by time.

    Args:
        viewer: The player; a club that suspended the player is left out.
        count: The most meetings to return.
        now: The time; by default now.
    """
    at = now or timezone.now()
    places = Membership.objects.filter(active(), player=viewer).values("club")
    # A day more on both sides: the clubs' days are not the server's.
    first, last = at.date() - timedelta(days=1), (at + SOON).date() + timedelta(days=1)
    held = [
        one
        for one in _occurrences_of(_meetings().filter(club__in=places), first, last)
        if one.ends > at and not one.cancelled
    ]
    nearest: dict[UUID, Occurrence] = {}
    for one in sorted(held, key=lambda one: one.starts):
        nearest.setdefault(one.meeting.pk, one)
    return _items(list(nearest.values())[:count], viewer, at)


def held_lately(clubs: QuerySet[Club], now: datetime, since: timedelta) -> list[Occurrence]:
    """Return the meetings of clubs that have begun and are not over for longer than a period, the latest first."""
    first, last = (now - since).date() - timedelta(days=2), now.date() + timedelta(days=1)
    found = _occurrences_of(_meetings().filter(club__in=clubs), first, last)
    held = [one for one in found if one.starts <= now < one.ends + since and not one.cancelled]
    return sorted(held, key=lambda one: one.starts, reverse=True)


def meetings(club: Club) -> QuerySet[Meeting]:
    """Return the meetings of a club that are not called off, with their changes."""
    return _meetings().filter(club=club)


def _meetings() -> QuerySet[Meeting]:
    return Meeting.objects.filter(cancelled_at=None).select_related("club").prefetch_related("changes")


def find_meeting(club: Club, meeting_id: UUID) -> Meeting | None:
    """Return a meeting of a club, or None if there is no such one, or it was called off."""
    return meetings(club).filter(pk=meeting_id).first()


def find_occurrence(meeting: Meeting, day: date) -> Occurrence | None:
    """Return the meeting of a series that is planned for a day, or None."""
    if not is_planned(meeting, day):
        return None
    change = next((change for change in meeting.changes.all() if change.day == day), None)
    return occurrence(meeting, day, change, zone(meeting.club))


def next_day(meeting: Meeting, now: datetime | None = None) -> date | None:
    """Return the planned day of the next meeting of a series that is held; None: all are over."""
    at = now or timezone.now()
    day = today_in(meeting.club, at)
    coming = [
        one
        for one in occurrences(meeting, meeting.changes.all(), day, day + LONGEST, zone(meeting.club))
        if one.ends > at and not one.cancelled
    ]
    return min(coming, key=lambda one: one.starts).day if coming else None


@dataclass(frozen=True, slots=True)
class WhoComes:
    """The answers to a meeting in a viewer's view; players hidden from the viewer's lists are only counted."""

    coming: tuple[Player, ...]
    count: int
    not_coming: int
    mine: bool | None


def who_comes(one: Occurrence, viewer: Player | None) -> WhoComes:
    """Return the attendance of a meeting in a viewer's view."""
    answers = _answered().filter(meeting=one.meeting, day=one.day)
    yes = answers.filter(coming=True)
    shown = yes.exclude(hidden_from(viewer, "lists")).select_related("player").order_by("player__name", "pk")
    mine = answers.filter(player=viewer).first() if viewer is not None else None
    counts = dict(answers.values_list("coming").annotate(size=Count("pk")).order_by())
    return WhoComes(
        coming=tuple(answer.player for answer in shown[:200]),
        count=counts.get(True, 0),
        not_coming=counts.get(False, 0),
        mine=None if mine is None else mine.coming,
    )


def coming_players(meeting: Meeting, day: date) -> list[Player]:
    """Return the players who have answered that they come to a meeting."""
    answers = _answered().filter(meeting=meeting, day=day, coming=True)
    return [answer.player for answer in answers.select_related("player__merged_into")]


def _answered() -> QuerySet[MeetingAnswer]:
    """Return the answers of present members of the club."""
    member = Membership.objects.filter(club=OuterRef("meeting__club"), player=OuterRef("player"))
    return MeetingAnswer.objects.filter(Exists(member))


def _held(club: Club, first: date, last: date) -> list[Occurrence]:
    return _occurrences_of(meetings(club), first, last)


def _occurrences_of(found: QuerySet[Meeting], first: date, last: date) -> list[Occurrence]:
    here = Q(day__lte=last, until__gte=first)
    moved_here = Q(pk__in=MeetingChange.objects.filter(moved_day__range=(first, last)).values("meeting"))
    rows = found.annotate(until=Coalesce("repeats_until", "day")).filter(here | moved_here)
    return [
        one for meeting in rows for one in occurrences(meeting, meeting.changes.all(), first, last, zone(meeting.club))
    ]


def _items(held: Sequence[Occurrence], viewer: Player | None, now: datetime) -> list[CalendarItem]:
    """Return meetings as items of a calendar, with the attendance."""
    coming, mine = _answers(held, viewer)
    return [
        CalendarItem(
            day=one.starts.date(),
            starts=one.starts,
            meeting=one,
            coming=coming.get((one.meeting.pk, one.day), 0),
            mine=mine.get((one.meeting.pk, one.day)),
            over=one.ends <= now,
        )
        for one in held
    ]


def _answers(
    held: Sequence[Occurrence], viewer: Player | None
) -> tuple[Mapping[tuple[UUID, date], int], Mapping[tuple[UUID, date], bool]]:
    """Return the attendance of each meeting as a number, and the viewer's answer: a query each."""
    if not held:
        return {}, {}
    days = [one.day for one in held]
    answers = _answered().filter(meeting__in={one.meeting.pk for one in held}, day__range=(min(days), max(days)))
    counted = answers.filter(coming=True).values_list("meeting", "day").annotate(size=Count("pk"))
    coming = {(meeting, day): size for meeting, day, size in counted}
    if viewer is None:
        return coming, {}
    mine = answers.filter(player=viewer).values_list("meeting", "day", "coming")
    return coming, {(meeting, day): said for meeting, day, said in mine}
