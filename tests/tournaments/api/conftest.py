"""A director who calls the API, and a tournament of four pairs, for the tests of this folder."""

import pytest

from clubs.models import Club, Player
from tests.factories import PlayerFactory
from tests.tournaments.helpers.calling import PLAN, SETTINGS, Caller
from tournaments.log import states


@pytest.fixture
def caller(client, director: Player) -> Caller:
    states.forget_all()
    return Caller(client, director)


@pytest.fixture
def slug(caller: Caller, club: Club) -> str:
    """A tournament of four pairs, opened and entered by the API."""
    body = {"club": club.slug, "name": "Onam Swiss", "settings": SETTINGS, "stages": [PLAN]}
    answer = caller.post("open/", body)
    assert answer.status_code == 201, answer.content
    slug = answer.json()["tournament"]
    for _ in range(4):
        pair = [str(PlayerFactory(bot=True).pk) for _ in range(2)]
        assert caller.post(f"{slug}/entrants/", {"players": pair}).status_code == 201
    return slug
