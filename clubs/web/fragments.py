"""Fragments that are the same for everybody who asks for the same: rendered once for all processes, compressed once.

A fragment is kept under a key that says all that it depends on, for a short while in the process and a longer one in
Redis. The first who asks renders it; the others in its process wait for it, and those of other processes for a lease to
end. Without Redis each process renders for itself. Nothing that concerns one reader is ever kept here.
"""

import gzip
import time
from base64 import b64decode, b64encode
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from hashlib import blake2b
from threading import Lock
from typing import Final, NamedTuple

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from redis.exceptions import RedisError

from clubs.base import metrics
from clubs.base.leases import lease

KEPT_SECONDS: Final = 60
"""How long a fragment is kept in Redis: what its key does not say, such as names, may change."""
HERE_SECONDS: Final = 15.0
MAX_HERE: Final = 256
"""So many fragments a process keeps, for so long, so that many readers at once do not ask Redis for each."""
LEASE_SECONDS: Final = 10.0
"""A process that has rendered for so long is taken for dead, and another one renders."""
POLL_SECONDS: Final = 0.02
LEVEL: Final = 6


class Fragment(NamedTuple):
    """A rendered fragment.

    Attributes:
        tag: A short hash of its content.
        packed: The content as UTF-8, by gzip.
    """

    tag: str
    packed: bytes

    @property
    def html(self) -> str:
        """The content."""
        return gzip.decompress(self.packed).decode()


def packed(html: str) -> Fragment:
    """Return a fragment of a content."""
    content = html.encode()
    return Fragment(blake2b(content, digest_size=9).hexdigest(), gzip.compress(content, LEVEL, mtime=0))


class _Here:
    """The fragments that this process keeps, and those that are being made."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[str, tuple[float, Fragment]] = OrderedDict()
        self._made: dict[str, Future[Fragment]] = {}

    def get(self, key: str, make: Callable[[], Fragment]) -> Fragment:
        """Return a fragment; of threads that ask for it at once one makes it."""
        with self._lock:
            until, fragment = self._kept.get(key, (0.0, None))
            if fragment is not None and time.monotonic() < until:
                return fragment
            flight = self._made.get(key)
            if flight is None:
                own = self._made[key] = Future()
        if flight is not None:
            return flight.result()
        try:
            fragment = make()
        except BaseException as failure:
            with self._lock:
                del self._made[key]
            own.set_exception(failure)
            raise
        with self._lock:
            del self._made[key]
            self._kept.pop(key, None)
            self._kept[key] = (time.monotonic() + HERE_SECONDS, fragment)
            while len(self._kept) > MAX_HERE:
                self._kept.popitem(last=False)
        own.set_result(fragment)
        return fragment

    def forget_all(self) -> None:
        """Forget what is kept, as a new process would."""
        with self._lock:
            self._kept.clear()


_here = _Here()
forget_all = _here.forget_all


def shared_fragment(key: str, render: Callable[[], str], *, part: str) -> Fragment:
    """Return a fragment that is the same for everybody, rendered unless any process has done so.

    Args:
        key: All that the fragment depends on.
        render: Returns its content.
        part: What it is a part of, for the metrics: a word out of few.
    """
    return _here.get(key, lambda: _of_all(key, render, part))


def _of_all(key: str, render: Callable[[], str], part: str) -> Fragment:
    """Return the fragment that another process has rendered, or is rendering; else render it."""
    end = time.monotonic() + LEASE_SECONDS
    try:
        while True:
            if (fragment := _read(key)) is not None:
                metrics.FRAGMENTS.labels(part, "shared").inc()
                return fragment
            with lease(f"fragment:{key}", seconds=LEASE_SECONDS) as held:
                if held is not None or time.monotonic() > end:
                    # It may have been stored between the look and the lease.
                    return _read(key) or _stored(key, _rendered(render, part))
            time.sleep(POLL_SECONDS)
    except RedisError:
        return _rendered(render, part)


def _rendered(render: Callable[[], str], part: str) -> Fragment:
    fragment = packed(render())
    metrics.FRAGMENTS.labels(part, "rendered").inc()
    return fragment


def _read(key: str) -> Fragment | None:
    match cache.get(key):
        case [str(tag), str(body)]:
            return Fragment(tag, b64decode(body))
    return None


def _stored(key: str, fragment: Fragment) -> Fragment:
    cache.set(key, [fragment.tag, b64encode(fragment.packed).decode()], timeout=KEPT_SECONDS)
    return fragment


def answered(request: HttpRequest, fragment: Fragment) -> HttpResponse:
    """Return the answer to a request for a fragment: 304 if the browser has it, else as it is kept, compressed."""
    tag = f'W/"{fragment.tag}"'
    if (same := get_conditional_response(request, etag=tag)) is not None:
        answer = same
    elif "gzip" in request.headers.get("Accept-Encoding", ""):
        answer = HttpResponse(fragment.packed, headers={"Content-Encoding": "gzip"})
    else:
        answer = HttpResponse(fragment.html)
    answer.headers["ETag"] = tag
    patch_cache_control(answer, no_cache=True)
    patch_vary_headers(answer, ("Accept-Encoding", "Accept-Language"))
    return answer
