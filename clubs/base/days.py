"""The days of a club, in its own time zone, which need not be the server's nor the reader's."""

from datetime import date, datetime
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import DateField, F, Func, Value
from django.db.models.functions import Cast
from django.utils import timezone

from clubs.models import Club

FIRST_DAY: Final = date(1990, 1, 1)
LAST_DAY: Final = date(2200, 12, 31)
"""The days that can be planned and looked up; Python's dates end in the years 1 and 9999, and so do sums of them."""


def day_of(time_zone: str, at: datetime) -> date:
    """Return the date in a club's time zone at a time.

    >>> from datetime import UTC
    >>> day_of("America/Toronto", datetime(2026, 11, 22, 3, 0, tzinfo=UTC))
    datetime.date(2026, 11, 21)
    """
    return at.astimezone(ZoneInfo(time_zone)).date()


def today_in(club: Club, now: datetime | None = None) -> date:
    """Return today's date in a club's time zone."""
    return day_of(club.time_zone, now or timezone.now())


class ZoneHistory:
    """The time zones of clubs by moment: the present zone of a club does not give its past days.

    Each club is read once, so use one for a batch.
    """

    def __init__(self) -> None:
        self._clubs: dict[UUID, tuple[tuple[datetime | None, str], ...]] = {}

    def zone_at(self, club: UUID, at: datetime) -> str | None:
        """Return the time zone of a club at a time; None for an unknown club."""
        if club not in self._clubs:
            found = Club.objects.filter(pk=club).order_by("zone_changes__at", "zone_changes__pk")
            rows = list(found.values_list("zone_changes__at", "zone_changes__before", "time_zone"))
            changes = [(until, before) for until, before, _now in rows if until is not None]
            self._clubs[club] = (*changes, *((None, now) for _until, _before, now in rows[:1]))
        return next((zone for until, zone in self._clubs[club] if until is None or at < until), None)


def today_there(club: str = "club") -> Cast:
    """Return the expression for today's date in the club of each row, `club` being the path to it."""
    return Cast(Func(F(f"{club}__time_zone"), Value(timezone.now()), function="TIMEZONE"), DateField())
