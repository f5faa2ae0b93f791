"""Leases belong to one process at a time; breakers leave a failing server alone for longer and longer."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache

from clubs.base import breaker
from clubs.base.leases import lease

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 7, 1, 6, 30, tzinfo=UTC)


def lose(name: str) -> None:
    """Stand in for the time that is over, or a Redis that began anew."""
    cache.delete(f"lease:{name}")


def test_a_lease_is_had_by_one_process_at_a_time_and_by_the_next_when_it_ends():
    with lease("sweeping", seconds=60) as held:
        assert held is not None
        with lease("sweeping", seconds=60) as second:
            assert second is None
        with lease("cooking", seconds=60) as other:
            assert other is not None
    with lease("sweeping", seconds=60) as held:
        assert held is not None


def test_an_end_that_comes_late_does_not_end_the_lease_of_the_next():
    with lease("sweeping", seconds=60):
        lose("sweeping")
        with lease("sweeping", seconds=60) as next_one:
            assert next_one is not None
    # The first block has ended before: nobody has it now, and no error was raised on the way.
    with lease("sweeping", seconds=60) as first:
        lose("sweeping")
        with lease("sweeping", seconds=60) as second:
            assert second is not None
            first._renewed -= 60
            assert not first.renew()
            second._renewed -= 60
            assert second.renew()


def test_a_server_that_fails_again_and_again_is_left_alone_for_longer_and_longer():
    for _ in range(breaker.FAILURES):
        assert breaker.open_until("mail", NOON) is None
        breaker.failed("mail", NOON)

    assert breaker.open_until("mail", NOON) == NOON + timedelta(seconds=30)
    assert breaker.open_until("push", NOON) is None
    later = NOON + timedelta(seconds=30)
    assert breaker.open_until("mail", later) is None
    breaker.failed("mail", later)
    assert breaker.open_until("mail", later) == later + timedelta(minutes=1)
    for _ in range(40):
        breaker.failed("mail", later)
    assert breaker.open_until("mail", later) == later + breaker.LONGEST_PAUSE

    breaker.succeeded("mail")
    breaker.failed("mail", later)
    assert breaker.open_until("mail", later) is None
