"""Asking over the API what a call means, and adding to the answer."""

import json

import pytest

from tests.api.calls import Caller, caller
from tests.api.playing import deal, full_table, view

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> list[Caller]:
    """Four players with tokens."""
    return [caller(name) for name in ("Ammini", "Beeran", "Chacko", "Devaki")]


@pytest.fixture
def called(four: list[Caller]) -> tuple[str, list[Caller]]:
    """A table of 56 where the opener has said 28NS, and its players from the opener on."""
    table = full_table(four, rules="56-kerala-4")
    deal(four, table)
    (turn,) = view(four[0], table)["game"]["to_act"]
    order = [four[(turn + place) % 4] for place in range(4)]
    seen = view(order[0], table)
    response = order[0].post(f"tables/{table}/actions/", {"type": "call", "call": "28NS"}, if_match=seen["etag"])
    assert response.status_code == 200, response.content
    return table, order


def test_who_asks_reads_the_answer_in_the_view_and_nobody_else_does(called):
    """56-SHOW-26."""
    table, (opener, left, partner, right) = called
    (askable,) = view(left, table)["askable"]
    assert (askable["said"], askable["call"]) == ("28NS", 0)
    before = {one.player: view(one, table) for one in (opener, right)}

    response = left.post(f"tables/{table}/meanings/", {"call": askable["call"]})
    assert response.status_code == 200, response.content
    (asked,) = view(left, table)["asked"]
    assert (asked["text"], asked["mine"], asked["rule"]) == ("Three jacks.", True, "56-CNV-2")
    for one in (opener, right):
        now = view(one, table)
        assert now["asked"] == []
        assert now["happenings"] == before[one.player]["happenings"]
        assert now["askable"] == before[one.player]["askable"]
    (waiting,) = view(partner, table)["asked"]
    assert (waiting["may_add"], waiting["text"]) == (True, "")


def test_a_partner_adds_over_the_api_and_only_who_asked_reads_it(called):
    """56-SHOW-26."""
    table, (opener, left, partner, right) = called
    left.post(f"tables/{table}/meanings/", {"call": 0})
    seat = view(left, table)["viewer"]
    body = {"call": 0, "asker": seat, "text": "Or two and a long suit."}

    assert partner.post(f"tables/{table}/meanings/additions/", body).status_code == 200
    (asked,) = view(left, table)["asked"]
    assert [text for _, text in asked["added"]] == ["Or two and a long suit."]
    for other in (opener, right):
        assert "Or two and a long suit." not in json.dumps(view(other, table))


def test_the_same_key_asks_once_and_an_older_etag_still_acts(called):
    table, (_, left, _, right) = called
    seen = view(left, table)
    first = right.post(f"tables/{table}/meanings/", {"call": 0}, key="once")
    again = right.post(f"tables/{table}/meanings/", {"call": 0}, key="once")

    assert (again["Idempotency-Replayed"], again.content) == ("true", first.content)
    response = left.post(f"tables/{table}/actions/", {"type": "pass"}, if_match=seen["etag"])
    assert response.status_code == 200, response.content


@pytest.mark.parametrize(
    ("who", "path", "body", "status"),
    [
        (0, "meanings/", {"call": 0}, 403),
        (2, "meanings/", {"call": 0}, 403),
        (1, "meanings/", {"call": 7}, 409),
        (1, "meanings/", {"call": -1}, 400),
        (1, "meanings/", {"call": "28NS"}, 400),
        (1, "meanings/", {}, 400),
        (2, "meanings/additions/", {"call": 0, "asker": 1, "text": "Three."}, 409),
        (2, "meanings/additions/", {"call": 0, "asker": 1, "text": ""}, 400),
        (2, "meanings/additions/", {"call": 0, "asker": 1, "text": "a" * 201}, 400),
    ],
)
def test_what_cannot_be_asked_or_added_is_refused(called, who, path, body, status):
    table, order = called
    response = order[who].post(f"tables/{table}/{path}", body)
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"


def test_strangers_ask_nothing(called):
    table, _ = called
    assert caller("Eliamma").post(f"tables/{table}/meanings/", {"call": 0}).status_code == 403
    assert Caller().post(f"tables/{table}/meanings/", {"call": 0}).status_code == 401
