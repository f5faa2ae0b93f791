"""What the tests of the API share."""

import pytest
from django.core.cache import cache

from tests.api.calls import Caller, caller


@pytest.fixture(autouse=True)
def _fresh_limits(request: pytest.FixtureRequest) -> None:
    """Let no test use up the limits of another."""
    if "db" in request.fixturenames or "transactional_db" in request.fixturenames:
        cache.clear()


@pytest.fixture
def anybody(db: None) -> Caller:
    """Somebody who is not signed in."""
    return Caller()


@pytest.fixture
def ammini(db: None) -> Caller:
    """A player with a token."""
    return caller("Ammini")


@pytest.fixture
def beeran(db: None) -> Caller:
    """Another player with a token."""
    return caller("Beeran")
