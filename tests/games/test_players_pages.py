"""The pages of what a player has played: form, games, bids, partners, ratings, and the search through the hands."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player
from clubs.privacy_models import PrivacyChoices
from games.ratings.services import update_ratings
from tests.games.rows import bid, finished
from tests.games.tables import people

pytestmark = pytest.mark.django_db

PAGES = ("figures", "standing", "games", "partners", "rating", "hands")


def page(name: str, player: Player, client: Client | None = None, *, part: bool = False, **asked: Any) -> Any:
    """Return a page of a player, or the part that the player's own page loads."""
    headers = {"HX-Request": "true"} if part else {}
    return (client or Client()).get(reverse(f"games:player_{name}", args=[player.pk]), asked, headers=headers)


@pytest.mark.parametrize("name", PAGES)
def test_every_page_stands_before_the_first_game(name: str):
    player = people()[0]

    assert page(name, player).status_code == 200


@pytest.mark.parametrize("name", PAGES)
def test_every_page_stands_after_games(name: str):
    four = people()
    for days in range(14):
        finished(four, winners=(days % 3 == 0,), days=days)
    finished(four, winners=(0, 1), days=15, rules="56-kerala-4")
    bid(four[0], 14, 8, 2)
    bid(four[0], 28, 1, 1, family="56")
    update_ratings()

    answer = page(name, four[0])

    assert answer.status_code == 200
    assert b"Ammini" in answer.content
