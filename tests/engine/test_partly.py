"""Partly known hands and irregular actions: what the auditor says of them, and how they are told."""

import copy
import json
from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

import engine
from engine import partly
from engine.game import packets
from engine.partly import facts_of
from tests.engine.forgetting import first_broken, forget, ways
from tests.engine.irregular import irregular_game
from tests.engine.records import JUNK, NAMES, SCHEMA, sample, written
from tests.engine.scenes import cards
from tests.engine.scenes56 import EIGHT_SPADES
from tests.lanes import EVERY_RULE_SET_IN_LANES
from tests.strategies import EVERY_RULE_SET, FEW, SEEDS, random_events, random_options

FIFTY_SIX = "56-standard-6"
PAGAT = "28-pagat-4"


def judged(record: object) -> dict[str, Any]:
    """Return the verdict on a record, as it is written."""
    verdict: dict[str, Any] = json.loads(engine.encode_verdict(engine.audit(record)))
    return verdict


def judged_hand(record: dict[str, Any]) -> dict[str, Any]:
    """Return the verdict on the only hand of a record."""
    (verdict,) = judged(record)["hands"]
    return dict(verdict)


def record(rules: str, *hands: dict[str, Any], **options: Any) -> dict[str, Any]:
    """Return a record."""
    players = NAMES[: engine.load_rules(rules).players]
    return {"format": "lelam-record/1", "rules": rules, "options": options, "players": players, "hands": list(hands)}


def hand(rules: str, deeds: str, known: dict[int, str] | None = None, **members: Any) -> dict[str, Any]:
    """Return a partly known hand dealt by the last seat: deeds such as `0 bid 16` or `1 play SJ`, by semicolons."""
    loaded = engine.load_rules(rules)
    held = [list(cards((known or {}).get(seat, ""))) for seat in range(loaded.players)]
    unseen = [loaded.hand_size - len(one) for one in held]
    actions = [action(text) for text in deeds.split(";") if text.strip()]
    return {"dealer": loaded.players - 1, "cards": held, "unseen": unseen, "actions": actions, **members}


def action(text: str) -> dict[str, Any]:
    """Return an action as JSON; a word after `!` is the rule that it is said to have broken."""
    deed, _, mark = text.partition("!")
    seat, word, *rest = deed.split()
    member = {"bid": "value", "call": "call"}.get(word, "card")
    plain: dict[str, Any] = {"seat": int(seat), "type": word}
    if rest:
        plain[member] = int(rest[0]) if word == "bid" else rest[0]
    return {**plain, "irregular": mark.strip()} if mark else plain


AUCTION = "0 bid 16; 1 pass; 2 pass; 3 pass; 0 fold SJ; 0 pass; 2 pass"
BID_56 = "0 call 28H; 1 pass; 2 pass; 3 pass; 4 pass; 5 pass; 0 pass"
BID_SPADES = "0 call 28S; 1 pass; 2 pass; 3 pass; 4 pass; 5 pass; 0 pass"
PASSED_TO_2 = "0 pass; 1 pass; 2 call 28S; 3 pass; 4 pass; 5 pass; 0 pass; 1 pass; 2 pass"
TRICK = "0 play CJ; 1 play D9; 2 play C9; 3 play CQ; 4 play CQ; 5 play CK"


@EVERY_RULE_SET_IN_LANES
@FEW
@given(seed=SEEDS)
def test_a_legal_game_is_never_a_violation_whatever_is_forgotten(rule_set: str, seed: int) -> None:
    """28-AUD-0, 56-AUD-3: and where a result follows from what is known, it is the true one."""
    chance = Random(seed)
    rules = random_options(rule_set, chance, 3)
    whole = written(rules, random_events(rules, chance, 3))
    partly = {**whole, "hands": [forget(one, chance) for one in whole["hands"]]}

    verdict = judged(partly)

    assert verdict["verdict"] in ("clean", "incomplete")
    for found, true in zip(verdict["hands"], judged(whole)["hands"], strict=False):
        assert found.get("result") in (None, true["result"])
    assert Draft202012Validator(SCHEMA).is_valid(partly)


