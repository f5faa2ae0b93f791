"""Leases: locks between processes with an owner and an end, for work that is for one worker at a time.

They are held in Redis by the lock of redis-py: only its owner renews or ends one, and after its time another process
gets it. A lease only avoids work done twice. It does not exclude it: Redis may forget a lease, and a process that stood
still may go on after its end. Rows that must not be written twice have a lock or a mark of their own.
"""

import contextlib
import time
from collections.abc import Iterator

from django.core.cache import cache
from redis.exceptions import LockError, RedisError
from redis.lock import Lock


class Lease:
    """A lease that this process got.

    Attributes:
        seconds: Its length from each renewal.
    """

    def __init__(self, lock: Lock, seconds: float) -> None:
        self.seconds = seconds
        self._lock = lock
        self._renewed = time.monotonic()

    def renew(self) -> bool:
        """Begin its time again, if a quarter of it is over; return whether it is still this process's."""
        now = time.monotonic()
        if now - self._renewed < self.seconds / 4:
            return True
        try:
            self._lock.reacquire()
        except LockError:
            return False
        self._renewed = now
        return True


@contextlib.contextmanager
def lease(name: str, *, seconds: float) -> Iterator[Lease | None]:
    """Hold a lease for a block; None if another process has it.

    Args:
        name: The work that it is for.
        seconds: The time after which another process may have it, unless it is renewed.

    Raises:
        RedisError: Redis does not answer.
    """
    # The cache's own client: an address, a prefix and a pool of connections for both.
    client = cache._cache.get_client(None, write=True)  # type: ignore[attr-defined]
    lock = Lock(client, cache.make_key(f"lease:{name}"), timeout=seconds, thread_local=False)
    if not lock.acquire(blocking=False):
        yield None
        return
    try:
        yield Lease(lock, seconds)
    finally:
        # Another's by now, or Redis is away: it ends by itself.
        with contextlib.suppress(LockError, RedisError):
            lock.release()
