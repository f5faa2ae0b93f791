"""People and clubs for the tests of this folder."""

import pytest

from clubs.models import Club, Player, User
from clubs.services import found_club, make_player


@pytest.fixture
def person(db):
    """Make a player with an account."""

    def make(name: str, password: str = "Kottayam-to-Pala-7") -> Player:
        user = User.objects.create_user(f"{name.lower().replace(' ', '.')}@example.org", password)
        return make_player(name=name, user=user)

    return make


@pytest.fixture
def annamma(person) -> Player:
    return person("Annamma")


@pytest.fixture
def club(annamma) -> Club:
    """A club that Annamma owns."""
    return found_club(founder=annamma, name="Meenachil Card Club", place="Pala")
