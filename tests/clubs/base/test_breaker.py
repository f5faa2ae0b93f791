"""Circuit breakers: a pause after failures in a row, and no harm while the cache that counts them is away."""

from datetime import UTC, datetime, timedelta

import pytest
from redis.exceptions import ConnectionError as RedisAway

from clubs.base import breaker

NOW = datetime(2026, 7, 1, tzinfo=UTC)


class Away:
    """A cache that does not answer."""

    def __getattr__(self, name: str) -> object:
        raise RedisAway


def test_failures_in_a_row_begin_a_pause_that_a_success_ends(servers):
    for _ in range(breaker.FAILURES):
        assert breaker.open_until("trial", NOW) is None
        breaker.failed("trial", NOW)

    assert breaker.open_until("trial", NOW) == NOW + breaker.FIRST_PAUSE
    assert breaker.open_until("trial", NOW + breaker.FIRST_PAUSE + timedelta(seconds=1)) is None
    breaker.succeeded("trial")
    assert breaker.open_until("trial", NOW) is None


def test_without_its_cache_every_server_may_be_called_and_nothing_fails(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(breaker, "cache", Away())

    breaker.failed("trial", NOW)
    breaker.succeeded("trial")

    assert breaker.open_until("trial", NOW) is None
