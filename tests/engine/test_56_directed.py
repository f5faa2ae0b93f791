"""56: a director's rulings in a record, and what the auditor makes of them."""

import copy
import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import engine
from engine.fiftysix import rulings
from engine.fiftysix.rulings import Ruling
from engine.schema import record_schema
from tests.engine.scenes56 import KER, called, closed, dealt, full_hands, new_hand

PLAYERS = ["Ammini", "Beeran", "Chacko", "Devaki", "Eapen", "Fathima"]


def game(*ruled: Ruling, moment: str = "auction", then: bool = True) -> list[engine.Event]:
    """The events of a hand that is ruled on, and of a second one that is claimed at once."""
    rules = engine.load_rules(KER)
    events: list[engine.Event] = []
    state = engine.new_game(rules)

    def happen(*happened: engine.Event) -> None:
        nonlocal state
        for event in happened:
            events.append(event)
            state = engine.evolve(state, event)

    happen(*engine.deal_hands(state, full_hands(rules, {}), dealer=5))
    happen(*engine.decide(state, engine.Call(0, "28S")))
    if moment == "play":
        for seat in (1, 2, 3, 4, 5, 0):
            happen(*engine.decide(state, engine.Pass(seat)))
    for ruling in ruled:
        so_far = tuple(event for event in events if isinstance(event, engine.IrregularityRuled))
        happen(*rulings.rule(rulings.sheet_of(state, so_far), ruling))
    if then:
        dealer = engine.next_dealer(state)
        happen(*engine.deal_hands(state, full_hands(rules, {}), dealer=dealer))
        opener = (dealer + 1) % 6
        happen(*engine.decide(state, engine.Call(opener, "28S")))
        for step in range(1, 7):
            happen(*engine.decide(state, engine.Pass((opener + step) % 6)))
        happen(*engine.decide(state, engine.Claim(opener)))
    return events


def written(events: list[engine.Event]) -> dict[str, Any]:
    return json.loads(engine.encode_record(engine.record_from_events(KER, {}, PLAYERS, events)))


WARN = Ruling(rule="56-IRR-27", remedy="warn", offender=1)
LOSE = Ruling(rule="56-IRR-27", remedy="lose", offender=1)
MATCH = Ruling(rule="56-IRR-27", remedy="match", offender=1)


@pytest.mark.parametrize("moment", ["auction", "play"])
def test_a_hand_that_a_director_ended_is_clean_and_so_are_those_after_it(moment):
    """56-IRR-27, 56-AUD-5: its result is recomputed from what the director decided."""
    record = written(game(LOSE, moment=moment))

    verdict = engine.audit(record)

    first, second = record["hands"]
    actions = 1 if moment == "auction" else 7
    adjusted = {"type": "adjusted", "side": 0, "stake": 1}
    assert first["rulings"] == [{"after": actions, "rule": "56-IRR-27", "effects": [adjusted]}]
    assert "rulings" not in second
    assert verdict.verdict == "clean"
    assert [hand.result.score for hand in verdict.hands] == [(1, 0), (1, 1)]
    assert verdict.hands[0].result.outcome == "adjusted"


def test_a_warning_stands_in_the_record_and_changes_nothing():
    """56-IRR-27."""
    record = written(game(WARN, moment="play", then=False))

    assert record["hands"][0]["rulings"] == [{"after": 7, "rule": "56-IRR-27", "effects": []}]
    assert engine.audit(record).verdict == "incomplete"


def test_a_match_that_was_lost_by_a_ruling_is_so_for_the_auditor():
    """56-IRR-27, 56-MATCH-5."""
    record = written(game(WARN, MATCH, then=False))

    verdict = engine.audit(record)

    assert verdict.verdict == "clean"
    assert (verdict.standing.finished, verdict.standing.winners) == (True, (0,))
    assert [ruled["effects"][-1:] for ruled in record["hands"][0]["rulings"]] == [
        [],
        [{"type": "forfeited", "side": 1}],
    ]


def test_a_record_with_rulings_reads_back_as_it_was_written():
    events = game(LOSE)
    record = engine.record_from_events(KER, {}, PLAYERS, events)

    again = engine.decode_record(engine.encode_record(record))

    assert again.hands == record.hands
    replayed = engine.events_from_record(again)
    plain = [event for event in events if not isinstance(event, engine.IrregularityRuled)]
    assert [event for event in replayed if not isinstance(event, engine.IrregularityRuled)] == plain
    assert engine.record_from_events(KER, {}, PLAYERS, replayed).hands == record.hands


def test_a_claimed_result_of_a_ruled_hand_is_compared_like_any_other():
    """56-AUD-5."""
    record = written(game(LOSE))
    record["hands"][0]["result"]["score"] = [0, 1]

    verdict = engine.audit(record)

    assert (verdict.verdict, verdict.hands[0].differs) == ("mismatch", ("score",))


def with_rulings(*found: object, **first: object) -> dict[str, Any]:
    """A record of which the first hand has such rulings."""
    record = copy.deepcopy(written(game(LOSE)))
    record["hands"][0]["rulings"] = list(found) or [{**record["hands"][0]["rulings"][0], **first}]
    return record