@EVERY_RULE_SET
@FEW
@given(seed=SEEDS)
def test_an_action_is_a_violation_just_if_no_cards_make_it_and_all_before_legal(rule_set: str, seed: int) -> None:
    """28-AUD-0, 56-AUD-3: by trying every way for the forgotten cards to lie."""
    chance = Random(seed)
    rules = random_options(rule_set, chance, 1)
    whole = written(rules, random_events(rules, chance, 1))
    spoiled = spoil(whole["hands"][0], rules, chance)
    if any(deed["type"] == "cot" for deed in spoiled["actions"]):
        return
    partly = forget(spoiled, chance, at_most=5)
    verdict = judged_hand({**whole, "hands": [partly]})
    found = verdict["action"] if verdict["verdict"] == "violation" else None
    read = engine.read_record({**whole, "hands": [partly]})
    known = [list(held) for held in facts_of(rules, read.hands[0]).cards]

    tried = [first_broken({**whole, "hands": [one]}) for one in completed(partly, rules, known)]

    assert found == (None if None in tried else max(number for number in tried if number is not None))


def spoil(plain: dict[str, Any], rules: engine.RuleSet, chance: Random) -> dict[str, Any]:
    """Return a hand in which cards are exchanged or others, and the end is missing."""
    plain = copy.deepcopy(plain)
    plain.pop("result", None)
    deeds = plain["actions"]
    plays = [deed for deed in deeds if deed["type"] == "play"]
    for _ in range(chance.randrange(3) if plays else 0):
        deed = chance.choice(plays)
        own = [other for other in plays if other["seat"] == deed["seat"]]
        other = chance.choice(own)
        deed["card"], other["card"] = other["card"], deed["card"]
        if chance.random() < 0.3:
            deed["card"] = chance.choice([*plain["cards"][deed["seat"]], chance.choice(rules.deck)])
    if chance.random() < 0.4:
        del deeds[chance.randrange(len(deeds) + 1) :]
    return plain


def completed(partly: dict[str, Any], rules: engine.RuleSet, known: list[list[str]]) -> list[dict[str, Any]]:
    """Return a hand with every way for its unknown cards to lie, at most some thousands."""
    hidden = [number for number, deed in enumerate(partly["actions"]) if deed.get("card", "") is None]
    found = []
    for held in ways(rules.deck, known, rules.hand_size):
        for folded in product(*[held[partly["actions"][number]["seat"]] for number in hidden]):
            one = copy.deepcopy({name: value for name, value in partly.items() if name != "unseen"})
            for number, card in zip(hidden, folded, strict=True):
                one["actions"][number]["card"] = card
            first = next((deed for deed in one["actions"] if deed["type"] == "fold"), None)
            dealt = [list(cards) for cards in held]
            if first is not None:
                dealt[first["seat"]].sort(key=lambda card: card != first["card"])
            found.append({**one, "cards": dealt})
    return found


@EVERY_RULE_SET
@FEW
@given(seed=SEEDS)
def test_a_revoke_that_shows_is_a_violation_at_that_card_however_much_is_forgotten(rule_set: str, seed: int) -> None:
    """28-PLAY-4, 56-PLAY-3: the seat plays the suit later."""
    chance = Random(seed)
    rules = random_options(rule_set, chance, 1)
    whole = written(rules, random_events(rules, chance, 1))
    deeds = whole["hands"][0]["actions"]
    whole["hands"][0].pop("result")
    swaps = [
        (number, later)
        for number, deed in enumerate(deeds)
        for later in range(number + 1, len(deeds))
        if deed["type"] == deeds[later]["type"] == "play"
        and deed["seat"] == deeds[later]["seat"]
        and deed["card"][0] != deeds[later]["card"][0]
    ]
    for number, later in swaps:
        one = copy.deepcopy(whole)
        spoiled = one["hands"][0]["actions"]
        spoiled[number]["card"], spoiled[later]["card"] = spoiled[later]["card"], spoiled[number]["card"]
        verdict = judged_hand(one)
        if verdict.get("code") == "must-follow-suit" and verdict["action"] == number:
            break
    else:
        return
    one["hands"][0] = forget(one["hands"][0], chance, folds=False)

    found = judged_hand(one)

    assert (found["verdict"], found["action"], found["code"]) == ("violation", number, "must-follow-suit")


SEVEN_HEARTS = {0: "SJ HJ HA HT D7 D8 DQ DK", 3: "HK HQ H8 H7 C7 C8 CQ CK"}


