"""Circuit breakers: after repeated failures a server is not called for a time, which grows while it keeps failing.

The state is in the cache, where all workers see it. After a pause a single attempt decides: it ends the failures, or
begins a pause twice as long. A cache that is emptied, or away, costs a few attempts; it never makes a failure of what
has been sent, which would be sent again.
"""

import logging
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final

from django.core.cache import cache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

FAILURES: Final = 3
"""The number of failures in a row that begins a pause."""
FIRST_PAUSE: Final = timedelta(seconds=30)
LONGEST_PAUSE: Final = timedelta(minutes=15)
_KEPT: Final = timedelta(hours=2)


def open_until(name: str, now: datetime) -> datetime | None:
    """Return the end of the pause that a server is given, or None if it may be called.

    Args:
        name: The server; it must hold nothing secret.
        now: The time.
    """
    _, until = _state_of(name)
    end = datetime.fromtimestamp(until, UTC)
    return end if end > now else None


def failed(name: str, now: datetime) -> None:
    """Count a failure of a server, and begin a pause if there were several in a row."""
    failures = _state_of(name)[0] + 1
    pause = timedelta(0)
    if failures >= FAILURES:
        pause = min(FIRST_PAUSE * 2 ** min(failures - FAILURES, 16), LONGEST_PAUSE)
    with suppress(RedisError):
        cache.set(_key(name), (failures, (now + pause).timestamp()), timeout=_KEPT.total_seconds())


def succeeded(name: str) -> None:
    """End the failures of a server."""
    try:
        cache.delete(_key(name))
    except RedisError as failure:
        logger.warning("That a server works again could not be noted: %s", type(failure).__name__)


def _state_of(name: str) -> tuple[int, float]:
    """Return the failures in a row of a server, and the end of its pause in seconds since 1970."""
    try:
        failures, until = cache.get(_key(name), (0, 0.0))
    except RedisError:
        return 0, 0.0
    return failures, until


def _key(name: str) -> str:
    return f"breaker:{name}"
