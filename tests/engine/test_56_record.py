"""56: records and the auditor: 56-AUD, and the published cases."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.actions import encode_action
from tests.engine.scenes import played_out
from tests.engine.scenes56 import (
    ALL,
    EIGHT_SPADES,
    INT,
    KER,
    STD,
    called,
    closed,
    dealt,
    full_hands,
    passes,
)

RECORDS = Path(__file__).parent.parent / "data" / "records"
CASES = [json.loads(line) for name in ("56-cases", "56-book-deals") for line in (RECORDS / f"{name}.jsonl").open()]


def judged(record: object) -> dict[str, Any]:
    """Return the verdict on a record, as it is written."""
    verdict: dict[str, Any] = json.loads(engine.encode_verdict(engine.audit(record)))
    return verdict


def stated(value: Any) -> Any:
    """Return a verdict without what is free text."""
    if isinstance(value, dict):
        return {name: stated(member) for name, member in value.items() if name not in ("message", "error", "differs")}
    return [stated(member) for member in value] if isinstance(value, list) else value


def agreeing(expected: Any, found: Any) -> Any:
    """Return of what was found the members that are expected."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return {name: agreeing(value, found[name]) for name, value in expected.items() if name in found}
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        return [agreeing(one, other) for one, other in zip(expected, found, strict=True)]
    return found


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_published_cases_agree_in_every_member(case: dict[str, Any]) -> None:
    """56-AUD-1 to 56-AUD-7, `rule` included; the messages are ours."""
    expected = stated(case["expected"])

    assert json.dumps(agreeing(expected, judged(case["record"]))) == json.dumps(expected)


def test_the_published_cases_are_all_there() -> None:
    """56-AUD-7: made-up ones, and the sample deals of the book."""
    names = [case["name"] for case in CASES]
    assert len(names) == len(set(names)) == 63
    assert {case["record"]["rules"] for case in CASES if isinstance(case["record"], dict)} <= set(ALL)


def record_of(state: engine.State, events: list[engine.Event]) -> dict[str, Any]:
    """Return the record of a game as plain JSON."""
    rules = state.rules
    record = engine.record_from_events(rules.id, rules.options, "ABCDEFGH"[: rules.players], events)
    plain: dict[str, Any] = json.loads(engine.encode_record(record))
    return plain


def hand(rule_set: str, auction: str, *plays: dict[str, Any], dealer: int = 5, **members: Any) -> dict[str, Any]:
    """Return a hand of a record with calls from the opener on, each by the next seat, and what is played."""
    rules = engine.load_rules(rule_set)
    said = [word.split(":") for word in auction.split()]
    turn = iter(range(dealer + 1, dealer + 1 + len(said)))
    calls = [
        {"seat": next(turn) % rules.players, "type": word}
        if word in ("pass", "double", "redouble", "redeal")
        else {"seat": next(turn) % rules.players, "type": "call", "call": word}
        for (word,) in said
    ]
    cards = [list(held) for held in full_hands(rules, {})]
    return {"dealer": dealer, "cards": cards, "actions": [*calls, *plays], **members}


def record(rule_set: str, *hands: dict[str, Any], **options: Any) -> dict[str, Any]:
    """Return a record."""
    players = list("ABCDEFGH"[: engine.load_rules(rule_set).players])
    return {"format": "lelam-record/1", "rules": rule_set, "options": options, "players": players, "hands": list(hands)}


CLAIM = {"seat": 0, "type": "claim"}
AUCTION = f"28NS {passes(6)}"
CLAIMED = {
    "outcome": "claimed",
    "declarer": 0,
    "bid": 28,
    "denomination": "NT",
    "doubled": 0,
    "points": [56, 0],
    "score": [1, 0],
}


def test_a_claimed_result_that_is_right_is_clean() -> None:
    """56-AUD-5, 56-AUD-6, 56-SCORE-5."""
    verdict = judged(record(STD, hand(STD, AUCTION, CLAIM, result=CLAIMED)))

    assert verdict == {
        "verdict": "clean",
        "hands": [{"verdict": "clean", "result": CLAIMED}],
        "standing": {"score": [1, 0], "finished": False, "winners": []},
    }