@pytest.mark.parametrize(
    ("known", "deeds", "expected"),
    [
        # 28-PLAY-4: seat 1 may be void in hearts, but then it cannot play one later.
        ({}, f"{AUCTION}; 0 play HJ; 1 play CJ", None),
        ({1: "HA"}, f"{AUCTION}; 0 play HJ; 1 play CJ", (8, "28-PLAY-4")),
        ({}, f"{AUCTION}; 0 play HJ; 1 play CJ; 2 play H7; 3 play H8; 0 play CA; 1 play H9", (8, "28-PLAY-4")),
        # 28-REV-1, 28-REV-3: an asker is void in the suit led, and of the trump if it then plays another.
        ({1: "HA"}, f"{AUCTION}; 0 play HJ; 1 ask", (8, "28-REV-1")),
        ({}, f"{AUCTION}; 0 play HJ; 1 ask; 1 play CJ", None),
        ({1: "S7"}, f"{AUCTION}; 0 play HJ; 1 ask; 1 play CJ", (9, "28-REV-3")),
        # 28-PLAY-3: a declarer who leads the hidden trump holds nothing else.
        ({}, f"{AUCTION}; 0 play S9", None),
        ({0: "D7"}, f"{AUCTION}; 0 play S9", (7, "28-PLAY-3")),
        ({}, f"{AUCTION}; 0 play S9; 1 play S7; 2 play S8; 3 play SQ; 0 play D7", (7, "28-PLAY-3")),
        # 28-PLAY-4: seven hearts are known elsewhere, so one of two seats must have the last.
        (SEVEN_HEARTS, f"{AUCTION}; 0 play HJ; 1 play CJ; 2 play DJ", (9, "28-PLAY-4")),
        (SEVEN_HEARTS, f"{AUCTION}; 0 play HJ; 1 play CJ", None),
        # 28-FOLD-2: nobody knows which cards came first.
        ({0: "D7 D8 DQ DK DT DA SJ"}, AUCTION, None),
        # 28-PLAY-2: there is but one of each card.
        ({1: "HJ"}, f"{AUCTION}; 0 play HJ", (7, "28-PLAY-2")),
    ],
)
def test_28_the_certain_is_told_from_the_possible(
    known: dict[int, str], deeds: str, expected: tuple[int, str] | None
) -> None:
    """28-AUD-4, each as the rule that is cited."""
    verdict = judged_hand(record(PAGAT, hand(PAGAT, deeds, known)))

    assert (verdict["action"], verdict["rule"]) == expected if expected else verdict["verdict"] == "incomplete"


ALL_BUT_ONE = {0: f"{EIGHT_SPADES}", 2: "SK SK SQ"}


@pytest.mark.parametrize(
    ("known", "deeds", "expected"),
    [
        # 56-AUC-9: a seat that bids hearts has one; 56-AUC-10: and a card of another suit.
        ({}, "0 call 28H", None),
        ({0: EIGHT_SPADES}, "0 call 28H", (0, "56-AUC-9")),
        ({0: EIGHT_SPADES}, "0 call 28S", (0, "56-AUC-10")),
        ({0: "SJ SJ S9 S9 SA SA ST"}, f"{BID_SPADES}; 0 play SK", (0, "56-AUC-10")),
        ({0: "SJ HJ"}, "0 redeal", (0, "56-AUC-10")),
        ({0: "SJ S9"}, "0 redeal", None),
        ({0: "SJ S9", 1: "SJ S9 SA SA ST ST SK SK"}, "0 redeal", (0, "56-AUC-10")),
        # 56-AUC-9 of both, though only one heart is left.
        ({2: "HJ HJ H9 H9 HA HA HT HT", 4: "HK HK HQ"}, "0 call 28H; 1 call 29H", (1, "56-AUC-9")),
        # 56-PLAY-3.
        ({}, f"{BID_56}; 0 play CJ; 1 play D9; 2 play CQ", None),
        ({}, f"{BID_56}; {TRICK}; 0 play DJ; 1 play CA", (8, "56-PLAY-3")),
        # 56-AUC-17: a side with all the trumps has the hand cancelled, so nobody plays.
        (ALL_BUT_ONE, f"{PASSED_TO_2}; 0 play SJ", None),
        ({**ALL_BUT_ONE, 4: "SQ"}, f"{PASSED_TO_2}; 0 play SJ", (9, "56-PLAY-7")),
    ],
)  # fmt: skip
def test_56_the_certain_is_told_from_the_possible(
    known: dict[int, str], deeds: str, expected: tuple[int, str] | None
) -> None:
    """56-AUD-4, each as the rule that is cited."""
    verdict = judged_hand(record(FIFTY_SIX, hand(FIFTY_SIX, deeds, known)))

    assert (verdict["action"], verdict["rule"]) == expected if expected else "action" not in verdict


