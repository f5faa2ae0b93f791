"""House rules over the API: read by everybody, written by officers, and tables opened by them."""

import json

import pytest
from django.utils import timezone

import engine
from clubs.members.societies import join_club
from games.models import Table
from tests.api.calls import Caller, problem
from tests.factories import ClubFactory

pytestmark = pytest.mark.django_db

FRIDAY = {"name": "Friday 28", "rules": "28-house-4", "options": {"cot": True}}


@pytest.fixture
def address(ammini: Caller) -> str:
    club = ClubFactory(founder=ammini.player, name="Meenachil")
    return f"clubs/{club.slug}/house-rules/"


def read(response) -> dict:
    return json.loads(response.content)


def test_an_officer_makes_house_rules_and_everybody_reads_them(ammini: Caller, anybody: Caller, address: str):
    answer = ammini.post(address, FRIDAY)

    made = read(answer)
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"/api/{address}{made['id']}/"
    assert {name: made[name] for name in FRIDAY} == FRIDAY
    assert (made["number"], made["engine_version"], made["current"], made["frozen"]) == (1, engine.VERSION, True, False)
    assert made["summary"][0] == "28 by house rules, four players, with cot."
    assert read(anybody.get(address)) == {"results": [made], "seasons": []}
    assert read(anybody.get(f"{address}{made['id']}/")) == made


@pytest.mark.parametrize(
    ("wish", "at"),
    [
        ({"rules": "28-house-5"}, "/rules"),
        ({"options": {"surrender": True}}, "/options/surrender"),
        ({"name": " "}, "/name"),
    ],
)
def test_what_is_wrong_is_pointed_to(ammini: Caller, address: str, wish: dict, at: str):
    answer = ammini.post(address, {**FRIDAY, **wish})

    assert answer.status_code == 422
    assert [fault["at"] for fault in read(answer)["errors"]] == [at]


def test_a_second_set_of_the_same_name_is_refused(ammini: Caller, address: str):
    ammini.post(address, FRIDAY)

    assert problem(ammini.post(address, FRIDAY)) == (409, "house-rules-exist")


def test_a_member_and_a_visitor_write_nothing(ammini: Caller, beeran: Caller, anybody: Caller, address: str):
    made = read(ammini.post(address, FRIDAY))
    from clubs.models import Club

    join_club(club=Club.objects.get(), player=beeran.player)
    one = f"{address}{made['id']}/"
    for asker, status in ((beeran, 403), (anybody, 401)):
        assert asker.post(address, {**FRIDAY, "name": "Other"}).status_code == status
        assert asker.call("PUT", one, FRIDAY).status_code == status
        assert (
            asker.post(f"{one}freeze/", {"name": "W", "begins": "2026-01-01", "ends": "2026-12-31"}).status_code
            == status
        )
        assert asker.post(f"{one}retire/").status_code == status
    assert read(anybody.get(one)) == made


def test_rules_that_were_played_by_get_a_next_version(ammini: Caller, address: str):
    made = read(ammini.post(address, FRIDAY))
    opened = ammini.post("tables/", {"house": made["id"], "bots": [1, 2, 3]})
    assert opened.status_code == 201

    changed = read(ammini.call("PUT", f"{address}{made['id']}/", {**FRIDAY, "options": {}}))

    assert (changed["number"], changed["series"]) == (2, made["series"])
    assert changed["id"] != made["id"]
    before = read(ammini.get(f"{address}{made['id']}/"))
    assert (before["current"], before["played"], before["options"]) == (False, True, {"cot": True})
    table = read(ammini.get(f"tables/{read(opened)['table']}/"))
    assert table["house"] == {"id": made["id"], "name": "Friday 28", "number": 1, "club": "meenachil"}
    assert (table["engine_version"], table["options"]["cot"]) == (engine.VERSION, True)


def test_frozen_rules_are_not_changed(ammini: Caller, address: str):
    made = read(ammini.post(address, FRIDAY))
    today = timezone.localdate().isoformat()
    one = f"{address}{made['id']}/"

    frozen = read(ammini.post(f"{one}freeze/", {"name": "Winter", "begins": today, "ends": today}))

    assert frozen["frozen"]
    assert frozen["season"] == {**frozen["season"], "name": "Winter", "begins": today, "ends": today}
    assert read(ammini.get(address))["seasons"] == [frozen["season"]]
    assert problem(ammini.call("PUT", one, {**FRIDAY, "options": {}})) == (409, "frozen")
    assert problem(ammini.post(f"{one}retire/")) == (409, "frozen")


def test_a_season_that_ends_before_it_begins_is_refused_at_its_end(ammini: Caller, address: str):
    made = read(ammini.post(address, FRIDAY))

    answer = ammini.post(f"{address}{made['id']}/freeze/", {"name": "W", "begins": "2026-02-02", "ends": "2026-02-01"})

    assert answer.status_code == 422
    assert [fault["at"] for fault in read(answer)["errors"]] == ["/ends"]


def test_retired_rules_are_in_no_list_and_open_no_table(ammini: Caller, address: str):
    made = read(ammini.post(address, FRIDAY))

    assert not read(ammini.post(f"{address}{made['id']}/retire/"))["current"]

    assert read(ammini.get(address))["results"] == []
    answer = ammini.post("tables/", {"house": made["id"]})
    assert answer.status_code == 422
    assert read(answer)["code"] == "retired"


def test_a_table_names_a_game_or_house_rules_and_not_both(ammini: Caller, address: str):
    made = read(ammini.post(address, FRIDAY))

    for wish, status in (({}, 400), ({"house": None}, 400), ({"house": made["id"], "rules": "28-house-4"}, 422)):
        answer = ammini.post("tables/", wish)
        assert answer.status_code == status
        assert [fault["at"] for fault in read(answer)["errors"]] == ["/rules"]
    assert not Table.objects.exists()


def test_house_rules_of_another_club_are_not_found_there(ammini: Caller, address: str):
    made = read(ammini.post(address, FRIDAY))
    other = ClubFactory(founder=ammini.player, name="Kallada")

    assert ammini.get(f"clubs/{other.slug}/house-rules/{made['id']}/").status_code == 404
    assert ammini.get("clubs/nowhere/house-rules/").status_code == 404
