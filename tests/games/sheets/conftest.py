"""The scorer of the sheets, and the browser at the desk."""

import pytest
from django.test import Client

from clubs.models import Player
from tests.factories import PlayerFactory


@pytest.fixture
def scorer() -> Player:
    return PlayerFactory(name="Devaki")


@pytest.fixture
def desk(scorer: Player) -> Client:
    """The browser of the scorer, signed in."""
    browser = Client()
    browser.force_login(scorer.user)
    return browser