def test_a_side_that_may_have_all_the_trumps_may_have_had_the_hand_cancelled() -> None:
    """56-AUC-17: the claimed result says which; without one the hand is not finished."""
    plain = hand(FIFTY_SIX, PASSED_TO_2, ALL_BUT_ONE)
    cancelled = {**plain, "result": {"outcome": "cancelled", "score": [0, 0]}}

    assert judged_hand(record(FIFTY_SIX, plain)) == {"verdict": "incomplete", "unseen": [0, 8, 5, 8, 8, 8]}
    assert judged_hand(record(FIFTY_SIX, cancelled)) == {
        "verdict": "clean",
        "result": {"outcome": "cancelled", "score": [0, 0]},
        "unseen": [0, 8, 5, 8, 8, 8],
    }


def test_a_fold_that_nobody_saw_may_have_been_any_card() -> None:
    """28-TRUMP-3: the card folded anew is of another suit, so here it can only have been a spade."""
    rules = "28-kerala-4"
    deeds = "0 bid 16; 1 pass; 2 pass; 3 pass; 0 fold; 0 pass; 1 pass; 2 pass; 3 pass; 0 fold HJ"
    possible = hand(rules, deeds, {0: "HA HK HQ H8 H7 HT S7"})
    impossible = hand(rules, deeds, {0: "HA HK HQ H8 H7 HT H9"})

    assert judged_hand(record(rules, possible))["verdict"] == "incomplete"
    assert judged_hand(record(rules, impossible))["rule"] == "28-TRUMP-3"


def test_what_is_known_by_the_others_is_known() -> None:
    """A seat whose cards are the only ones missing has what is left of the deck."""
    plain = sample()
    one = plain["hands"][0]
    first = plain | {"hands": [{**one, "cards": [[], *one["cards"][1:]], "unseen": [8, 0, 0, 0]}]}

    verdict = judged_hand(first)

    assert (verdict["verdict"], verdict["unseen"]) == ("clean", [0, 0, 0, 0])


@pytest.mark.parametrize(
    ("known", "unseen"),
    [({0: "SJ"}, [8, 8, 8, 8]), ({0: "SJ", 1: "SJ"}, [7, 7, 8, 8]), ({0: "S6"}, [7, 8, 8, 8])],
)
def test_cards_that_are_not_of_the_deck_are_a_wrong_deal(known: dict[int, str], unseen: list[int]) -> None:
    """28-DEAL-1: too many, one twice, one that the deck has not."""
    one = {**hand(PAGAT, "", known), "unseen": unseen}

    verdict = judged_hand(record(PAGAT, one))

    assert (verdict["action"], verdict["code"], verdict["rule"]) == (None, "wrong-deal", "28-DEAL-1")


def test_the_wrong_dealer_comes_before_the_cards() -> None:
    """28-AUD-4, 28-DEAL-3."""
    plain = sample()
    plain["hands"][1] |= {"dealer": plain["hands"][0]["dealer"], "cards": [[]] * 4, "unseen": [9] * 4}

    assert judged(plain)["hands"][1]["rule"] == "28-DEAL-3"


def test_after_a_hand_of_which_no_result_is_known_nothing_more_is_judged() -> None:
    """28-AUD-8: the standing is that before it."""
    plain = sample(hands=3)
    plain["hands"][1] |= {"cards": [[]] * 4, "unseen": [8] * 4, "actions": []}
    plain["hands"][1].pop("result")

    verdict = judged(plain)

    assert (verdict["verdict"], len(verdict["hands"])) == ("incomplete", 2)
    assert verdict["standing"]["score"] == verdict["hands"][0]["result"]["score"]


KERALA = "28-kerala-4"
AS_CLAIMED = {
    "outcome": "failed",
    "declarer": 1,
    "bid": 25,
    "points": [20, 8],
    "game_points": [0, -3],
    "stakes": [23, 17],
}
MADE = {
    "outcome": "made",
    "declarer": 0,
    "bid": 28,
    "denomination": "H",
    "doubled": 0,
    "points": [30, 26],
    "score": [1, 0],
}
FAILED = {**MADE, "outcome": "failed", "score": [0, 2]}


