"""The auditor: form, violations, results, claims, standing: 28-AUD."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import engine
from engine.schema import record_schema
from tests.engine.records import JUNK, NAMES, SCHEMA, sample, written
from tests.strategies import EVERY_RULE_SET, FEW, SEEDS, random_events, rule_sets

ROOT = Path(__file__).parent.parent.parent
CASES = [json.loads(line) for line in (ROOT / "tests/data/records/28-cases.jsonl").open()]


def judged(record: object) -> dict[str, Any]:
    """Return the verdict on a record, as it is written."""
    verdict: dict[str, Any] = json.loads(engine.encode_verdict(engine.audit(record)))
    return verdict


def bare(value: Any) -> Any:
    """Return a verdict without what is free text."""
    if isinstance(value, dict):
        return {name: bare(member) for name, member in value.items() if name not in ("message", "error", "differs")}
    return [bare(member) for member in value] if isinstance(value, list) else value


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_published_cases_agree_in_every_member(case: dict[str, Any]) -> None:
    """28-AUD-0 to 28-AUD-9, `rule` included; the messages are ours."""
    assert bare(judged(case["record"])) == bare(case["expected"])


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_what_the_engine_plays_the_auditor_finds_clean(rule_set: str, data: st.DataObject, seed: int) -> None:
    """28-AUD-6, 28-AUD-7, 28-AUD-9: its own claims included, and the standing is what the last hand left."""
    rules = data.draw(rule_sets(rule_set))
    events = random_events(rules, Random(seed), hands=3)
    record = written(rules, events)

    verdict = judged(record)

    assert verdict["verdict"] == "clean"
    assert [hand["result"] for hand in verdict["hands"]] == [hand["result"] for hand in record["hands"]]
    left = [event for event in events if isinstance(event, engine.HandScored)][-1]
    accounts = {name: getattr(left, name) for name in ("stakes", "score", "kunukku", "salaams", "games")}
    ends = [event.winners for event in events if isinstance(event, engine.GameFinished)]
    assert verdict["standing"] == {
        **{name: list(kept) for name, kept in accounts.items() if kept is not None},
        "finished": bool(ends),
        "winners": list(ends[0]) if ends else [],
    }


def violation(record: dict[str, Any]) -> tuple[Any, ...]:
    """Return what the last judged hand is found guilty of."""
    verdict = judged(record)
    assert verdict["verdict"] == "violation"
    last = verdict["hands"][-1]
    assert last["message"]
    assert "result" not in last
    return last["action"], last["seat"], last["code"], last["rule"]


def test_an_action_after_the_hand_is_decided_is_hand_over() -> None:
    """28-AUD-1."""
    record = sample()
    actions = record["hands"][0]["actions"]
    actions.append({"seat": 1, "type": "thani"})

    assert violation(record) == (len(actions) - 1, 1, "hand-over", "28-AUD-1")


@pytest.mark.parametrize(
    "word",
    [word for word in engine.ACTION_TYPES if word not in ("bid", "pass", "call")],
)
def test_words_that_an_auction_does_not_admit_are_the_wrong_phase_from_any_seat(word: str) -> None:
    """28-AUD-2: before whose turn it is."""
    for seat in range(4):
        record = sample()
        record["hands"][0]["actions"].insert(1, {"seat": seat, "type": word, "card": "SJ"})

        assert violation(record) == (1, seat, "wrong-phase", "28-AUD-2")


def test_a_call_of_another_game_is_the_wrong_phase() -> None:
    """28-AUD-2."""
    record = sample()
    record["hands"][0]["actions"].insert(0, {"seat": 0, "type": "call", "call": "28S"})

    assert violation(record) == (0, 0, "wrong-phase", "28-AUD-2")


def test_another_seats_turn_comes_before_what_the_action_breaks() -> None:
    """28-AUD-3."""
    record = sample()
    opener = record["hands"][0]["actions"][0]["seat"]
    record["hands"][0]["actions"].insert(0, {"seat": (opener + 1) % 4, "type": "bid", "value": 99})

    assert violation(record) == (0, (opener + 1) % 4, "not-your-turn", "28-AUD-3")


def test_what_the_action_itself_breaks_is_judged_in_the_order_of_the_table() -> None:
    """28-AUD-4: too low is judged before too high; the tables of the other codes are in test_trump and test_play."""
    record = sample()
    opener = record["hands"][0]["actions"][0]["seat"]
    for value, code, rule in (
        (13, "bid-too-low", "28-AUC-3"),
        (-(10**30), "bid-too-low", "28-AUC-3"),
        (29, "bid-too-high", "28-AUC-4"),
        (10**30, "bid-too-high", "28-AUC-4"),
    ):
        record["hands"][0]["actions"][0] = {"seat": opener, "type": "bid", "value": value}
        assert violation(record) == (0, opener, code, rule)


def test_a_wrong_deal_has_neither_action_nor_seat() -> None:
    """28-AUD-4, 28-DEAL-1, 28-DEAL-3: a card twice, one the deck has not, one short, the wrong dealer."""
    for spoil in (
        lambda hand: hand["cards"][0].__setitem__(0, hand["cards"][1][0]),
        lambda hand: hand["cards"][2].__setitem__(0, "S6"),
        lambda hand: hand["cards"][2].pop(),
        lambda hand: hand["cards"][2].append(hand["cards"][3].pop()),
        lambda hand: hand["cards"].__setitem__(1, []),
    ):
        record = sample()
        spoil(record["hands"][1])
        assert violation(record) == (None, None, "wrong-deal", "28-DEAL-1")
        assert judged(record)["hands"][0]["verdict"] == "clean"

    record = sample()
    record["hands"][1]["dealer"] = record["hands"][0]["dealer"]
    record["hands"][1]["cards"][0] = []
    assert violation(record) == (None, None, "wrong-deal", "28-DEAL-3")


def test_a_hand_after_the_game_is_decided() -> None:
    """28-AUD-4, 28-END-1: before everything else about that hand."""
    record = sample()
    record["hands"].append({"dealer": 0, "cards": [[], [], [], []], "actions": []})

    assert violation(record) == (None, None, "game-over", "28-END-1")
    assert judged(record)["standing"]["finished"] is True


def test_a_hand_after_an_unfinished_one() -> None:
    """28-AUD-8, 28-DEAL-4: the unfinished one is incomplete, the next a wrong deal."""
    record = sample()
    record["hands"][0]["actions"].pop()
    record["hands"][1]["dealer"] = record["hands"][0]["dealer"]

    assert violation(record) == (None, None, "wrong-deal", "28-DEAL-4")
    assert judged(record)["hands"][0] == {"verdict": "incomplete"}


def test_hands_after_a_violation_are_left_out() -> None:
    """28-AUD-8."""
    record = sample()
    record["hands"][0]["actions"].insert(0, {"seat": 0, "type": "keep"})

    assert len(judged(record)["hands"]) == 1
    assert judged(record)["standing"]["score"] == [0, 0]


def test_an_unfinished_hand_is_incomplete_and_its_claim_is_not_judged() -> None:
    """28-AUD-7, 28-AUD-8."""
    record = sample()
    record["hands"][1]["actions"].pop()
    record["hands"][1]["result"] = {"outcome": "made", "points": "all of them"}

    verdict = judged(record)

    assert verdict["verdict"] == "incomplete"
    assert verdict["hands"][1] == {"verdict": "incomplete"}
    assert verdict["standing"]["score"] == verdict["hands"][0]["result"]["score"]


def test_no_hands_at_all_is_clean() -> None:
    """28-AUD-8, 28-AUD-9."""
    for options, standing in (
        ({}, {"stakes": [20, 20], "finished": False, "winners": []}),
        ({"ending": {"type": "hands", "count": 3}}, {"score": [0, 0], "finished": False, "winners": []}),
    ):
        record = {
            "format": "lelam-record/1",
            "rules": "28-kerala-4",
            "options": options,
            "players": NAMES[:4],
            "hands": [],
        }
        assert judged(record) == {"verdict": "clean", "hands": [], "standing": standing}


def test_the_worst_verdict_of_a_hand_is_the_records() -> None:
    """28-AUD-8: violation, mismatch, incomplete, clean."""
    record = sample(hands=3)
    assert judged(record)["verdict"] == "clean"
    record["hands"][2]["actions"].pop()
    assert judged(record)["verdict"] == "incomplete"
    record["hands"][1]["result"]["bid"] += 1
    assert judged(record)["verdict"] == "mismatch"
    record["hands"][2]["actions"].append({"seat": 0, "type": "pass"})
    assert judged(record)["verdict"] == "violation"


def test_the_examples_of_results_in_the_ledger() -> None:
    """28-AUD-6: which members a result has."""
    for seed in range(40):
        for hand in judged(sample(seed))["hands"]:
            members = set(hand["result"])
            played = hand["result"]["outcome"] in ("made", "failed")
            assert members == {"outcome", "declarer", "bid", "game_points", "score"} | ({"points"} if played else set())


@pytest.mark.parametrize(
    ("member", "claimed"),
    [
        ("outcome", "conceded"),
        ("outcome", 1),
        ("declarer", True),
        ("declarer", "1"),
        ("bid", 13),
        ("points", [28, 0, 0]),
        ("points", [0, 0]),
        ("points", 28),
        ("points", {"0": 1}),
        ("points", "19"),
        ("game_points", [1.5, 0]),
        ("score", [40, 40]),
        ("stakes", [20, 20]),
        ("kunukku", [0, 0, 0, 0]),
    ],
)
def test_each_claimed_member_must_equal_the_recomputed_one(member: str, claimed: object) -> None:
    """28-AUD-7: also one that the recomputed result lacks."""
    record = sample(seed=3)
    record["hands"][0]["result"][member] = claimed

    verdict = judged(record)

    assert verdict["verdict"] == "mismatch"
    assert verdict["hands"][0]["verdict"] == "mismatch"
    assert verdict["hands"][0]["differs"] == [member]
    assert verdict["hands"][1]["verdict"] == "clean"


def test_true_and_false_are_no_numbers() -> None:
    """28-AUD-5, 28-AUD-7: not as a claimed number either."""
    for seed in range(60):
        record = sample(seed)
        result = record["hands"][0]["result"]
        if result["declarer"] in (0, 1):
            result["declarer"] = bool(result["declarer"])
            assert judged(record)["hands"][0]["differs"] == ["declarer"]
            result["declarer"] = int(result["declarer"])
        result["game_points"] = [bool(points) if points in (0, 1) else points for points in result["game_points"]]
        assert judged(record)["hands"][0]["differs"] == ["game_points"]


def test_what_is_left_out_null_or_unknown_is_not_judged() -> None:
    """28-AUD-7."""
    record = sample()
    record["hands"][0]["result"] = {"points": None, "kunukku": None, "weather": "rain", "denomination": "S"}
    record["hands"][1]["result"] = {}

    assert judged(record)["verdict"] == "clean"


def test_after_a_mismatch_the_recomputed_values_go_on() -> None:
    """28-AUD-7."""
    record = sample()
    record["hands"][0]["result"]["score"] = [9, 9]

    verdict = judged(record)

    assert [hand["verdict"] for hand in verdict["hands"]] == ["mismatch", "clean"]
    assert verdict["standing"]["score"] == verdict["hands"][1]["result"]["score"]


def spoilt() -> list[tuple[str, Any, str]]:
    """Return ways to spoil the form of a record: what, the change, and where the auditor points."""
    nothing = object()

    def put(*path: Any, value: Any = nothing) -> Any:
        def change(record: dict[str, Any]) -> None:
            at: Any = record
            for step in path[:-1]:
                at = at[step]
            if value is nothing:
                del at[path[-1]]
            else:
                at[path[-1]] = value

        return change

    hand, act = ("hands", 1), ("hands", 1, "actions", 0)
    return [
        ("no format", put("format"), "/format"),
        ("another format", put("format", value="lelam-record/2"), "/format"),
        ("no rules", put("rules"), "/rules"),
        ("unknown rules", put("rules", value="28-kerala-5"), "/rules"),
        ("rules an array", put("rules", value=["28-kerala-4"]), "/rules"),
        ("a version that is not known", put("engine", value=engine.VERSION + 1), "/engine"),
        ("version true", put("engine", value=True), "/engine"),
        ("version null", put("engine", value=None), "/engine"),
        ("a version before options", put("engine", value=0), "/engine"),
        ("house rules without a name", put("house", value=None), "/house"),
        ("options null", put("options", value=None), "/options"),
        ("options an array", put("options", value=[]), "/options"),
        ("unknown option", put("options", "cot", value=True), "/options/cot"),
        ("unknown option to be escaped", put("options", "a/b~c", value=1), "/options/a~1b~0c"),
        ("unknown option of half a character pair", put("options", "\ud800", value=1), "/options/?"),
        ("stakes out of range", put("options", "starting_stakes", value=0), "/options/starting_stakes"),
        ("stakes true", put("options", "starting_stakes", value=True), "/options/starting_stakes"),
        ("ending with a member too many", put("options", "ending", "x", value=1), "/options/ending"),
        ("count out of range", put("options", "ending", "count", value=501), "/options/ending"),
        ("no players", put("players"), "/players"),
        ("a player short", put("players", 3), "/players"),
        ("a player too many", put("players", value=NAMES[:5]), "/players"),
        ("a player no text", put("players", 2, value=3), "/players/2"),
        ("no hands", put("hands"), "/hands"),
        ("hands an object", put("hands", value={}), "/hands"),
        ("a hand no object", put("hands", 1, value=[]), "/hands/1"),
        ("no dealer", put(*hand, "dealer"), "/hands/1/dealer"),
        ("dealer no seat", put(*hand, "dealer", value=4), "/hands/1/dealer"),
        ("dealer negative", put(*hand, "dealer", value=-1), "/hands/1/dealer"),
        ("dealer false", put(*hand, "dealer", value=False), "/hands/1/dealer"),
        ("dealer 0.0", put(*hand, "dealer", value=0.0), "/hands/1/dealer"),
        ("no cards", put(*hand, "cards"), "/hands/1/cards"),
        ("cards for three", put(*hand, "cards", 3), "/hands/1/cards"),
        ("a seat's cards a text", put(*hand, "cards", 1, value="SJ S9"), "/hands/1/cards/1"),
        ("a card no code", put(*hand, "cards", 1, 7, value="S10"), "/hands/1/cards/1/7"),
        ("a card no text", put(*hand, "cards", 1, 7, value=7), "/hands/1/cards/1/7"),
        ("a card an array", put(*hand, "cards", 1, 7, value=["SJ"]), "/hands/1/cards/1/7"),
        ("no actions", put(*hand, "actions"), "/hands/1/actions"),
        ("actions null", put(*hand, "actions", value=None), "/hands/1/actions"),
        ("an action a text", put(*act, value="pass"), "/hands/1/actions/0"),
        ("no seat", put(*act, "seat"), "/hands/1/actions/0/seat"),
        ("a seat that is not there", put(*act, "seat", value=4), "/hands/1/actions/0/seat"),
        ("seat true", put(*act, "seat", value=True), "/hands/1/actions/0/seat"),
        ("no type", put(*act, "type"), "/hands/1/actions/0/type"),
        ("an unknown type", put(*act, "type", value="shuffle"), "/hands/1/actions/0/type"),
        ("type an object", put(*act, "type", value={}), "/hands/1/actions/0/type"),
        ("a bid without value", put(*act, "value"), "/hands/1/actions/0/value"),
        ("a bid of a half", put(*act, "value", value=14.5), "/hands/1/actions/0/value"),
        ("a bid of true", put(*act, "value", value=True), "/hands/1/actions/0/value"),
        ("a bid in words", put(*act, "value", value="14"), "/hands/1/actions/0/value"),
        ("a fold without card", put(*act, value={"seat": 0, "type": "fold"}), "/hands/1/actions/0/card"),
        (
            "a play of no code",
            put(*act, value={"seat": 0, "type": "play", "card": "sj"}),
            "/hands/1/actions/0/card",
        ),
        ("a call without text", put(*act, value={"seat": 0, "type": "call"}), "/hands/1/actions/0/call"),
        ("result null", put(*hand, "result", value=None), "/hands/1/result"),
        ("result an array", put(*hand, "result", value=[]), "/hands/1/result"),
    ]


@pytest.mark.parametrize(("spoil", "at"), [pytest.param(spoil, at, id=name) for name, spoil, at in spoilt()])
def test_one_fault_of_form_makes_a_record_malformed(spoil: Any, at: str) -> None:
    """28-AUD-5: whatever else is in it, an earlier violation included, and nothing else is said.

    The published JSON Schema refuses it too.
    """
    record = sample()
    record["hands"][0]["actions"].insert(0, {"seat": 0, "type": "keep"})
    spoil(record)

    verdict = judged(record)

    assert verdict.pop("error")
    assert verdict == {"verdict": "malformed", "at": at}
    if "0.0" not in repr(record):
        assert not Draft202012Validator(SCHEMA).is_valid(record)


@pytest.mark.parametrize("value", [None, True, 28, 1.5, "28", [], ["28-kerala-4"]])
def test_what_is_no_object_is_malformed(value: object) -> None:
    """28-AUD-5."""
    verdict = judged(value)

    assert verdict.pop("error")
    assert verdict == {"verdict": "malformed", "at": ""}


def test_unknown_further_members_are_ignored() -> None:
    """28-AUD-5."""
    record = sample()
    record["event"] = "club night"
    record["hands"][0]["room"] = {"table": 7}
    record["hands"][0]["actions"][0]["clock"] = 12.5
    record["hands"][0]["actions"][0]["card"] = 17

    assert judged(record)["verdict"] == "clean"


def test_options_may_be_left_out() -> None:
    """28-AUD-5, 28-STK-1, 28-END-2: then the defaults hold."""
    rules = engine.load_rules("28-kerala-4")
    record = written(rules, random_events(rules, Random(1)))
    del record["options"]

    assert judged(record)["verdict"] == "clean"


def test_the_published_schema_is_that_of_the_rule_sets() -> None:
    """docs/reference/record.schema.json is made by `python -m engine.schema`; a new rule set changes it."""
    Draft202012Validator.check_schema(SCHEMA)

    assert record_schema() == SCHEMA


@EVERY_RULE_SET
@settings(max_examples=4)
@given(data=st.data(), seed=SEEDS)
def test_the_published_schema_accepts_every_record(rule_set: str, data: st.DataObject, seed: int) -> None:
    """docs/reference/record.schema.json."""
    rules = data.draw(rule_sets(rule_set))
    Draft202012Validator(SCHEMA).validate(written(rules, random_events(rules, Random(seed), hands=2)))


@given(junk=JUNK, seed=SEEDS)
def test_the_auditor_answers_whatever_it_is_given(junk: Any, seed: int) -> None:
    """28-AUD-5: any value anywhere in a record gives a verdict that can be written, and never an exception."""
    record = sample(seed % 5)
    chance = Random(seed)
    at: Any = record
    while True:
        key = chance.choice(list(at)) if isinstance(at, dict) else chance.randrange(len(at))
        if isinstance(at[key], (dict, list)) and at[key] and chance.random() < 0.8:
            at = at[key]
            continue
        at[key] = junk
        break

    verdict = judged(record)

    assert verdict["verdict"] in ("clean", "violation", "mismatch", "incomplete", "malformed")
    if verdict["verdict"] == "malformed":
        assert verdict["at"] == "" or verdict["at"].startswith("/")
