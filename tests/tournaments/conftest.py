"""A club with teams of bots, for the tests of this folder."""

import pytest

from clubs.models import Club, Player, Team
from tests.factories import ClubFactory, PlayerFactory, TeamFactory

NAMES = ("Vembanad", "Illikkal", "Pamba", "Kabani", "Periyar", "Nila")


@pytest.fixture
def director(db) -> Player:
    """The owner of the club."""
    return PlayerFactory(name="Annamma", password="x")


@pytest.fixture
def club(director) -> Club:
    return ClubFactory(founder=director, name="Meenachil Card Club", place="Pala")


@pytest.fixture
def teams(club, director) -> list[Team]:
    """Six teams of two bots each."""
    return [TeamFactory(club=club, by=director, name=name) for name in NAMES]
