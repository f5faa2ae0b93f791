"""Teams through the API."""

import pytest
from django.utils import timezone

from clubs.members.societies import join_club
from clubs.models import Team
from clubs.teams.squads import squad
from tests.api.calls import caller
from tests.factories import ClubFactory, PlayerFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(ammini, beeran):
    club = ClubFactory(founder=ammini.player, name="Kochi Cards")
    join_club(club=club, player=beeran.player)
    return club


def address(club, *rest) -> str:
    return "/".join(["clubs", club.slug, "teams", *map(str, rest), ""])


def test_a_member_makes_a_team_and_looks_after_it(club, ammini, beeran):
    bots = [PlayerFactory(bot=True, name=f"Bot {number}") for number in range(3)]
    wish = {"name": "Kites", "players": [str(beeran.player.pk), str(bots[0].pk)]}

    made = beeran.post(address(club), wish)
    assert made.status_code == 201
    team = made.json()
    assert (team["size"], team["captain"]["name"]) == (2, beeran.player.name)
    assert made["Location"] == "/api/" + address(club, team["id"])
    assert beeran.post(address(club, team["id"], "places"), {"player": str(bots[1].pk)}).status_code == 201
    order = [str(bots[1].pk), str(beeran.player.pk), str(bots[0].pk)]
    changed = beeran.call("PATCH", address(club, team["id"]), {"name": "Hawks", "players": order})
    assert changed.json()["name"] == "Hawks"
    assert [player["id"] for player in changed.json()["players"]] == order
    assert beeran.post(address(club, team["id"], "places", bots[0].pk, "end"), {}).status_code == 200
    history = ammini.get(address(club, team["id"], "places")).json()
    assert [place["player"]["name"] for place in history["now"]] == ["Bot 1", beeran.player.name]
    assert [place["left_on"] for place in history["before"]] == [timezone.localdate().isoformat()]


def test_an_officer_writes_a_transfer_down(club, ammini, beeran):
    teams = []
    for name, first in (("Kites", beeran.player), ("Hawks", ammini.player)):
        bot = PlayerFactory(bot=True, name=f"Bot of {name}")
        players = [str(first.pk), str(bot.pk)]
        teams.append(ammini.post(address(club), {"name": name, "players": players}).json()["id"])
    wish = {"player": str(beeran.player.pk), "team": teams[1]}

    assert beeran.post(address(club, teams[0], "transfers"), wish).status_code == 403
    moved = ammini.post(address(club, teams[0], "transfers"), wish)

    assert [player["name"] for player in moved.json()["players"]][-1] == beeran.player.name
    assert [place.player.name for place in squad(Team.objects.get(pk=teams[0]))] == ["Bot of Kites"]


def test_what_is_wrong_is_said_where_it_stands_and_nothing_is_changed(club, ammini, beeran):
    bot = PlayerFactory(bot=True, name="Bot")
    wish = {"name": "Kites", "players": [str(beeran.player.pk), str(bot.pk)]}

    for wrong, at, status in (
        ({"size": 9}, "/size", 400),
        ({"size": 3}, "/players", 422),
        ({"players": [str(club.pk), str(bot.pk)]}, "/players/0", 422),
        ({"on": "2999-01-01"}, "/on", 422),
    ):
        answer = beeran.post(address(club), wish | wrong)
        assert answer.status_code == status
        assert [fault["at"] for fault in answer.json()["errors"]] == [at]
    team = beeran.post(address(club), wish).json()["id"]
    half = beeran.call("PATCH", address(club, team), {"name": "Hawks", "captain": str(ammini.player.pk)})
    assert (half.status_code, half.json()["code"]) == (409, "not-in-team")
    assert Team.objects.get(pk=team).name == "Kites"


def test_a_stranger_changes_no_team(club, ammini, beeran):
    chacko = caller("Chacko")
    bot = PlayerFactory(bot=True, name="Bot")
    team = beeran.post(address(club), {"name": "Kites", "players": [str(beeran.player.pk), str(bot.pk)]}).json()["id"]

    assert chacko.call("PATCH", address(club, team), {"name": "Mine"}).status_code == 403
    assert chacko.call("DELETE", address(club, team)).status_code == 403
    assert chacko.post(address(club, team, "places"), {"player": str(chacko.player.pk)}).status_code == 403
    assert chacko.get(address(club)).json()["results"][0]["name"] == "Kites"
    assert beeran.call("DELETE", address(club, team)).status_code == 204
