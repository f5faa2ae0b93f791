"""The players and the club of adjusted results."""

import pytest

from clubs.models import Club, Player
from tests.games.helpers.played import club_of
from tests.games.helpers.tables import people


@pytest.fixture
def four() -> list[Player]:
    """Four players."""
    return people()


@pytest.fixture
def club(four) -> Club:
    """A club of theirs."""
    return club_of(*four)
