"""The browser of a director, for the tests of this folder."""

import pytest
from django.test import Client

from clubs.models import Player
from tournaments.log import states


@pytest.fixture
def officer(client: Client, director: Player) -> Client:
    states.forget_all()
    client.force_login(director.user)
    return client
