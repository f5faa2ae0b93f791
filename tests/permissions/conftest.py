"""The world of the matrix: made once, in a transaction that is never committed; each request in it is taken back."""

import logging
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import connection, connections, transaction
from rest_framework.throttling import SimpleRateThrottle

from games.tables.selectors.states import forget_all
from tests.permissions.asking import digest
from tests.permissions.world import World, build
from tournaments.floor import services


@pytest.fixture(scope="package")
def world(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[World]:
    """Both clubs with all that belongs to them."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock():
        patch.setattr(SimpleRateThrottle, "THROTTLE_RATES", dict.fromkeys(("anon", "user", "write")))
        patch.setattr(services, "MAX_CALLS", 1_000_000)
        cache.clear()
        logging.disable(logging.WARNING)  # every refusal would be told, with where it came from
        with transaction.atomic():
            # Two processes started for each digest take longer than it.
            connection.cursor().execute("SET LOCAL max_parallel_workers_per_gather = 0")
            made = build()
            made.digest = digest()
            # Never called, as nothing commits; each request that is taken back would look through all of them.
            connection.run_on_commit.clear()
            yield made
            transaction.set_rollback(True)
        logging.disable(logging.NOTSET)
        forget_all()
        cache.clear()
        connections.close_all()


@pytest.fixture(autouse=True)
def _unblocked(django_db_blocker: pytest.FixtureRequest) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield
