"""Lists come in pages, whoever asks."""

import json

import pytest

from clubs.members.societies import join_club
from clubs.models import Player
from clubs.teams.services import make_team
from tests.api.calls import Caller
from tests.factories import ClubFactory, PlayerFactory


@pytest.fixture
def crowd(db: None) -> list[Player]:
    """Thirty players by name."""
    return [PlayerFactory(name=f"Player {number:02}", user=None) for number in range(30)]


def read(caller: Caller, path: str) -> dict:
    response = caller.get(path)
    assert response.status_code == 200, response.content
    return json.loads(response.content)


def test_a_list_is_walked_through_by_its_own_addresses(anybody: Caller, crowd: list[Player]):
    names, path, pages = [], "players/?page_size=7", 0
    while path:
        page = read(anybody, path)
        assert page["count"] == 30
        names += [entry["name"] for entry in page["results"]]
        path = page["next"] and page["next"].partition("/api/")[2]
        pages += 1

    assert (names, pages) == ([player.name for player in crowd], 5)


def test_the_addresses_of_pages_keep_what_was_searched_for(anybody: Caller, crowd: list[Player]):
    page = read(anybody, "players/?search=player 1&page_size=4&page=2")

    assert [entry["name"] for entry in page["results"]] == ["Player 14", "Player 15", "Player 16", "Player 17"]
    assert "search=player+1" in page["next"]
    assert "search=player+1" in page["previous"]


def test_a_page_beyond_the_last_does_not_exist(anybody: Caller, crowd: list[Player]):
    assert anybody.get("players/?page=3").status_code == 404
    assert anybody.get("players/?page=1000000&page_size=100").status_code == 404


def test_an_empty_list_has_one_empty_page(anybody: Caller):
    assert read(anybody, "clubs/") == {"count": 0, "next": None, "previous": None, "results": []}


def test_a_club_shows_its_officers_teams_and_members(ammini: Caller, beeran: Caller, anybody: Caller):
    club = ClubFactory(founder=ammini.player, name="Meenachil", place="Pala")
    join_club(club=club, player=beeran.player)
    make_team(club=club, by=ammini.player, name="Kites", players=[beeran.player, ammini.player])

    shown = read(anybody, f"clubs/{club.slug}/")

    teams = read(anybody, f"clubs/{club.slug}/teams/")["results"]
    assert shown["members"] == 2
    assert [(officer["player"]["name"], officer["role"]) for officer in shown["officers"]] == [("Ammini", "owner")]
    assert [[player["name"] for player in team["players"]] for team in teams] == [["Beeran", "Ammini"]]
    members = read(anybody, f"clubs/{club.slug}/members/")
    assert [member["player"]["name"] for member in members["results"]] == ["Ammini", "Beeran"]
    assert read(anybody, "clubs/")["results"] == [
        {"slug": "meenachil", "name": "Meenachil", "place": "Pala", "members": 2}
    ]
    player = read(anybody, f"players/{beeran.player.pk}/")
    assert [club["slug"] for club in player["clubs"]] == ["meenachil"]


def test_nobody_reads_the_address_of_another(ammini: Caller, beeran: Caller):
    club = ClubFactory(founder=ammini.player, name="Meenachil")
    for path in ("players/", f"players/{ammini.player.pk}/", f"clubs/{club.slug}/", f"clubs/{club.slug}/members/"):
        assert "example.org" not in beeran.get(path).content.decode()
    assert "ammini@example.org" in ammini.get("me/").content.decode()
