"""When something may go out: quiet hours by the person's own clock, pauses, and the collected mail's hour. Pure.

All moments are aware. A clock that is put back runs through some hours twice, and both times count as quiet; one that
is put forward leaves hours out, and what was due in them goes out once they are over.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

MONDAY = 0
_MOST = 20


@dataclass(frozen=True, slots=True)
class Hours:
    """When a person wants nothing to go out.

    Attributes:
        zone: The person's time zone.
        quiet_from: When the quiet hours begin; None with `quiet_until`: there are none. The same time twice: none.
        quiet_until: When they end; earlier than `quiet_from`: on the next day.
        paused_until: Nothing goes out before.
    """

    zone: ZoneInfo
    quiet_from: time | None = None
    quiet_until: time | None = None
    paused_until: datetime | None = None

    def is_quiet(self, at: datetime) -> bool:
        """Tell whether a moment lies in the quiet hours, or in the pause."""
        if self.paused_until is not None and at.astimezone(UTC) < self.paused_until.astimezone(UTC):
            return True
        return self._in_quiet_hours(at)

    def free_from(self, at: datetime) -> datetime:
        """Return the first moment, not before this one, at which something may go out."""
        # In UTC: two times of one zone are compared by what its clock shows, whichever time round.
        free = at.astimezone(UTC)
        if self.paused_until is not None:
            free = max(free, self.paused_until.astimezone(UTC))
        if not self._in_quiet_hours(free):
            return free
        assert self.quiet_until is not None
        return min(one for one in self.at_clock(self.quiet_until, free) if not self._in_quiet_hours(one))

    def digest_at(self, clock: time, after: datetime, *, weekly: bool) -> datetime:
        """Return when the next collected mail is due, after a moment: at that time by the person's clock.

        Weekly it is due on Mondays.
        """
        due = min(
            one
            for one in self.at_clock(clock, after, days=15)
            if not weekly or one.astimezone(self.zone).weekday() == MONDAY
        )
        return self.free_from(due)

    def at_clock(self, clock: time, after: datetime, *, days: int = 4) -> Iterator[datetime]:
        """Return the moments after another at which the person's clock shows a time, in the days that follow."""
        after = after.astimezone(UTC)
        today = after.astimezone(self.zone).date()
        for ahead in range(-1, days):
            for moment in _moments(self.zone, today + timedelta(days=ahead), clock):
                if moment > after:
                    yield moment

    def _in_quiet_hours(self, at: datetime) -> bool:
        if self.quiet_from is None or self.quiet_until is None:
            return False
        clock = at.astimezone(self.zone).time()
        if self.quiet_from <= self.quiet_until:
            return self.quiet_from <= clock < self.quiet_until
        return clock >= self.quiet_from or clock < self.quiet_until


def _moments(zone: ZoneInfo, day: date, clock: time) -> tuple[datetime, datetime]:
    """Return when a clock shows a time on a day: twice the same, or two moments where it was put back or forward."""
    first, second = (datetime.combine(day, clock.replace(fold=fold), tzinfo=zone) for fold in (0, 1))
    return first.astimezone(UTC), second.astimezone(UTC)


@cache
def zone_names() -> tuple[str, ...]:
    """Return the names of all time zones that people live by, such as `Asia/Kolkata`."""
    return tuple(sorted(name for name in available_timezones() if _is_place(name)))


def zones_like(search: str) -> tuple[str, ...]:
    """Return the names of the time zones that contain a text, in any case, with blanks for the underlines; a few."""
    sought = search.strip().lower().replace(" ", "_")
    found = [name for name in zone_names() if sought in name.lower()]
    found.sort(key=lambda name: (not name.rpartition("/")[2].lower().startswith(sought), name))
    return tuple(found[:_MOST])


def find_zone(name: str) -> ZoneInfo | None:
    """Return a time zone by its name, or None if there is no such one; blanks may stand for the underlines."""
    wanted = name.strip().replace(" ", "_").lower()
    for known in zone_names():
        if known.lower() == wanted:
            return ZoneInfo(known)
    return None


def _is_place(name: str) -> bool:
    return name == "UTC" or ("/" in name and name.partition("/")[0] not in {"Etc", "posix", "right", "SystemV", "US"})
