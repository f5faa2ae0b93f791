"""Practising over the API: begun, played by hints, taken back, dealt again."""

import json
from typing import Any
from uuid import uuid4

import pytest

import engine
from games.models import Practice
from games.practice import selectors
from tests.api.calls import Caller, caller, problem

pytestmark = pytest.mark.django_db


@pytest.fixture
def ammini() -> Caller:
    return caller("Ammini")


def begun(who: Caller, rules: str = "28-kerala-4", **more: Any) -> str:
    response = who.post("practices/", {"rules": rules, **more})
    assert response.status_code == 201, response.content
    practice: str = json.loads(response.content)["practice"]
    assert response["Location"] == f"/api/practices/{practice}/"
    return practice


def seen(who: Caller, practice: str) -> dict[str, Any]:
    response = who.get(f"practices/{practice}/")
    assert response.status_code == 200, response.content
    found: dict[str, Any] = json.loads(response.content)
    assert response["ETag"] == f'"{found["version"]}"'
    return found


def sent(who: Caller, practice: str, path: str, body: Any = None, version: int | None = None) -> Any:
    version = seen(who, practice)["version"] if version is None else version
    return who.post(f"practices/{practice}/{path}/", body, if_match=f'"{version}"')


def advised(who: Caller, practice: str) -> dict[str, Any]:
    response = who.get(f"practices/{practice}/hint/")
    assert response.status_code == 200, response.content
    found: dict[str, Any] = json.loads(response.content)
    return found


def play_out(who: Caller, practice: str) -> None:
    while not seen(who, practice)["over"]:
        body = {name: value for name, value in advised(who, practice)["action"].items() if name != "seat"}
        assert sent(who, practice, "actions", body).status_code == 200


@pytest.mark.parametrize("rules", ["28-kerala-4", "28-wikipedia-3", "56-kerala-6"])
def test_a_hand_is_played_by_its_hints_and_all_cards_are_open_in_the_end(ammini, rules):
    practice = begun(ammini, rules, place=1)
    first = seen(ammini, practice)
    assert first["cards"] == []
    assert first["game"]["opener"] == first["seat"] == 0
    play_out(ammini, practice)
    last = seen(ammini, practice)
    assert sorted(card for hand in last["cards"] for card in hand) == sorted(engine.load_rules(rules).deck)
    assert problem(ammini.get(f"practices/{practice}/hint/")) == (409, "hand-over")
    assert sent(ammini, practice, "deal", {"cards": "next"}).status_code == 200
    assert seen(ammini, practice)["hand"] == 2


def test_taking_back_leaves_the_view_from_before(ammini):
    practice = begun(ammini)
    before = seen(ammini, practice)["game"]
    assert problem(sent(ammini, practice, "back")) == (409, "nothing-done")
    body = {name: value for name, value in advised(ammini, practice)["action"].items() if name != "seat"}
    sent(ammini, practice, "actions", body)
    assert seen(ammini, practice)["decisions"] == 1
    assert sent(ammini, practice, "back").status_code == 200
    assert seen(ammini, practice)["game"] == before


def test_the_same_cards_are_dealt_again_and_from_another_seat_only_in_the_end(ammini):
    practice = begun(ammini)
    hand = seen(ammini, practice)["game"]["hand"]
    assert problem(sent(ammini, practice, "deal", {"cards": "same", "seat": 2})) == (409, "not-opened")
    assert sent(ammini, practice, "deal", {"cards": "same"}).status_code == 200
    assert seen(ammini, practice)["game"]["hand"] == hand
    play_out(ammini, practice)
    assert seen(ammini, practice)["other_seats"] is True
    assert sent(ammini, practice, "deal", {"cards": "same", "seat": 2}).status_code == 200
    assert seen(ammini, practice)["seat"] == 2
    assert problem(sent(ammini, practice, "deal", {"cards": "next"})) == (409, "hand-running")


