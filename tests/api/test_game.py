"""A whole game over the API, played by as many clients as there are seats, and watched by others."""

import json
import random
from pathlib import Path

import jsonschema
import pytest

import engine
from games.models import Table
from tests.api.calls import Caller, caller
from tests.api.playing import deal, full_table, may_know, named, open_table, play, view

pytestmark = pytest.mark.django_db

RECORD_SCHEMA = json.loads(
    (Path(__file__).resolve().parents[2] / "docs" / "reference" / "record.schema.json").read_text()
)
NAMES = ("Ammini", "Beeran", "Chacko", "Devaki")


@pytest.mark.parametrize(
    ("rules", "players"), [("28-kerala-4", 4), pytest.param("28-kerala-3", 3, marks=pytest.mark.whole)]
)
def test_clients_play_a_game_to_its_end_and_nobody_is_told_a_hidden_card(rules: str, players: int):
    callers = [caller(name) for name in NAMES[:players]]
    watchers = [(None, Caller()), (None, caller("Eapen"))]
    # Spectators see the hand of seat 0, but only an hour late.
    terms = {"options": {"ending": {"type": "hands", "count": 2}}, "shown_seat": 0, "shown_delay": 3600}
    table = full_table(callers, rules=rules, **terms)
    everybody = [*enumerate(callers), *watchers]
    deal(callers, table)
    looks = 0

    for action, hand in enumerate(play(callers, table, random.Random(28))):
        if hand != 1 or action % 4:
            continue
        for seat, who in everybody:
            who.heard.clear()
            who.get(f"tables/{table}/view/")
            who.get(f"tables/{table}/happenings/")
            who.get(f"tables/{table}/hands/1/")
            who.get(f"tables/{table}/record/")
            who.get(f"tables/{table}/")
            who.post(f"tables/{table}/actions/", {"type": "play", "card": "S7"}, if_match="*") if seat is None else None
            told = named("".join(who.heard)) - {"S7"}
            assert told <= may_know(table, seat), (seat, told - may_know(table, seat))
            looks += len(told)

    assert looks > 100
    for _, who in everybody:
        assert view(who, table)["status"] == "finished"
        record = json.loads(who.get(f"tables/{table}/record/").content)
        assert len(record["hands"]) == 2
        assert engine.audit(record).verdict == "clean"
        jsonschema.validate(record, RECORD_SCHEMA)
        history = json.loads(who.get(f"tables/{table}/hands/1/").content)
        assert history["finished"]
        assert history["proof"]["holds"]
        assert named(json.dumps(history["cards"])) == set(engine.load_rules(rules).deck)


def test_a_record_of_a_running_game_leaves_the_running_hand_out():
    callers = [caller(name) for name in NAMES]
    table = full_table(callers)
    deal(callers, table)

    assert view(callers[0], table)["game"]["hand_number"] == 1
    assert json.loads(callers[0].get(f"tables/{table}/record/").content)["hands"] == []


def test_a_record_travels_as_one_line():
    ammini = caller("Ammini")
    table = open_table(ammini)

    response = ammini.get(f"tables/{table}/record/", accept="application/jsonl")

    assert response["Content-Type"] == "application/jsonl"
    assert response.content.endswith(b"\n")
    assert response.content.count(b"\n") == 1
    assert engine.decode_record(response.content).rules.id == "28-kerala-4"
    assert f"table-{Table.objects.get(pk=table).number}.jsonl" in response["Content-Disposition"]


def test_a_table_by_invitation_does_not_exist_for_others(ammini: Caller, beeran: Caller, anybody: Caller):
    table = open_table(ammini, invitation=True)
    code = view(ammini, table)["invitation"]

    for who in (beeran, anybody):
        for path in ("", "view/", "happenings/", "hands/", "hands/1/", "record/"):
            assert who.get(f"tables/{table}/{path}").status_code == 404, path
        assert code not in "".join(who.heard)
        assert table not in who.get("tables/").content.decode()
    assert beeran.post(f"tables/{table}/seats/1/take/", {}).status_code in (403, 404)
    assert view_with(beeran, table, code)["invitation_needed"] is False
    assert beeran.post(f"tables/{table}/seats/1/take/", {"invitation": code}).status_code == 200
    assert beeran.get(f"tables/{table}/view/").status_code == 200
    assert table in beeran.get("tables/").content.decode()


