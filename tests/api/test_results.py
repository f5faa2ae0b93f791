"""Results by the API: written down once, shown, taken back; standings, records and kunukku as the pages have them."""

import json
from datetime import date
from uuid import uuid4

import pytest

from clubs.models import PrivacyChoices, Season
from games.models import WrittenResult
from games.results.services import reckon_seasons
from games.store import projector
from tests.api.calls import Caller, caller
from tests.games.helpers.kunukku import WIKIPEDIA, lost
from tests.games.helpers.played import begun, club_of, happens, later

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def callers():
    return [caller(name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]


@pytest.fixture
def club(callers):
    return club_of(*(one.player for one in callers))


def said(answer, status: int = 200):
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)


def wish(callers: list[Caller], **more: object) -> dict[str, object]:
    return {
        "rules": "28-kerala-4", "players": [str(one.player.pk) for one in callers], "points": [7, 3],
        "played_on": "2026-05-01", "hands": 9, **more,
    }  # fmt: skip


def test_a_result_is_written_down_shown_counted_and_taken_back(callers, club):
    owner, visitor_like = callers[0], callers[1]
    address = f"clubs/{club.slug}/results/"
    made = owner.post(address, wish(callers, note="Onam evening"))
    result = said(made, 201)["id"]
    assert made.headers["Location"].endswith(f"/api/results/{result}/")
    shown = said(visitor_like.get(f"results/{result}/"))
    assert (shown["note"], [side["outcome"] for side in shown["sides"]]) == ("Onam evening", ["W", "L"])

    projector.run_all()
    standing = said(visitor_like.get(f"clubs/{club.slug}/standing/"))
    assert [(line["place"], line["points"], line["difference"]) for line in standing["results"]] == [
        (1, 2, 4), (1, 2, 4), (3, 0, -4), (3, 0, -4),
    ]  # fmt: skip
    assert standing["season"] is None
    assert {one["kind"] for one in said(owner.get(f"clubs/{club.slug}/records/"))["records"]} == {"biggest", "hands"}
    assert [one["game"] for one in said(owner.get(address))["results"]] == [result]

    said(owner.post(f"results/{result}/withdraw/", {"reason": "Wrong pairs"}))
    projector.run_all()
    assert said(owner.get(f"results/{result}/"))["reason"] == "Wrong pairs"
    assert said(owner.get(f"clubs/{club.slug}/standing/"))["results"] == []
    assert said(owner.get(address))["results"][0]["counts"] is False


def test_who_does_not_show_results_is_named_by_no_id_either(callers, club):
    """By the id anybody could ask for the name."""
    made = callers[0].post(f"clubs/{club.slug}/results/", wish(callers))
    projector.run_all()
    PrivacyChoices.objects.create(player=callers[0].player, results="nobody")

    for address in (
        f"clubs/{club.slug}/standing/",
        f"clubs/{club.slug}/results/",
        f"clubs/{club.slug}/records/",
        f"results/{said(made, 201)['id']}/",
    ):
        shown = callers[1].get(address)
        said(shown)
        assert str(callers[0].player.pk) not in shown.content.decode(), address
        assert str(callers[2].player.pk) in shown.content.decode(), address


def test_the_same_request_again_writes_nothing_more(callers, club):
    key = str(uuid4())
    first, second = (callers[0].post(f"clubs/{club.slug}/results/", wish(callers), key=key) for _ in range(2))
    assert said(first, 201) == said(second, 201)
    assert WrittenResult.objects.count() == 1


@pytest.mark.parametrize(
    ("more", "at", "status"),
    [
        ({"points": [7]}, "/points", 400),
        ({"points": [999, 0]}, "/points_0", 422),
        ({"played_on": "2999-01-01"}, "/played_on", 422),
        ({"players": [str(uuid4())] * 4}, "/players/0", 422),
        ({"hands": -1}, "/hands", 400),
    ],
)
def test_what_is_wrong_with_a_result_is_said_with_its_place(callers, club, more, at, status):
    problem = said(callers[0].post(f"clubs/{club.slug}/results/", wish(callers, **more)), status)
    assert problem["errors"][0]["at"] == at