def test_a_stale_request_is_refused_and_one_sent_again_does_nothing_more(ammini):
    practice = begun(ammini, place=1)
    bid = {"type": "bid", "value": 14}
    path = f"practices/{practice}/actions/"
    assert ammini.post(path, bid, if_match='"1"', key="one").status_code == 200
    again = ammini.post(path, bid, if_match='"1"', key="one")
    assert again["Idempotency-Replayed"] == "true"
    assert problem(ammini.post(path, {"type": "bid", "value": 15}, if_match='"1"')) == (412, "stale")
    assert problem(ammini.post(path, bid)) == (428, "version-required")
    assert seen(ammini, practice)["version"] == 2
    assert ammini.post(f"practices/{practice}/back/", if_match="*").status_code == 200


def test_what_the_rules_forbid_is_refused_with_the_rule(ammini):
    """28-AUC-2."""
    practice = begun(ammini, place=1)
    response = sent(ammini, practice, "actions", {"type": "pass"})
    assert problem(response)[0] == 422
    assert json.loads(response.content)["rule"] == "28-AUC-2"
    assert json.loads(response.content)["rule_url"] == "/rules/28-kerala-4/#28-AUC-2"


def test_in_56_a_hint_by_the_conventions_says_what_it_tells(ammini):
    """56-CNV-2."""
    told = advised(ammini, begun(ammini, "56-international-6", place=1))
    assert told["why"] == "convention"
    assert told["tells"]
    assert told["rule"] == "56-CNV-2"


def test_nobody_has_another_players_practice(ammini):
    practice = begun(ammini)
    for who, status in ((caller("Beeran"), 404), (Caller(), 401)):
        for path in (f"practices/{practice}/", f"practices/{practice}/hint/"):
            assert problem(who.get(path))[0] == status
        assert problem(who.post(f"practices/{practice}/back/", if_match='"1"'))[0] == status
    assert problem(ammini.get(f"practices/{uuid4()}/"))[0] == 404
    assert json.loads(caller("Chacko").get("practices/").content)["results"] == []


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"rules": "28-nowhere"}, 400), ({"rules": "28-kerala-4", "place": 9}, 400),
        ({"rules": "28-kerala-3", "place": 4}, 422), ({"rules": "28-kerala-4", "level": "wild"}, 400),
        ({"rules": "28-kerala-4", "options": {"nonsense": 1}}, 422), ({"rules": "28-kerala-4", "seat": 1}, 400),
    ],
)  # fmt: skip
def test_a_wish_that_makes_no_sense_begins_nothing(ammini, wish, status):
    assert problem(ammini.post("practices/", wish))[0] == status
    assert not Practice.objects.exists()


def test_no_answer_names_a_card_of_another_hand_before_the_hand_is_over(ammini):
    practice = begun(ammini)
    room = selectors.room_in(Practice.objects.get(pk=practice))
    advised(ammini, practice)
    text = ammini.get(f"practices/{practice}/").content.decode() + ammini.get("practices/").content.decode()
    hidden = {card for seat, cards in enumerate(room.cards) if seat for card in cards} | set(room.cards[0][4:])
    assert not [card for card in hidden if f'"{card}"' in text]


def test_of_a_running_hand_of_56_only_what_may_be_looked_at_again_is_shown(ammini: Caller):
    """56-SHOW-10, 56-SHOW-16: as at a table."""
    practice = ammini.post("practices/", {"rules": "56-international-4", "place": 1}).json()["practice"]
    tricks = 0
    while not (shown := ammini.get(f"practices/{practice}/").json())["over"]:
        game = shown["game"]
        callers = [said["seat"] for said in game["auction"]]
        assert len(set(callers)) == len(callers)
        if game["trick"]:
            tricks += len(game["tricks"])
            assert not any(trick["cards"] for trick in game["tricks"])
        action = ammini.get(f"practices/{practice}/hint/").json()["action"]
        del action["seat"]
        assert ammini.post(f"practices/{practice}/actions/", action, if_match="*").status_code == 200
    assert tricks