@pytest.mark.parametrize(
    ("rules", "deeds", "claim", "expected"),
    [
        # Nothing is known but the result; a bid of 25 is worth three if it came in the second auction.
        (KERALA, "", AS_CLAIMED, AS_CLAIMED),
        (KERALA, "", {**AS_CLAIMED, "game_points": None, "stakes": [24, 16]}, ("stakes",)),
        (FIFTY_SIX, "", {**MADE, "doubled": None, "score": [2, 0]}, {**MADE, "doubled": 1, "score": [2, 0]}),
        # The auction is known, and some of the play.
        (FIFTY_SIX, f"{BID_56}; {TRICK}", MADE, MADE),
        (FIFTY_SIX, f"{BID_56}; {TRICK}", {**MADE, "declarer": 1}, ("declarer",)),
        (FIFTY_SIX, f"{BID_56}; {TRICK}", {**MADE, "score": [2, 0]}, ("score",)),
        (FIFTY_SIX, f"{BID_56}; {TRICK}", {"outcome": "passed_out"}, ("outcome",)),
        (FIFTY_SIX, f"{BID_56}; {TRICK}", {**MADE, "points": [50, 6]}, None),
        # The opener has the seven points of the trick already.
        (FIFTY_SIX, f"{BID_56}; {TRICK}", {**FAILED, "points": [6, 50]}, ("points",)),
        (FIFTY_SIX, f"{BID_56}; {TRICK}", {**FAILED, "points": [8, 48]}, FAILED | {"points": [8, 48]}),
        (FIFTY_SIX, "0 call 28H", {"outcome": "passed_out"}, ("outcome",)),
        (FIFTY_SIX, "", {"outcome": "made"}, ("outcome",)),
        (FIFTY_SIX, "", {"outcome": 5, "declarer": "x"}, ("outcome",)),
    ],
)  # fmt: skip
def test_a_hand_that_is_not_known_to_its_end_ends_as_claimed_if_it_can(
    rules: str, deeds: str, claim: dict[str, Any], expected: Any
) -> None:
    """28-AUD-7, 56-AUD-5: score and standing follow from the claim, and it has to agree with all that is known."""
    verdict = judged(record(rules, hand(rules, deeds, result=claim)))
    (one,) = verdict["hands"]

    if isinstance(expected, tuple):
        assert (one["verdict"], tuple(one["differs"])) == ("mismatch", expected)
    else:
        assert one["verdict"] == "incomplete"
        assert expected is None or one["result"] == expected
        kept = "stakes" if rules == KERALA else "score"
        assert verdict["standing"][kept] == one["result"][kept]


def test_hands_after_one_that_ended_as_claimed_are_judged() -> None:
    """28-AUD-8: a game of which only results are known has a standing."""
    plain = sample(hands=3)
    results = copy.deepcopy(plain)
    for one in results["hands"]:
        one |= {"cards": [[]] * 4, "unseen": [8] * 4, "actions": []}

    verdict = judged(results)

    assert verdict["verdict"] == "incomplete"
    assert [one["result"] for one in verdict["hands"]] == [one["result"] for one in plain["hands"]]
    assert verdict["standing"] == judged(plain)["standing"]


@EVERY_RULE_SET_IN_LANES
@FEW
@given(seed=SEEDS)
def test_the_result_of_any_game_stands_wherever_its_play_is_lost(rule_set: str, seed: int) -> None:
    """28-AUD-7, 56-AUD-5."""
    chance = Random(seed)
    rules = random_options(rule_set, chance, 3)
    plain = written(rules, random_events(rules, chance, 3))
    for number, one in enumerate(plain["hands"]):
        plain["hands"][number] = one = forget(one, chance, folds=False)
        del one["actions"][chance.randrange(len(one["actions"]) + 1) :]

    verdict = judged(plain)

    assert verdict["verdict"] in ("clean", "incomplete")
    assert [one["result"] for one in verdict["hands"]] == [one["result"] for one in plain["hands"]]