def test_who_does_not_keep_the_score_writes_takes_back_and_lifts_nothing(callers, club):
    result = said(callers[0].post(f"clubs/{club.slug}/results/", wish(callers)), 201)["id"]
    for address, body in (
        (f"clubs/{club.slug}/results/", wish(callers)),
        (f"results/{result}/withdraw/", {"reason": "x"}),
        (f"clubs/{club.slug}/kunukku/", {"player": str(callers[0].player.pk), "reason": "x"}),
    ):
        assert said(callers[1].post(address, body), 403)["code"] == "not-the-scorer"


def test_kunukku_are_listed_explained_and_lifted(callers, club):
    """28-WIK-3, 28-WIK-4."""
    stream = begun([one.player for one in callers], WIKIPEDIA, club=club, at=later(0))
    happens(stream, *lost(1, (0, 2)), at=later(0))
    happens(stream, *lost(2, (0, 2), (2, 0, 2, 0)), at=later(1))
    projector.run_all()
    address = f"clubs/{club.slug}/kunukku/"
    board = said(callers[3].get(address))
    assert {one["player"]["name"]: one["count"] for one in board["wearers"]} == {"Ammini": 2, "Chacko": 2}

    said(callers[0].post(address, {"player": str(callers[2].player.pk), "reason": "His wedding"}))
    projector.run_all()
    mine = said(callers[3].get(f"players/{callers[2].player.pk}/kunukku/"))
    assert (len(mine["worn"]), [one["how"] for one in mine["past"]]) == (1, ["lifted"])
    assert mine["worn"][0]["why"] == "Ammini did not make 17."
    assert (
        said(callers[0].post(address, {"player": str(callers[1].player.pk), "reason": "x"}), 409)["code"] == "not-worn"
    )

    since = {one["player"]["name"]: one["since"] for one in board["wearers"]}["Chacko"]
    stale = {"player": str(callers[2].player.pk), "reason": "His wedding", "since": since}
    assert said(callers[0].post(address, stale), 409)["code"] == "other-worn"
    assert said(callers[0].post(address, stale | {"since": mine["worn"][0]["since"]}))["version"] == 2
    projector.run_all()

    PrivacyChoices.objects.create(player=callers[2].player, kunukku="nobody")
    said(callers[3].get(f"players/{callers[2].player.pk}/kunukku/"), 403)
    assert [one["player"]["name"] for one in said(callers[3].get(address))["wearers"]] == ["Ammini"]


def test_the_firsts_of_seasons_and_a_seasons_standing(callers, club):
    season = Season.objects.create(club=club, name="Summer", begins=date(2026, 4, 1), ends=date(2026, 5, 31))
    said(callers[0].post(f"clubs/{club.slug}/results/", wish(callers)), 201)
    projector.run_all()
    reckon_seasons(club=club)
    (hall,) = said(callers[1].get(f"clubs/{club.slug}/hall/"))["results"]
    assert {one["player"]["name"] for one in hall["firsts"]} == {"Ammini", "Chacko"}
    assert len(said(callers[1].get(f"clubs/{club.slug}/standing/?season={season.pk}"))["results"]) == 4
    said(callers[1].get(f"clubs/{club.slug}/standing/?season={uuid4()}"), 404)


def test_a_sheet_opened_with_known_players_says_whose_it_is(callers, club):
    players = [str(one.player.pk) for one in callers]
    body = {"rules": "56-kerala-4", "club": club.slug, "players": players}
    sheet = said(callers[0].post("sheets/", body), 201)["sheet"]
    assert said(callers[0].get(f"sheets/{sheet}/"))["names"] == ["Ammini", "Beeran", "Chacko", "Devaki"]
    outsider = caller("Eapen")
    refused = callers[0].post("sheets/", {**body, "players": [*players[:3], str(outsider.player.pk)]})
    assert said(refused, 422)["code"] == "not-a-member"