@pytest.mark.parametrize(
    ("members", "differs"),
    [
        ({"outcome": "made"}, ["outcome"]),
        ({"declarer": 2}, ["declarer"]),
        ({"bid": 29}, ["bid"]),
        ({"bid": "28"}, ["bid"]),
        ({"denomination": "S"}, ["denomination"]),
        ({"denomination": "NS"}, ["denomination"]),
        ({"doubled": 1}, ["doubled"]),
        ({"doubled": False}, ["doubled"]),
        ({"points": [55, 1]}, ["points"]),
        ({"points": [56]}, ["points"]),
        ({"score": [2, 0], "bid": 40}, ["bid", "score"]),
        ({"outcome": None, "score": None, "points": None}, []),
        ({"game_points": [1, -1], "stakes": [9, 9], "kunukku": [1], "remark": "well played"}, []),
    ],
    ids=str,
)
def test_each_member_of_a_claimed_result_is_compared(members: dict[str, Any], differs: list[str]) -> None:
    """56-AUD-5: those of 56-SCORE-5, present and not null."""
    verdict = judged(record(STD, hand(STD, AUCTION, CLAIM, result={**CLAIMED, **members})))

    assert verdict["verdict"] == ("mismatch" if differs else "clean")
    assert verdict["hands"][0].get("differs", []) == differs
    assert verdict["hands"][0]["result"] == CLAIMED


def test_a_member_that_the_recomputed_result_lacks_is_a_difference() -> None:
    """56-AUD-5, 56-SCORE-5: and a mismatch is no reason to stop."""
    passed_out = {"outcome": "passed_out", "score": [0, 0]}
    first = hand(STD, passes(6), result={**passed_out, "points": [0, 0], "denomination": "NT"})
    verdict = judged(record(STD, first, hand(STD, f"{passes(5)} 28NS {passes(6)}", CLAIM, dealer=0)))

    assert verdict["verdict"] == "mismatch"
    assert verdict["hands"][0] == {"verdict": "mismatch", "result": passed_out, "differs": ["denomination", "points"]}
    assert verdict["hands"][1]["verdict"] == "clean"
    assert verdict["standing"]["score"] == [1, 0]


def test_the_claimed_result_of_an_undecided_hand_is_not_compared() -> None:
    """56-AUD-5, 56-AUD-6."""
    verdict = judged(record(STD, hand(STD, AUCTION, result=CLAIMED)))

    assert verdict["verdict"] == "incomplete"
    assert verdict["hands"] == [{"verdict": "incomplete"}]
    assert verdict["standing"]["score"] == [0, 0]


def test_a_record_without_hands_is_clean() -> None:
    """56-AUD-6, 56-MATCH-5."""
    nothing = {"score": [0, 0], "finished": False, "winners": []}
    assert judged(record(INT)) == {"verdict": "clean", "hands": [], "standing": nothing}
    games = {"type": "games", "best_of": 3, "target": 21, "lead": 2}
    assert judged(record(INT, ending=games))["standing"] == {**nothing, "games": [0, 0]}


def violation(verdict: dict[str, Any]) -> tuple[Any, ...]:
    """Return what the last judged hand is found guilty of."""
    last = verdict["hands"][-1]
    assert verdict["verdict"] == last["verdict"] == "violation"
    assert "result" not in last
    return last["action"], last["seat"], last["code"], last["rule"]


def test_a_violation_outweighs_a_mismatch_and_leaves_the_standing_before_it() -> None:
    """56-AUD-6: even where the hand was decided before; later hands are not judged."""
    wrong = hand(STD, AUCTION, CLAIM, result={**CLAIMED, "bid": 30})
    over = hand(STD, AUCTION, CLAIM, CLAIM, dealer=0)
    verdict = judged(record(STD, wrong, over, hand(STD, "99S", dealer=1)))

    assert violation(verdict) == (8, 0, "hand-over", "56-PLAY-7")
    assert [one["verdict"] for one in verdict["hands"]] == ["mismatch", "violation"]
    assert verdict["standing"] == {"score": [1, 0], "finished": False, "winners": []}


