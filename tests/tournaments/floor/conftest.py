"""A tournament on score sheets with its first round called, and its staff."""

import pytest
from django.core.cache import cache

from clubs.models import Club, Player
from tests.tournaments.helpers.floor import assistant, on_sheets
from tournaments.floor import log
from tournaments.log import states
from tournaments.models import Tournament


@pytest.fixture(autouse=True)
def _no_pace() -> None:
    """Commands of other tests do not count here, and no state is kept from them."""
    cache.clear()
    states.forget_all()
    log.forget_all()


@pytest.fixture
def cup(club: Club, director: Player) -> Tournament:
    """A round robin of four pairs on score sheets; its first round, of two matches, is called."""
    return on_sheets(club, director)


@pytest.fixture
def beena(cup: Tournament, director: Player) -> Player:
    """An assistant."""
    return assistant(cup, director, "Beena")


@pytest.fixture
def thomas(cup: Tournament, director: Player) -> Player:
    """Another assistant."""
    return assistant(cup, director, "Thomas")