@pytest.mark.parametrize(
    ("record", "at"),
    [
        (with_rulings(after=2), "/0/after"),
        (with_rulings(after=-1), "/0/after"),
        (with_rulings(after=True), "/0/after"),
        (with_rulings(rule=27), "/0/rule"),
        (with_rulings(effects={}), "/0/effects"),
        (with_rulings("lost"), "/0"),
        (with_rulings({"after": 1, "rule": "56-IRR-3"}, {"after": 0, "rule": "56-IRR-3"}), "/1/after"),
        (with_rulings(effects=["lost"]), "/0/effects/0"),
        (with_rulings(effects=[{"type": "lost"}]), "/0/effects/0/type"),
        (with_rulings(effects=[{"type": ["adjusted"]}]), "/0/effects/0/type"),
        (with_rulings(effects=[{"type": "adjusted", "stake": 1}]), "/0/effects/0/side"),
        (with_rulings(effects=[{"type": "awarded", "side": 2, "stake": 1}]), "/0/effects/0/side"),
        (with_rulings(effects=[{"type": "awarded", "side": 1, "stake": 101}]), "/0/effects/0/stake"),
        (with_rulings(effects=[{"type": "awarded", "side": 1, "stake": 1.0}]), "/0/effects/0/stake"),
    ],
)
def test_a_ruling_out_of_form_makes_the_record_malformed(record, at):
    """56-AUD-1."""
    verdict = engine.audit(record)

    assert (verdict.verdict, verdict.at) == ("malformed", f"/hands/0/rulings{at}")


def test_rulings_that_are_no_array_are_malformed():
    record = written(game(LOSE))
    record["hands"][0]["rulings"] = {}

    assert engine.audit(record).at == "/hands/0/rulings"


def test_a_game_of_28_knows_no_rulings():
    rules = engine.load_rules("28-kerala-4")
    hands = [{"dealer": 3, "cards": [[], [], [], []], "actions": [], "rulings": [{"after": 0, "rule": "56-IRR-1"}]}]
    record = {"format": "lelam-record/1", "rules": rules.id, "players": [""] * 4, "hands": hands}

    assert engine.audit(record).at == "/hands/0/rulings"
    assert not Draft202012Validator(record_schema()).is_valid(record)
    with pytest.raises(engine.IllegalAction) as refused:
        engine.game.direct(engine.new_game(rules), engine.directed.DirectorsEffect("cancelled"))
    assert refused.value.code == "wrong-phase"


@pytest.mark.parametrize(
    ("effects", "code"),
    [
        ([{"type": "cancelled"}, {"type": "adjusted", "side": 0, "stake": 1}], "hand-over"),
        ([{"type": "forfeited", "side": 0}], "wrong-phase"),
        ([{"type": "cancelled"}, {"type": "awarded", "side": 0, "stake": 1}], "hand-over"),
    ],
)
def test_an_effect_that_has_no_place_is_a_violation_of_nobodys(effects, code):
    """56-PLAY-7, 56-AUD-2, 56-AUD-3."""
    verdict = engine.audit(with_rulings(effects=effects))

    assert (verdict.verdict, verdict.hands[0].code, verdict.hands[0].action) == ("violation", code, None)
    assert verdict.hands[0].seat is None


def test_an_action_after_the_hand_was_ruled_over_is_refused():
    """56-PLAY-7."""
    record = with_rulings(after=0)

    verdict = engine.audit(record)

    assert (verdict.hands[0].code, verdict.hands[0].action) == ("hand-over", 0)


def test_a_match_can_be_forfeited_after_its_hand_was_played():
    """56-IRR-25, 56-AUD-2."""
    record = written(game(LOSE))
    last = record["hands"][1]
    last["rulings"] = [
        {"after": len(last["actions"]), "rule": "56-IRR-25", "effects": [{"type": "forfeited", "side": 0}]}
    ]

    verdict = engine.audit(record)

    assert (verdict.verdict, verdict.standing.winners) == ("clean", (1,))


def test_an_award_counts_with_the_hand():
    """56-IRR-14, 56-IRR-29."""
    record = with_rulings(effects=[{"type": "awarded", "side": 1, "stake": 3}, {"type": "cancelled"}])
    for hand in record["hands"]:
        hand.pop("result", None)
    del record["hands"][1]

    verdict = engine.audit(record)

    assert verdict.verdict == "clean"
    assert (verdict.hands[0].result.outcome, verdict.hands[0].result.score) == ("cancelled", (0, 3))


def test_the_published_schema_takes_what_is_written():
    """56-AUD-1."""
    schema = Draft202012Validator(record_schema())

    assert schema.is_valid(written(game(LOSE)))
    assert schema.is_valid(written(game(WARN, MATCH, then=False)))
    assert not schema.is_valid(with_rulings(effects=[{"type": "adjusted", "stake": 1}]))
    assert not schema.is_valid(with_rulings(rule=27))


def test_a_state_takes_each_effect_in_either_phase():
    """56-IRR-14, 56-IRR-28."""
    for state in (called(dealt(KER), "28S"), closed(dealt(KER), "28S")):
        (event,) = engine.game.direct(state, engine.directed.DirectorsEffect("awarded", 1, 2))
        assert engine.view(engine.evolve(state, event), None).score == (0, 2)
        over = state
        for event in engine.game.direct(state, engine.directed.DirectorsEffect("cancelled")):
            over = engine.evolve(over, event)
        assert engine.view(over, None).result.outcome == "cancelled"
        assert engine.view(new_hand(over), None).dealer == engine.view(state, None).dealer
