"""What the attacks share."""

import logging

import pytest
from django.db import connections
from rest_framework.throttling import SimpleRateThrottle


@pytest.fixture
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an attack ask as often as it likes, without a line for each refusal."""
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", dict.fromkeys(("anon", "user", "write")))
    # Else each frame of a socket is rendered over a new connection to the database.
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", None)
    monkeypatch.setattr(logging.getLogger("django.request"), "disabled", True)
