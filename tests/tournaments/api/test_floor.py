"""Calls, announcements and arrivals by the API: answers, refusals, and what stays hidden."""

import json
from typing import Any
from uuid import uuid4

import pytest

from clubs.models import Club, Player
from tests.factories import PlayerFactory, TokenFactory
from tests.tournaments.helpers.floor import assistant, captains, on_sheets
from tournaments.floor.selectors import floor_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


class Program:
    """A player's program at the API of one tournament."""

    def __init__(self, client: Any, cup: Tournament, player: Player) -> None:
        _row, token = TokenFactory(user=player.user)
        self.client, self.cup, self.token = client, cup, token

    def post(self, path: str, body: Any = None, *, key: str = "") -> Any:
        head = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": key or str(uuid4())}
        text = "" if body is None else json.dumps(body)
        return self.client.post(
            f"/api/tournaments/{self.cup.slug}/{path}", text, content_type="application/json", headers=head
        )

    def get(self, path: str) -> Any:
        return self.client.get(
            f"/api/tournaments/{self.cup.slug}/{path}", headers={"Authorization": f"Bearer {self.token}"}
        )


@pytest.fixture
def cup(club: Club, director: Player) -> Tournament:
    return on_sheets(club, director)


@pytest.fixture
def beena(client: Any, cup: Tournament, director: Player) -> Program:
    return Program(client, cup, assistant(cup, director, "Beena"))


@pytest.fixture
def caller(client: Any, cup: Tournament) -> Program:
    return Program(client, cup, Player.objects.get(name=captains(cup, 1)[0]))


def test_a_call_goes_through_the_api(caller: Program, beena: Program, cup: Tournament):
    body = {"match": 1, "reason": "other", "hand": 2, "words": "A card is torn"}
    made = caller.post("calls/", body)
    assert made.status_code == 201, made.content
    assert made.headers["Location"] == f"/api/tournaments/{cup.slug}/calls/1/"
    assert made.json()["text"] == "Something else (hand 2)"

    assert [one["words"] for one in beena.get("calls/?open=true").json()["calls"]] == ["A card is torn"]
    assert beena.post("calls/1/claim/").json()["claimed_by"] == "Beena"
    assert caller.get("calls/1/").json()["claimed_by"] == "Beena"
    assert beena.post("calls/1/release/").json()["claimed_by"] == ""
    assert beena.post("calls/1/close/", {"outcome": "settled"}).json()["outcome"] == "settled"
    listed = beena.get("calls/").json()
    assert (len(listed["calls"]), listed["median_answer"]) == (1, 0)
    assert beena.get("calls/?open=true").json()["calls"] == []


def test_a_call_that_is_sent_twice_is_made_once(caller: Program, cup: Tournament):
    answers = [caller.post("calls/", {"match": 1, "reason": "score"}, key="7f3c") for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert len(floor_of(cup.pk).calls) == 1


def test_refusals_say_what_is_wrong_and_where(client: Any, caller: Program, beena: Program, cup: Tournament):
    other = Program(client, cup, Player.objects.get(name=captains(cup, 2)[0]))
    asked: list[tuple[Any, int, str, str]] = [
        (caller.post("calls/", {"match": 1, "reason": "other"}), 422, "words-missing", "/words"),
        (caller.post("calls/", {"match": 99, "reason": "score"}), 422, "unknown-match", "/match"),
        (caller.post("calls/", {"match": 1, "reason": "thirst"}), 400, "invalid-input", "/reason"),
        (other.post("calls/", {"match": 1, "reason": "score"}), 403, "not-allowed", ""),
        (caller.get("calls/"), 403, "not-allowed", ""),
        (caller.post("calls/1/claim/"), 404, "not-found", ""),
        (beena.post("announcements/", {"phrase": "round-starts", "round": 2}), 422, "place-missing", "/at"),
        (beena.post("announcements/", {}), 422, "phrase-or-words", "/words"),
        (caller.post("announcements/", {"phrase": "take-seats"}), 403, "not-allowed", ""),
        (beena.post("announcements/1/withdraw/"), 404, "not-found", ""),
        (caller.get("arrivals/"), 403, "not-allowed", ""),
    ]
    for answer, status, code, at in asked:
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (status, code), problem
        assert answer.headers["Content-Type"].startswith("application/problem+json")
        assert [one["at"] for one in problem.get("errors", [])] == ([at] if at else [])


def test_the_second_claim_is_a_conflict_that_names_the_first(client: Any, caller: Program, beena: Program, director):
    caller.post("calls/", {"match": 1, "reason": "score"})
    beena.post("calls/1/claim/")
    second = Program(client, beena.cup, director).post("calls/1/claim/")
    assert (second.status_code, second.json()["code"]) == (409, "claimed-already")
    assert "Beena" in second.json()["detail"]
    assert beena.post("calls/1/close/", {"outcome": "ruled"}).status_code == 200
    assert caller.post("calls/1/withdraw/").json()["code"] == "call-closed"


def test_nobody_but_the_caller_and_the_staff_finds_a_call(client: Any, caller: Program, cup: Tournament):
    caller.post("calls/", {"match": 1, "reason": "other", "words": "He looks into my hand"})
    strangers = [Player.objects.get(name=captains(cup, 1)[1]), PlayerFactory(name="Visitor", password="x")]
    for stranger in strangers:
        answer = Program(client, cup, stranger).get("calls/1/")
        assert answer.status_code == 404
        assert b"hand" not in answer.content
    assert client.get(f"/api/tournaments/{cup.slug}/calls/1/").status_code == 401


def test_everybody_reads_what_is_announced_to_all_and_the_staff_everything(
    client: Any, beena: Program, cup: Tournament
):
    told = beena.post("announcements/", {"words": "Tea is ready", "malayalam": "ചായ തയ്യാർ"})
    assert told.status_code == 201, told.content
    beena.post("announcements/", {"phrase": "come-to-desk", "audience": "entrants", "to": [1]})
    public = f"/api/tournaments/{cup.slug}/announcements/"
    assert [one["text"] for one in client.get(public).json()["announcements"]] == ["Tea is ready"]
    in_malayalam = client.get(public, headers={"Accept-Language": "ml"}).json()["announcements"]
    assert [one["text"] for one in in_malayalam] == ["ചായ തയ്യാർ"]
    assert len(beena.get("announcements/").json()["announcements"]) == 2

    assert beena.post("announcements/1/withdraw/").json()["withdrawn"] is True
    assert client.get(public).json()["announcements"] == []


def test_a_side_is_noted_as_there(caller: Program, beena: Program, cup: Tournament):
    assert caller.post("arrivals/", {"match": 1, "entrant": 1}).json()["at"] is not None
    assert [one["entrant"] for one in beena.get("arrivals/").json()["arrivals"]] == [1]
    assert caller.post("arrivals/", {"match": 1, "entrant": 1, "here": False}).json()["at"] is None