def test_what_is_wrong_with_a_hand_is_told_in_order() -> None:
    """56-AUD-2: the match over, the hand before undecided, the dealer, the cards; then the actions."""
    bad = {**hand(STD, "99S", dealer=3), "cards": [["S8"]] * 6}
    done, half = hand(STD, AUCTION, CLAIM), hand(STD, AUCTION)
    one = {"type": "hands", "count": 1}

    assert violation(judged(record(STD, done, bad, ending=one))) == (None, None, "game-over", "56-MATCH-4")
    assert violation(judged(record(STD, half, bad))) == (None, None, "wrong-deal", "56-DEAL-5")
    assert violation(judged(record(STD, done, bad))) == (None, None, "wrong-deal", "56-DEAL-3")
    assert violation(judged(record(STD, done, {**bad, "dealer": 0}))) == (None, None, "wrong-deal", "56-DEAL-1")
    short = hand(STD, "99S", dealer=0)
    assert violation(judged(record(STD, done, short))) == (0, 1, "bid-too-high", "56-AUC-3")


def test_an_undecided_hand_before_another_is_incomplete_itself() -> None:
    """56-DEAL-5, 56-AUD-6."""
    verdict = judged(record(STD, hand(STD, "28NS"), hand(STD, AUCTION, dealer=0)))

    assert [one["verdict"] for one in verdict["hands"]] == ["incomplete", "violation"]


@pytest.mark.parametrize(
    ("spoil", "at"),
    [
        (lambda it: it.update(rules="56-kerala-5"), "/rules"),
        (lambda it: it.update(options={"stakes": 3}), "/options/stakes"),
        (lambda it: it.update(options={"doubling": "thrice"}), "/options/doubling"),
        (lambda it: it.update(options={"ending": {"type": "hands", "count": True}}), "/options/ending"),
        (lambda it: it.update(players=list("ABCD")), "/players"),
        (lambda it: it["hands"][0].update(dealer=6), "/hands/0/dealer"),
        (lambda it: it["hands"][0].pop("cards"), "/hands/0/cards"),
        (lambda it: it["hands"][0]["cards"].pop(), "/hands/0/cards"),
        (lambda it: it["hands"][0]["cards"][2].append("S2"), "/hands/0/cards/2/8"),
        (lambda it: it["hands"][0]["actions"][0].update(call="28X"), "/hands/0/actions/0/call"),
        (lambda it: it["hands"][0]["actions"][0].update(call=28), "/hands/0/actions/0/call"),
        (lambda it: it["hands"][0]["actions"][0].pop("call"), "/hands/0/actions/0/call"),
        (lambda it: it["hands"][0]["actions"][1].update(seat=6), "/hands/0/actions/1/seat"),
        (lambda it: it["hands"][0]["actions"][1].update(type="resign"), "/hands/0/actions/1/type"),
        (lambda it: it["hands"][0].update(result=[1, 0]), "/hands/0/result"),
    ],
)
def test_a_fault_of_form_is_pointed_to(spoil: Callable[[dict[str, Any]], object], at: str) -> None:
    """56-AUD-1, 56-SET-3, 56-DEAL-1: whatever else is wrong."""
    spoilt = record(KER, hand(KER, "99S pass", result={}))
    spoil(spoilt)

    verdict = judged(spoilt)

    assert (verdict["verdict"], verdict["at"]) == ("malformed", at)
    assert verdict["error"]
    assert "hands" not in verdict


def test_members_that_the_format_does_not_name_are_ignored() -> None:
    """56-AUD-1."""
    ample = record(STD, hand(STD, AUCTION, {**CLAIM, "card": "S8", "value": 3}, remark="late"))
    ample["event"] = {"place": "Kochi"}
    ample["hands"][0]["actions"][1]["call"] = "gibberish"

    assert judged(ample)["verdict"] == "clean"


