"""What a player has played, over the API: the same as on the pages, and hidden from the same people."""

import json
from datetime import datetime
from typing import Any

import pytest

from clubs.models import PrivacyChoices
from games.players.ratings.services import update_ratings
from tests.api.calls import Caller, caller, problem
from tests.factories import ClubFactory
from tests.games.helpers.rows import bid, finished, table_with_hands
from tests.games.helpers.tables import people

pytestmark = pytest.mark.django_db

PARTS = {
    "ratings/": "rating",
    "ratings/history/": "rating",
    "games/": "results",
    "partners/": "partners",
    "bids/": "results",
    "hands/": "histories",
}


def read(who: Caller, path: str) -> Any:
    """Return what the API answers."""
    response = who.get(path)
    assert response.status_code == 200, response.content
    return json.loads(response.content)


@pytest.fixture
def devaki() -> Caller:
    """Return Devaki, who has won one of two games with Ammini."""
    one = caller("Devaki")
    assert one.player is not None
    three = people(3)
    four = [one.player, three[1], three[0], three[2]]
    finished(four, winners=(0,), points=(5, 3))
    table_with_hands(four, [{"bid": 16}, {"bid": 21, "outcome": "failed"}], days=1, winners=(1,), points=(2, 4))
    bid(one.player, 16, 1)
    bid(one.player, 21, 0, 1)
    update_ratings()
    return one


def test_ratings_of_today_and_game_by_game(devaki: Caller):
    path = f"players/{devaki.player.pk}/ratings/"
    (now,) = read(Caller(), path)["ratings"]
    history = read(Caller(), f"{path}history/?family=28")

    assert (now["family"], now["games"], now["provisional"]) == ("28", 2, True)
    assert now["margin"] > 200
    assert history["count"] == 2
    assert history["results"][0]["rating"] == now["rating"]
    assert datetime.fromisoformat(now["rated_at"])
    assert read(Caller(), f"{path}history/?family=56")["count"] == 0


def test_games_partners_and_bids(devaki: Caller):
    path = f"players/{devaki.player.pk}/"
    games = read(Caller(), f"{path}games/")["results"]
    (partner,) = read(Caller(), f"{path}partners/?sort=won")["results"]

    assert [(game["kind"], game["outcome"], game["difference"]) for game in games] == [
        ("table", "L", -2),
        ("result", "W", 2),
    ]
    assert (partner["player"]["name"], partner["games"], partner["won"], partner["lost"]) == ("Ammini", 2, 1, 1)
    assert read(Caller(), f"{path}bids/")["bids"] == [
        {"family": "28", "number": 16, "made": 1, "failed": 0},
        {"family": "28", "number": 21, "made": 0, "failed": 1},
    ]


def test_hands_are_searched(devaki: Caller):
    path = f"players/{devaki.player.pk}/hands/"

    (failed,) = read(Caller(), f"{path}?declarer=me&came=failed")["results"]

    assert (failed["hand"], failed["bid"], failed["made"], failed["doubled"]) == (2, 21, False, 0)
    assert [player["name"] for player in failed["players"]] == ["Devaki", "Beeran", "Ammini", "Chacko"]
    assert read(Caller(), f"{path}?rules=28-kerala-4&partner=Ammini&opponent=Chacko&begins=2026-05-01")["count"] == 2
    assert read(Caller(), f"{path}?family=56")["count"] == 0


@pytest.mark.parametrize(
    "asked",
    ["number=57", "declarer=somebody", "came=late", "begins=yesterday", "rules=chess", "doubled=perhaps", "color=1"],
)
def test_a_search_that_is_not_one_is_refused(devaki: Caller, asked: str):
    response = Caller().get(f"players/{devaki.player.pk}/hands/?{asked}")

    assert problem(response) == (400, "invalid-input")


@pytest.mark.parametrize("part", PARTS)
def test_what_a_player_hides_is_refused_to_others(devaki: Caller, part: str):
    PrivacyChoices.objects.create(player=devaki.player, **{PARTS[part]: "nobody"})
    path = f"players/{devaki.player.pk}/{part}"

    assert problem(Caller().get(path)) == (403, "not-allowed")
    assert devaki.get(path).status_code == 200


@pytest.mark.parametrize("part", PARTS)
def test_of_nobody_there_is_nothing(part: str):
    assert problem(Caller().get(f"players/00000000-0000-0000-0000-000000000000/{part}")) == (404, "not-found")


def test_the_members_of_a_club_by_rating_and_form(devaki: Caller):
    club = ClubFactory(founder=devaki.player, name="Ponnani")

    (row,) = read(Caller(), f"clubs/{club.slug}/form/")["results"]

    assert row["player"]["name"] == "Devaki"
    assert (row["last"], row["games"], row["mostly_with"]) == ([], 0, None)
    assert row["rating"] is not None
    assert problem(Caller().get("clubs/elsewhere/form/")) == (404, "not-found")