@given(seed=SEEDS, junk=JUNK)
def test_the_auditor_answers_whatever_a_partly_known_hand_holds(seed: int, junk: Any) -> None:
    """28-AUD-5: a verdict that can be written, and never an exception."""
    chance = Random(seed)
    rules = random_options(chance.choice(engine.rule_set_ids()), chance, 2)
    plain = written(rules, random_events(rules, chance, 2))
    for number, one in enumerate(plain["hands"]):
        plain["hands"][number] = one = forget(spoil(one, rules, chance), chance)
        one["result"] = {name: junk for name in rules.result_members if chance.random() < 0.3} | {"outcome": "made"}
        if one["actions"] and chance.random() < 0.5:
            chance.choice(one["actions"])["irregular"] = junk
        if chance.random() < 0.2:
            one[chance.choice(["unseen", "cards", "actions"])] = junk

    assert judged(plain)["verdict"] in ("clean", "violation", "mismatch", "incomplete", "malformed")


@pytest.mark.parametrize(
    ("spoil_with", "at"),
    [
        ({"unseen": None}, "/hands/0/unseen"),
        ({"unseen": [8, 8, 8]}, "/hands/0/unseen"),
        ({"unseen": [8, 8, 8, -1]}, "/hands/0/unseen/3"),
        ({"unseen": [8, True, 8, 8]}, "/hands/0/unseen/1"),
        ({"unseen": [8, 8, "8", 8]}, "/hands/0/unseen/2"),
        ({"actions": [{"seat": 0, "type": "fold", "card": ""}]}, "/hands/0/actions/0/card"),
        ({"actions": [{"seat": 0, "type": "play"}]}, "/hands/0/actions/0/card"),
        ({"actions": [{"seat": 0, "type": "pass", "irregular": None}]}, "/hands/0/actions/0/irregular"),
        ({"actions": [{"seat": 0, "type": "pass", "irregular": ""}]}, "/hands/0/actions/0/irregular"),
        ({"actions": [{"seat": 0, "type": "pass", "irregular": 4}]}, "/hands/0/actions/0/irregular"),
        ({"actions": [{"seat": 0, "type": "pass", "irregular": "\ud800"}]}, "/hands/0/actions/0/irregular"),
    ],
)
def test_faults_of_form_have_their_pointers(spoil_with: dict[str, Any], at: str) -> None:
    """28-AUD-5: and the published schema refuses them too."""
    one = record(PAGAT, {**hand(PAGAT, ""), **spoil_with})

    assert judged(one)["at"] == at
    assert not Draft202012Validator(SCHEMA).is_valid(one)


def test_only_a_partly_known_hand_has_folds_without_a_card() -> None:
    """28-AUD-5."""
    one = record(PAGAT, hand(PAGAT, "0 bid 16; 1 pass; 2 pass; 3 pass; 0 fold"))
    whole = copy.deepcopy(one)
    del whole["hands"][0]["unseen"]

    assert judged(one)["verdict"] == "incomplete"
    assert judged(whole)["at"] == "/hands/0/actions/4/card"
    assert Draft202012Validator(SCHEMA).is_valid(one)
    assert not Draft202012Validator(SCHEMA).is_valid(whole)


@EVERY_RULE_SET_IN_LANES
@FEW
@given(seed=SEEDS)
def test_a_hand_whose_violations_are_all_marked_is_judged_to_its_end(rule_set: str, seed: int) -> None:
    """28-AUD-8, 56-AUD-6: the first violation is the verdict as ever; the result and later hands count."""
    chance = Random(seed)
    rules = random_options(rule_set, chance, 2)
    plain, broken = irregular_game(rules, chance)

    verdict = judged(plain)
    first = verdict["hands"][0]

    assert len(verdict["hands"]) == len(plain["hands"])
    assert [one["result"] for one in verdict["hands"]] == [one["result"] for one in plain["hands"]]
    assert [(one["action"], one["rule"]) for one in first.get("irregular", [])] == broken
    assert all("cited" not in one for one in first.get("irregular", []))
    if broken:
        assert (verdict["verdict"], first["verdict"]) == ("violation", "violation")
        assert (first["action"], first["rule"]) == broken[0]
    read = engine.read_record(plain)
    assert engine.read_record(json.loads(engine.encode_record(read))) == read
    last = [event for event in engine.events_from_record(read) if isinstance(event, engine.HandScored)][-1]
    assert json.loads(engine.encode_verdict(engine.result_of(last))) == plain["hands"][-1]["result"]
    assert Draft202012Validator(SCHEMA).is_valid(plain)