def view_with(who: Caller, table: str, code: str) -> dict:
    return json.loads(who.get(f"tables/{table}/view/?invitation={code}").content)


def test_tables_are_found_by_what_is_asked(ammini: Caller, beeran: Caller):
    first, second = open_table(ammini), open_table(beeran, rules="28-kerala-3")

    def found(asked: str) -> list[str]:
        return [entry["id"] for entry in json.loads(ammini.get(f"tables/?{asked}").content)["results"]]

    assert found("") == [second, first]
    assert found("rules=28-kerala-3") == [second]
    assert found(f"player={ammini.player.pk}") == [first]
    assert found("status=waiting") == [second, first]
    assert found("status=playing") == []
    assert found("club=none") == []


def test_seats_are_taken_given_to_bots_and_left(ammini: Caller, beeran: Caller, anybody: Caller):
    table = open_table(ammini)

    assert beeran.post(f"tables/{table}/seats/0/take/", {}).status_code == 409
    assert beeran.post(f"tables/{table}/seats/9/take/", {}).status_code == 422
    assert beeran.post(f"tables/{table}/seats/2/take/", {}).status_code == 200
    assert ammini.post(f"tables/{table}/seats/1/bot/", {}).status_code == 200
    assert anybody.post(f"tables/{table}/seats/3/take/", {}).status_code == 401
    seats = view(anybody, table)["seats"]
    assert [(seat["name"], seat["bot"]) for seat in seats][::2] == [("Ammini", False), ("Beeran", False)]
    assert seats[1]["bot"]

    assert beeran.post(f"tables/{table}/leave/", {}).status_code == 200
    assert view(anybody, table)["players_needed"] == 2


def test_bots_sit_down_at_the_level_that_was_asked_for(ammini: Caller):
    table = open_table(ammini, bots=[1], level="strong", seat=0)

    assert ammini.post(f"tables/{table}/seats/2/bot/", {"level": "strong"}).status_code == 200
    assert ammini.post(f"tables/{table}/seats/3/bot/", {"level": "perfect"}).status_code == 400
    assert [seat["level"] for seat in view(ammini, table)["seats"]] == ["", "strong", "strong", ""]


def test_a_seat_that_was_left_in_a_running_game_is_taken_over_from_the_next_deal_on(ammini: Caller, beeran: Caller):
    table = open_table(ammini, bots=[1, 2], seat=0)
    assert beeran.post(f"tables/{table}/seats/3/take/", {}).status_code == 200
    deal([ammini], table)
    assert len(view(ammini, table)["game"]["hand"]) == 4

    assert ammini.post(f"tables/{table}/leave/", {}).status_code == 200
    assert view(ammini, table)["game"]["hand"] == []
    eapen = caller("Eapen")
    assert eapen.post(f"tables/{table}/seats/0/substitute/", {}).status_code == 200

    seen = view(eapen, table)
    assert (seen["viewer"], seen["takes_over"], seen["game"]["hand"]) == (None, 0, [])
    assert seen["seats"][0]["next_name"] == "Eapen"
    assert eapen.post(f"tables/{table}/seats/1/substitute/", {}).status_code == 409
    assert eapen.post(f"tables/{table}/leave/", {}).status_code == 200
    assert view(eapen, table)["takes_over"] is None


def test_a_finished_hand_can_be_questioned(ammini: Caller, beeran: Caller):
    from games.hands.checks import audit_check

    table = open_table(ammini, bots=[1, 2, 3], options={"ending": {"type": "hands", "count": 1}})
    deal([ammini], table)
    for _ in play([ammini] * 4, table, random.Random(1)):
        deal([ammini], table)

    response = ammini.post(f"tables/{table}/hands/1/check/", {"question": "Was the ace led?", "step": 3})

    assert response.status_code == 201
    address = response["Location"].removeprefix("/api/")
    assert json.loads(beeran.get(address).content)["status"] == "open"
    audit_check(check_id=json.loads(response.content)["check"])
    shown = json.loads(beeran.get(address).content)
    assert (shown["status"], shown["verdict"]["verdict"], shown["rule_url"]) == ("audited", "clean", None)
    assert ammini.post(f"tables/{table}/hands/2/check/", {"question": "?"}).status_code in (404, 409)
