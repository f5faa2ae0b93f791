"""Items of a club's calendar beside its meetings: days of seasons, and entries registered by other apps."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.translation import gettext as _

from clubs.models import Club, Season


@dataclass(frozen=True, slots=True)
class Planned:
    """An item of a calendar that is not a meeting.

    Attributes:
        uid: Its permanent id for other calendars.
        kind: Its kind, such as `season`.
        title: Its title.
        day: The day of it.
        starts: When it begins; None: the whole day.
        path: Its page; empty: none.
    """

    uid: str
    kind: str
    title: str
    day: date
    starts: datetime | None = None
    path: str = ""


Source = Callable[[Club, date, date], Iterable[Planned]]
"""Returns the items of a club from one day to another."""

_SOURCES: list[Source] = []


def source(found: Source) -> Source:
    """Register a source of items for clubs' calendars."""
    if found not in _SOURCES:
        _SOURCES.append(found)
    return found


def planned(club: Club, first: date, last: date) -> list[Planned]:
    """Return the items of a club from first to last, meetings aside."""
    return [one for found in _SOURCES for one in found(club, first, last)]


@source
def seasons(club: Club, first: date, last: date) -> Iterable[Planned]:
    """Return the first and the last days of the club's seasons."""
    for season in Season.objects.filter(club=club, begins__lte=last, ends__gte=first).order_by("begins"):
        if season.begins >= first:
            title = _("{season}: first day").format(season=season.name)
            yield Planned(f"season-{season.pk}-first", "season", title, season.begins)
        if season.ends <= last:
            title = _("{season}: last day").format(season=season.name)
            yield Planned(f"season-{season.pk}-last", "season", title, season.ends)
