"""What the tests of the API share."""

import pytest
from django.core.cache import cache
from rest_framework.throttling import SimpleRateThrottle

from tests.api.calls import Caller, caller


@pytest.fixture(autouse=True)
def _no_limits(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test run into the limits on requests, but for those that set limits of their own."""
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", dict.fromkeys(("anon", "user", "write")))
    if "db" in request.fixturenames:
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
