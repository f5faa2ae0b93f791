"""Tables and times by the API: planned, delayed, read as of a version, and what clashes; passes of captains."""

from uuid import uuid4

import pytest

from tests.tournaments.helpers.calling import Caller, begun

pytestmark = pytest.mark.django_db(transaction=True)

AT = 1_920_000_000
HOUR = 3600


def planned(caller: Caller, slug: str) -> None:
    rounds = [[1, 1, AT, 0], [1, 2, AT + HOUR, 0]]
    assert caller.do(slug, "SetVenue", tables=[["1", "Hall"], ["2", "Hall"]]).status_code == 200
    answer = caller.do(slug, "SetSchedule", sessions=[[AT, AT + 4 * HOUR]], rounds=rounds, match_minutes=45)
    assert answer.status_code == 200, answer.content


def test_a_schedule_is_planned_delayed_and_read_as_of_before(caller, slug):
    planned(caller, slug)
    before = caller.get(f"{slug}/schedule/").json()
    assert [one["at"] for one in before["rounds"]] == [AT, AT + HOUR]
    assert before["tables"] == [{"name": "1", "room": "Hall"}, {"name": "2", "room": "Hall"}]
    begun(caller, slug)
    assert caller.do(slug, "DelayRound", stage=1, round=2, minutes=20).status_code == 200
    now = caller.get(f"{slug}/schedule/").json()
    assert [(one["at"], one["minutes_late"]) for one in now["rounds"]] == [(AT, 0), (AT + HOUR + 1200, 20)]
    assert [one["tables"][0]["name"] for one in now["matches"]] == ["1", "2"]
    then = caller.get(f"{slug}/schedule/?version={before['version']}").json()
    assert then == before


def test_a_draft_has_no_match_in_the_schedule(caller, slug):
    planned(caller, slug)
    for name in ("BeginStage", "PairRound"):
        assert caller.do(slug, name, stage=1).status_code == 200
    assert caller.get(f"{slug}/schedule/").json()["matches"] == []


def test_a_proposal_is_made_for_the_staff_and_saves_nothing(caller, slug):
    sessions = [{"begins": AT, "ends": AT + 2 * HOUR}]
    answer = caller.post(
        f"{slug}/schedule/proposals/", {"sessions": sessions, "match_minutes": 50, "rest_minutes": 10, "tables": 1}
    )
    assert answer.status_code == 200, answer.content
    day = 24 * HOUR
    assert [(one["at"], one["turns"]) for one in answer.json()["rounds"]] == [(AT, 2), (AT + day, 2)]
    assert caller.get(f"{slug}/schedule/").json()["rounds"] == []
    wrong = caller.post(f"{slug}/schedule/proposals/", {"sessions": [{"begins": AT, "ends": AT}]})
    assert wrong.status_code == 400
    assert wrong.json()["code"] == "sessions-impossible"


def test_what_is_wrong_with_a_table_or_a_time_is_said_with_its_field(caller, slug):
    planned(caller, slug)
    answer = caller.do(slug, "FixSeat", entrant=1, table="9", room="Hall")
    assert answer.status_code == 409
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "unknown-table"
    assert "The venue has no table 9 in this room." in answer.json()["detail"]


def test_clashes_are_listed_with_what_would_be_right(caller, slug):
    planned(caller, slug)
    begun(caller, slug)
    entrant = next(one for one in caller.get(f"{slug}/schedule/").json()["matches"] if one["match"] == 1)["entrants"][0]
    assert caller.get(f"{slug}/schedule/clashes/").json()["clashes"] == []
    assert caller.do(slug, "FixSeat", entrant=entrant, table="2", room="Hall").status_code == 200
    (clash,) = caller.get(f"{slug}/schedule/clashes/").json()["clashes"]
    assert (clash["kind"], clash["match"]) == ("seat", 1)
    assert "Choose that table, or free the seat." in clash["text"]


def test_passes_are_issued_listed_and_revoked(caller, slug, client):
    issued = caller.post(f"{slug}/passes/", {"entrants": [2]})
    assert issued.status_code == 201, issued.content
    (one,) = caller.get(f"{slug}/passes/").json()["passes"]
    assert one["entrant"] == 2
    path = one["address"].removeprefix("http://testserver")
    assert client.get(path).status_code == 200
    assert len(caller.post(f"{slug}/passes/", {}).json()["passes"]) == 4
    unknown = caller.post(f"{slug}/passes/", {"entrants": [77]})
    assert unknown.status_code == 409
    assert caller.post(f"{slug}/passes/{one['id']}/revoked/", {}, key=str(uuid4())).status_code == 204
    assert client.get(path).status_code == 404