@EVERY_RULE_SET
@FEW
@given(seed=SEEDS)
def test_irregular_hands_can_be_partly_known(rule_set: str, seed: int) -> None:
    """A marked action counts only where no cards make it legal; the result stays what it was."""
    chance = Random(seed)
    rules = random_options(rule_set, chance, 2)
    plain, broken = irregular_game(rules, chance)
    plain["hands"] = [forget(plain["hands"][0], chance, folds=False)]

    verdict = judged_hand(plain)

    assert verdict["verdict"] in ("violation", "clean")
    assert verdict["result"] == plain["hands"][0]["result"]
    assert {one["action"] for one in verdict.get("irregular", [])} <= {number for number, _ in broken}


REVOKED = f"{AUCTION}; 0 play HJ; 1 play CJ {{mark}}; 2 play H7; 3 play H8; 0 play CA; 1 play H9"


def test_a_mark_that_cites_another_rule_is_said_so() -> None:
    """28-PLAY-4 was broken, 28-REV-3 is cited."""
    right = judged_hand(record(PAGAT, hand(PAGAT, REVOKED.format(mark="! 28-PLAY-4"))))
    wrong = judged_hand(record(PAGAT, hand(PAGAT, REVOKED.format(mark="! 28-REV-3"))))

    told = {"action": 8, "seat": 1, "code": "must-follow-suit", "rule": "28-PLAY-4"}
    assert right["irregular"] == [told]
    assert wrong["irregular"] == [{**told, "cited": "28-REV-3"}]
    assert [right[name] for name in told] == [wrong[name] for name in told] == list(told.values())


def test_a_mark_on_a_legal_action_changes_nothing() -> None:
    """And so it does where cards that nobody noted may make the action legal."""
    plain = sample()
    marked = copy.deepcopy(plain)
    marked["hands"][0]["actions"][-1]["irregular"] = "28-PLAY-4"
    possible = hand(PAGAT, f"{AUCTION}; 0 play HJ; 1 play CJ ! 28-PLAY-4")

    assert judged(marked) == judged(plain)
    assert judged_hand(record(PAGAT, possible)) == {"verdict": "incomplete", "unseen": [6, 7, 8, 8]}


@pytest.mark.parametrize(
    ("actions", "at"),
    [
        ([{"seat": 0, "type": "pass", "irregular": "28-PLAY-4\n"}], "/0/irregular"),
        ([{"seat": 0, "type": "pass", "irregular": "28-AUC-2"}] * 51, "/50/irregular"),
        ([{"seat": 0, "type": "pass"}] * 401, ""),
    ],
)
def test_a_partly_known_hand_has_no_more_actions_than_can_be_judged_in_time(actions: list[Any], at: str) -> None:
    """28-AUD-5: the schema does not count them."""
    verdict = judged(record(PAGAT, hand(PAGAT, "", actions=actions)))

    assert (verdict["verdict"], verdict["at"]) == ("malformed", f"/hands/0/actions{at}")


