"""The days of a club: by the clock of its place, which need not be the server's nor the reader's."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db.models import DateField, F, Func, Value
from django.db.models.functions import Cast
from django.utils import timezone

from clubs.models import Club


def day_of(time_zone: str, at: datetime) -> date:
    """Return the day of a club at a moment.

    >>> from datetime import UTC
    >>> day_of("America/Toronto", datetime(2026, 11, 22, 3, 0, tzinfo=UTC))
    datetime.date(2026, 11, 21)
    """
    return at.astimezone(ZoneInfo(time_zone)).date()


def today_in(club: Club, now: datetime | None = None) -> date:
    """Return the day that it is in a club."""
    return day_of(club.time_zone, now or timezone.now())


def today_there(club: str = "club") -> Cast:
    """Return the expression for the day that it is in the club of each row, `club` being the path to it."""
    return Cast(Func(F(f"{club}__time_zone"), Value(timezone.now()), function="TIMEZONE"), DateField())
