"""People and clubs for the tests of this folder."""

import pytest

from clubs.models import Club, Player
from tests.factories import ClubFactory, PlayerFactory


@pytest.fixture
def person(db):
    """Make a player with an account."""

    def make(name: str, password: str = "Kottayam-to-Pala-7") -> Player:
        return PlayerFactory(name=name, password=password)

    return make


@pytest.fixture
def annamma(person) -> Player:
    return person("Annamma")


@pytest.fixture
def club(annamma) -> Club:
    """A club that Annamma owns."""
    return ClubFactory(founder=annamma, name="Meenachil Card Club", place="Pala")


@pytest.fixture
def signed_in(client):
    """Return a client whose session belongs to the player's account."""

    def sign_in(player: Player):
        client.force_login(player.user)
        return client

    return sign_in
