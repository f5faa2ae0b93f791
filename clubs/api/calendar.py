"""A club's calendar: meetings, single ones that are otherwise, and who comes."""

from datetime import date, datetime, time, timedelta
from functools import partial
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import NO_NUL, created, described, published
from clubs.api.common import PublicClubView, club_of, judged
from clubs.api.problems import Problem, refused
from clubs.base.days import FIRST_DAY, LAST_DAY, today_in
from clubs.calendar import selectors, services
from clubs.calendar.occurrences import Occurrence
from clubs.models import Meeting

operation = partial(described, tag="calendar")

DAYS = 60
"""So many days are listed unless others are asked for."""
Title = Annotated[str, msgspec.Meta(max_length=80, pattern=NO_NUL)]
Place = Annotated[str, msgspec.Meta(max_length=120, pattern=NO_NUL)]
Note = Annotated[str, msgspec.Meta(max_length=500, pattern=NO_NUL)]
Clock = Annotated[str, msgspec.Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$", description="Such as 18:30.")]


class CalendarQuery(msgspec.Struct, forbid_unknown_fields=True):
    """Which days; by default from today on."""

    first: Annotated[date | None, msgspec.Meta(description="The first day.")] = None
    last: Annotated[date | None, msgspec.Meta(description="The last day, a year after the first at most.")] = None


class CalendarEntry(msgspec.Struct, frozen=True):
    """Something on a club's calendar.

    Attributes:
        kind: `meeting`, `tournament` or `season`.
        title: What it is.
        day: The day of it, by the club's clocks.
        starts: When it begins; nothing: the whole day.
        ends: When a meeting ends.
        place: Where a meeting is.
        cancelled: The meeting is called off.
        moved: The meeting is held at another time than planned.
        coming: How many come to the meeting.
        mine: Whether you come; nothing: you have not said so.
        meeting: The meeting's id.
        planned: The day by which this one of the meeting's series is known.
        path: The page of what is no meeting.
    """

    kind: str
    title: str
    day: date
    starts: datetime | None
    ends: datetime | None
    place: str
    cancelled: bool
    moved: bool
    coming: int
    mine: bool | None
    meeting: UUID | None
    planned: date | None
    path: str


class CalendarDays(msgspec.Struct, frozen=True):
    """What stands on a club's calendar, in the order of time; `time_zone` is that of its clocks."""

    time_zone: str
    results: tuple[CalendarEntry, ...]


class MeetingWish(msgspec.Struct, forbid_unknown_fields=True):
    """A meeting to be planned or changed.

    Attributes:
        title: What it is.
        day: The day of it, or of the first one.
        at: When it begins, by the club's clocks.
        minutes: How long it lasts.
        place: Where it is.
        note: What else there is to say.
        repeats_until: It is held every week until this day; nothing: once. `2200-12-31`: every week without a last day.
    """

    title: Title
    day: date
    at: Clock
    minutes: Annotated[int, msgspec.Meta(ge=5, le=1440)] = 180
    place: Place = ""
    note: Note = ""
    repeats_until: date | None = None


class MeetingShown(msgspec.Struct, frozen=True):
    """A meeting; `time_zone` is that of the club's clocks."""

    id: UUID
    title: str
    day: date
    at: str
    minutes: int
    place: str
    note: str
    repeats_until: date | None
    time_zone: str


class DayWish(msgspec.Struct, forbid_unknown_fields=True):
    """What is otherwise with one meeting of a series: it is called off, or held on another day, time or place."""

    cancelled: bool = False
    to: date | None = None
    at: Clock | None = None
    place: Place = ""


class DayShown(msgspec.Struct, frozen=True):
    """One meeting of a series."""

    meeting: UUID
    planned: date
    starts: datetime
    ends: datetime
    place: str
    cancelled: bool
    moved: bool


class Coming(msgspec.Struct, forbid_unknown_fields=True):
    """Whether you come."""

    coming: bool


def _time(text: str) -> time:
    return time.fromisoformat(text)


def _shown(meeting: Meeting) -> MeetingShown:
    return published(MeetingShown, meeting, at=f"{meeting.time:%H:%M}", time_zone=meeting.club.time_zone)


def _day(one: Occurrence) -> DayShown:
    return published(DayShown, one, meeting=one.meeting.pk, planned=one.day)


def _entry(entry: selectors.CalendarItem) -> CalendarEntry:
    one, planned = entry.meeting, entry.planned
    return CalendarEntry(
        kind=planned.kind if planned else "meeting",
        title=planned.title if planned else one.meeting.title if one else "",
        day=entry.day,
        starts=entry.starts,
        ends=one.ends if one else None,
        place=one.place if one else "",
        cancelled=one is not None and one.cancelled,
        moved=one is not None and one.moved,
        coming=entry.coming,
        mine=entry.mine,
        meeting=one.meeting.pk if one else None,
        planned=one.day if one else None,
        path=planned.path if planned else "",
    )


def _meeting(slug: str, meeting_id: UUID) -> Meeting:
    meeting = selectors.find_meeting(club_of(slug), meeting_id)
    if meeting is None:
        raise Problem("not-found", _("There is no such meeting on the calendar."))
    return meeting


def _planned(slug: str, meeting_id: UUID, day: str) -> tuple[Meeting, date]:
    meeting = _meeting(slug, meeting_id)
    try:
        found = date.fromisoformat(day)
    except ValueError:
        found = date.min
    if selectors.find_occurrence(meeting, found) is None:
        raise Problem("not-found", _("There is no such meeting on the calendar."))
    return meeting, found


class CalendarOfClub(PublicClubView):
    """The calendar of a club."""

    @operation("clubs_calendar_list", CalendarDays, parameters=CalendarQuery)
    def get(self, request: Request, slug: str) -> Response:
        """List what is planned in a club: its meetings, and the days of its tournaments and seasons."""
        club, asked = club_of(slug), self.asked(CalendarQuery)
        first = asked.first or today_in(club)
        if not FIRST_DAY <= first <= LAST_DAY:
            raise refused("first", _("Ask for days between 1990 and 2200."), "out-of-range")
        last = asked.last or first + timedelta(days=DAYS)
        if not first <= last <= first + selectors.LONGEST:
            raise refused("last", _("The last day must come after the first, and within a year."), "out-of-range")
        found = selectors.entries(club, first, last, self.player())
        return Response(CalendarDays(club.time_zone, tuple(map(_entry, found))))


class Meetings(PublicClubView):
    """The meetings of a club."""

    @operation("clubs_meetings_create", {201: MeetingShown}, body=MeetingWish)
    def post(self, request: Request, slug: str) -> Response:
        """Plan a meeting: as a director, secretary or owner of the club."""
        club, player = club_of(slug), self.require_player()
        wish = msgspec.structs.asdict(self.read(MeetingWish))
        at = _time(wish.pop("at"))
        made = judged(lambda: services.plan_meeting(club=club, by=player, at=at, **wish))
        return created(_shown(made), f"/api/clubs/{slug}/calendar/meetings/{made.pk}/")


class OneMeeting(PublicClubView):
    """A meeting."""

    @operation("clubs_meetings_retrieve", MeetingShown)
    def get(self, request: Request, slug: str, meeting_id: UUID) -> Response:
        """Show a meeting: with its rule of repetition."""
        return Response(_shown(_meeting(slug, meeting_id)))

    @operation("clubs_meetings_update", MeetingShown, body=MeetingWish)
    def put(self, request: Request, slug: str, meeting_id: UUID) -> Response:
        """Change a meeting: with all that are repeated of it."""
        meeting, player = _meeting(slug, meeting_id), self.require_player()
        wish = msgspec.structs.asdict(self.read(MeetingWish))
        at = _time(wish.pop("at"))
        changed = judged(lambda: services.change_meeting(meeting_id=meeting.pk, by=player, at=at, **wish))
        return Response(_shown(changed))

    @operation("clubs_meetings_delete")
    def delete(self, request: Request, slug: str, meeting_id: UUID) -> Response:
        """Call a meeting off: with all that are repeated of it."""
        meeting, player = _meeting(slug, meeting_id), self.require_player()
        services.call_off_meeting(meeting_id=meeting.pk, by=player)
        return Response(status=204)


class DayOfMeeting(PublicClubView):
    """One meeting of a series."""

    @operation("clubs_meetings_day_retrieve", DayShown)
    def get(self, request: Request, slug: str, meeting_id: UUID, day: str) -> Response:
        """Show one meeting of a series: by the day for which it is planned."""
        meeting, planned = _planned(slug, meeting_id, day)
        one = selectors.find_occurrence(meeting, planned)
        assert one is not None  # `_planned` has found it
        return Response(_day(one))

    @operation("clubs_meetings_day_update", DayShown, body=DayWish)
    def put(self, request: Request, slug: str, meeting_id: UUID, day: str) -> Response:
        """Call one meeting of a series off, or move it; with neither it is held as planned."""
        (meeting, planned), player = _planned(slug, meeting_id, day), self.require_player()
        wish = self.read(DayWish)
        common: dict[str, Any] = {"meeting_id": meeting.pk, "day": planned, "by": player}
        if wish.cancelled:
            return Response(_day(judged(lambda: services.call_off_day(**common))))
        if wish.to is None and wish.at is None and not wish.place:
            return Response(_day(judged(lambda: services.restore_day(**common))))
        to, at = wish.to or planned, meeting.time if wish.at is None else _time(wish.at)
        return Response(_day(judged(lambda: services.move_day(**common, to=to, at=at, place=wish.place))))


class AnswerToMeeting(PublicClubView):
    """Whether one comes to a meeting."""

    @operation("clubs_meetings_answer", Coming, body=Coming)
    def put(self, request: Request, slug: str, meeting_id: UUID, day: str) -> Response:
        """Say whether you come to a meeting: as a member of the club."""
        (meeting, planned), player = _planned(slug, meeting_id, day), self.require_player()
        said = self.read(Coming)
        services.answer_meeting(meeting_id=meeting.pk, day=planned, player=player, coming=said.coming)
        return Response(said)
