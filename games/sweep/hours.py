"""The hours of the night in which the sweep works, in the server's time zone."""

from datetime import datetime, time, timedelta

from django.conf import settings
from django.utils import timezone


def night_of(now: datetime) -> datetime | None:
    """Return the beginning of the hours of the sweep in which a moment lies; None outside them.

    Equal hours are the whole day; the second may be after midnight.
    """
    first, last = settings.LELAM_SWEEP_HOURS
    local = now.astimezone(timezone.get_default_timezone())
    opens = local.replace(hour=first, minute=0, second=0, microsecond=0)
    if local < opens:
        opens = _day_before(opens)
    hours = (last - first) % 24 or 24
    closes = datetime.combine(opens.date() + timedelta(days=(first + hours) // 24), time(last), opens.tzinfo)
    return opens if local < closes else None


def _day_before(moment: datetime) -> datetime:
    """Return the same hour of the day before, by the clock on the wall."""
    return datetime.combine(moment.date() - timedelta(days=1), moment.timetz())
