"""Circuit breakers: after repeated failures another server is left alone for a time, which grows while it stays away.

The state is in the cache, where all workers see it. After a pause a single attempt decides: it ends the failures, or
begins a pause twice as long. A cache that is emptied costs a few attempts.
"""

from datetime import UTC, datetime, timedelta
from typing import Final

from django.core.cache import cache

FAILURES: Final = 3
"""So many failures in a row begin a pause."""
FIRST_PAUSE: Final = timedelta(seconds=30)
LONGEST_PAUSE: Final = timedelta(minutes=15)
_KEPT: Final = timedelta(hours=2)


def open_until(name: str, now: datetime) -> datetime | None:
    """Return the end of the pause that a server is given, or None if it may be called.

    Args:
        name: The server; it must hold nothing secret.
        now: The time.
    """
    _, until = cache.get(_key(name), (0, 0.0))
    end = datetime.fromtimestamp(until, UTC)
    return end if end > now else None


def failed(name: str, now: datetime) -> None:
    """Count a failure of a server, and begin a pause if there were several in a row."""
    failures = cache.get(_key(name), (0, 0.0))[0] + 1
    pause = timedelta(0)
    if failures >= FAILURES:
        pause = min(FIRST_PAUSE * 2 ** min(failures - FAILURES, 16), LONGEST_PAUSE)
    cache.set(_key(name), (failures, (now + pause).timestamp()), timeout=_KEPT.total_seconds())


def succeeded(name: str) -> None:
    """End the failures of a server."""
    cache.delete(_key(name))


def _key(name: str) -> str:
    return f"breaker:{name}"
