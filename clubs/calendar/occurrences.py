"""The occurrences of a series of meetings: the time of each, with its changes. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from clubs.base.days import FIRST_DAY, LAST_DAY
from clubs.models import Meeting, MeetingChange

WEEK = timedelta(days=7)
WITHOUT_END: Final = LAST_DAY
"""The last day of a series that goes on every week until somebody ends it."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One meeting of a series, or the only one.

    Attributes:
        meeting: The series.
        day: The planned day, which identifies it even if it was moved.
        starts: When it begins, in the zone of the club's clocks.
        ends: When it ends.
        place: Where it is.
        cancelled: It is called off.
        moved: It is held at another time than planned.
    """

    meeting: Meeting
    day: date
    starts: datetime
    ends: datetime
    place: str
    cancelled: bool = False
    moved: bool = False


def planned_days(meeting: Meeting, first: date, last: date) -> Iterator[date]:
    """Yield the days from first to last on which a meeting is planned, with or without changes."""
    day = meeting.day
    if day < first and meeting.repeats_until is not None:
        day += WEEK * -(-(first - day).days // 7)
    until = min(last, meeting.repeats_until or meeting.day)
    while first <= day <= until:
        yield day
        day += WEEK


def is_planned(meeting: Meeting, day: date) -> bool:
    """Tell whether a meeting is planned for a day."""
    return FIRST_DAY <= day <= LAST_DAY and day in planned_days(meeting, day, day)


def occurrence(meeting: Meeting, day: date, change: MeetingChange | None, zone: ZoneInfo) -> Occurrence:
    """Return one occurrence with its changes."""
    moved = change is not None and change.moved_day is not None and change.moved_time is not None
    held, time = day, meeting.time
    if change is not None and change.moved_day is not None and change.moved_time is not None:
        held, time = change.moved_day, change.moved_time
    starts = datetime.combine(held, time, tzinfo=zone)
    # By the clock's own hours: a meeting of three hours lasts three, on the night of a change of clocks too.
    ends = (starts.astimezone(ZoneInfo("UTC")) + timedelta(minutes=meeting.minutes)).astimezone(zone)
    return Occurrence(
        meeting=meeting,
        day=day,
        starts=starts,
        ends=ends,
        place=(change.moved_place if change is not None else "") or meeting.place,
        cancelled=change is not None and change.cancelled,
        moved=moved,
    )


def occurrences(
    meeting: Meeting, changes: Iterable[MeetingChange], first: date, last: date, zone: ZoneInfo
) -> list[Occurrence]:
    """Return the meetings of a series that are held, or would have been, from first to last."""
    by_day = {change.day: change for change in changes}
    days = set(planned_days(meeting, first, last))
    days |= {
        day for day, change in by_day.items() if change.moved_day is not None and first <= change.moved_day <= last
    }
    found = (occurrence(meeting, day, by_day.get(day), zone) for day in days)
    return [one for one in found if first <= one.starts.date() <= last]