def test_marks_that_no_cards_can_excuse_cost_no_further_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of a few lines would else take minutes."""
    replays = []
    replay = partly._replay
    monkeypatch.setattr(partly, "_replay", lambda *given: replays.append(1) or replay(*given))
    rules = engine.load_rules("56-kerala-4")
    bids = [{"seat": seat % 4, "type": "call", "call": "28NS", "irregular": "56-AUC-3"} for seat in range(50)]
    pack = [list(cards) for cards in packets(rules, rules.deck, 3)]

    for known in ({"cards": pack}, {"cards": [[], [], [], []], "unseen": [rules.hand_size] * 4}):
        replays.clear()
        found = judged_hand(record(rules.id, {"dealer": 3, **known, "actions": bids}))
        assert len(found["irregular"]) == 49
        assert len(replays) < 10


def test_a_violation_beside_a_marked_one_ends_the_hand_at_the_first() -> None:
    """28-AUD-8: as a reader finds it who does not know the marks."""
    deeds = f"{REVOKED.format(mark='! 28-PLAY-4')}; 3 play D7"
    verdict = judged_hand(record(PAGAT, hand(PAGAT, deeds)))

    assert (verdict["action"], verdict["rule"]) == (8, "28-PLAY-4")
    assert "irregular" not in verdict


@pytest.mark.parametrize(
    ("rules", "deeds", "stands"),
    [
        # An insufficient bid, a bid out of turn, a pass where a bid was due, a card of the second batch folded.
        ("28-kerala-4", "0 bid 16; 1 bid 15 ! 28-AUC-3", True),
        ("28-kerala-4", "0 bid 16; 2 bid 17 ! 28-AUD-3", True),
        ("28-kerala-4", "0 pass ! 28-AUC-2; 1 bid 14", True),
        ("28-kerala-4", "0 bid 12 ! 28-AUC-3", False),
        ("28-kerala-4", "0 bid 29 ! 28-AUC-4", False),
        (PAGAT, f"{AUCTION}; 2 play HJ ! 28-AUD-3; 3 play H9", True),
        (PAGAT, f"{AUCTION}; 0 play HJ; 2 play H9 ! 28-AUD-3", False),
        (PAGAT, f"{AUCTION}; 0 play HJ; 1 play HJ ! 28-PLAY-2", False),
        (PAGAT, f"{AUCTION}; 1 bid 20 ! 28-AUD-2", False),
        (PAGAT, f"{AUCTION}; 0 play HJ; 1 ask ! 28-REV-1; 1 play SA; 2 play H9; 3 play HQ; 1 play H7", True),
        # A call out of turn, an insufficient one, one in a form that is not admitted; 27, a double of nothing.
        (FIFTY_SIX, "2 call 28H ! 56-AUC-1; 3 pass", True),
        (FIFTY_SIX, "0 call 30H; 1 call 29S ! 56-AUC-3", True),
        (FIFTY_SIX, "0 call H28 ! 56-AUC-4; 1 pass", True),
        (FIFTY_SIX, "0 call 27H ! 56-AUC-3", False),
        (FIFTY_SIX, "0 double ! 56-AUC-11", False),
        (FIFTY_SIX, "0 call 28H; 2 double ! 56-AUC-11; 3 pass", True),
        (FIFTY_SIX, f"{BID_56}; 1 play CJ ! 56-PLAY-1; 2 play C9", True),
        (FIFTY_SIX, f"{BID_56}; 0 play CJ; 2 play C9 ! 56-PLAY-1", False),
    ],
)  # fmt: skip
def test_some_forbidden_actions_stand_and_others_cannot(rules: str, deeds: str, stands: bool) -> None:
    """56-IRR-3, 56-IRR-9, 56-IRR-11, 56-IRR-13, 56-IRR-16, 56-IRR-17 and the like in 28."""
    verdict = judged_hand(record(rules, hand(rules, deeds)))

    marked = [number for number, text in enumerate(deeds.split(";")) if "!" in text]
    assert verdict["action"] == marked[0]
    assert [one["action"] for one in verdict.get("irregular", [])] == (marked if stands else [])


@EVERY_RULE_SET
@FEW
@given(seed=SEEDS)
def test_a_partly_known_hand_is_told_without_a_card_that_nobody_saw(rule_set: str, seed: int) -> None:
    """Beside each event is what may be shown of it; shown in order they tell the true cards only."""
    chance = Random(seed)
    rules = random_options(rule_set, chance, 1)
    plain = written(rules, random_events(rules, chance, 1))["hands"][0]
    partly = forget(plain, chance)
    read = engine.read_record(record(rules.id, partly, **rules.options)).hands[0]
    start = engine.new_game(rules)

    retold = engine.retell(start, read)

    assert retold.broken is None
    assert retold.irregular == ()
    assert len(retold.events) == len(retold.shown) == len(retold.places)
    dealt = retold.shown[0]
    assert isinstance(dealt, engine.HandDealt)
    for seat, held in enumerate(dealt.cards):
        assert len(held) == rules.hand_size
        assert held.count("") == retold.unseen[seat]
        assert not cards_among(held) - cards_among(plain["cards"][seat])
    folded = [event.card for event in retold.shown if isinstance(event, engine.TrumpFolded)]
    assert folded == [deed["card"] or "" for deed in partly["actions"] if deed["type"] == "fold"]
    state = start
    for event, shown in zip(retold.events, retold.shown, strict=True):
        assert type(event) is type(shown)
        state = engine.evolve(state, event)


def cards_among(held: tuple[str, ...] | list[str]) -> Counter[str]:
    """Return how often each card is there, but for those that nobody saw."""
    return Counter(card for card in held if card)