def test_a_card_of_28_is_a_card_but_none_of_56() -> None:
    """56-AUD-1."""
    foreign = record(STD, hand(STD, AUCTION, {"seat": 0, "type": "play", "card": "S8"}))
    assert violation(judged(foreign)) == (7, 0, "card-not-held", "56-PLAY-2")
    foreign["hands"][0]["cards"][0][0] = "S8"
    assert violation(judged(foreign)) == (None, None, "wrong-deal", "56-DEAL-1")


def test_a_call_of_a_wrong_form_is_found_before_the_turn_is_asked_only_in_form() -> None:
    """56-AUD-3, 56-AUD-4: out of turn is out of turn, whatever was called."""
    wrong = record(KER, hand(KER, "28S"))
    wrong["hands"][0]["actions"].append({"seat": 4, "type": "call", "call": "NT28"})

    assert violation(judged(wrong)) == (1, 4, "not-your-turn", "56-AUC-1")


@pytest.mark.parametrize("rule_set", ALL)
def test_a_whole_hand_comes_back_from_its_record(rule_set: str) -> None:
    """56-AUC-7, 56-PLAY-6, 56-SCORE-5: calls as they were said, doubles, claims and all."""
    rules = engine.load_rules(rule_set)
    state = closed(dealt(rule_set), "28NS double redouble")
    ended = played_out(state)
    events: list[engine.Event] = []
    again = engine.new_game(rules)
    for event in engine.deal_hands(again, full_hands(rules, {}), dealer=rules.players - 1):
        events.append(event)
        again = engine.evolve(again, event)
    while turn := engine.to_act(again):
        (seat,) = turn
        said = engine.view(again, None).auction
        wanted = engine.view(ended, None).auction
        if len(said) < len(wanted):
            step = wanted[len(said)]
            kind = engine.ACTION_TYPES[step.word]
            action = kind(seat, step.call) if step.call else kind(seat)
        else:
            action = engine.legal_actions(again, seat)[0]
        for event in engine.decide(again, action):
            events.append(event)
            again = engine.evolve(again, event)

    assert again == ended
    written = record_of(again, events)
    assert judged(written)["verdict"] == "clean"
    assert engine.events_from_record(engine.read_record(written)) == events
    assert engine.replay(rules, events) == again


def test_the_bidding_pass_is_written_as_a_pass() -> None:
    """56-AUC-7: and read as the bid it counts as."""
    verdict = judged(record(KER, hand(KER, f"{passes(4)} pass {passes(6)}", CLAIM)))
    assert verdict["verdict"] == "clean"
    result = verdict["hands"][0]["result"]
    assert (result["declarer"], result["bid"], result["denomination"]) == (4, 28, "NT")
    assert encode_action(engine.Pass(4)) == {"seat": 4, "type": "pass"}


def test_a_cancelled_hand_is_judged_to_its_end() -> None:
    """56-AUC-10, 56-AUC-17, 56-DEAL-4, 56-PLAY-7."""
    state = dealt(STD, {0: EIGHT_SPADES})
    one_suit = [list(held) for held in full_hands(state.rules, {0: EIGHT_SPADES})]
    cancelled = {**hand(STD, "redeal"), "cards": one_suit}
    assert called(state, "redeal") is not None

    verdict = judged(record(STD, cancelled, hand(STD, AUCTION, CLAIM)))
    assert [one["result"]["outcome"] for one in verdict["hands"]] == ["cancelled", "claimed"]
    cancelled["actions"].append({"seat": 1, "type": "pass"})
    assert violation(judged(record(STD, cancelled))) == (1, 1, "hand-over", "56-PLAY-7")
    assert violation(judged(record(STD, {**hand(STD, "redeal")}))) == (0, 0, "call-not-allowed", "56-AUC-10")
