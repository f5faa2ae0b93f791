"""What holds in every game, tried on random ones of every rule set, with every option that it has."""

from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.actions import encode_action
from engine.cards import BIT, POINTS
from tests.engine.vocabulary import vocabulary
from tests.strategies import (
    EVERY_RULE_SET,
    FEW,
    SEEDS,
    Step,
    game_steps,
    random_events,
    random_options,
    random_state,
    rule_sets,
    shuffled,
)

LONGEST_HAND = 1000
PERFT = Path(__file__).parent.parent / "data" / "perft"


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS, picks=st.randoms(use_true_random=False))
def test_any_sequence_of_legal_actions_ends(rule_set: str, data: st.DataObject, seed: int, picks: Random) -> None:
    """28-AUC-6, 28-AUC2-3, 28-PLAY-7, 56-AUC-16: whatever is legal is chosen, by anybody, the hand is decided."""
    rules = data.draw(rule_sets(rule_set))
    state = engine.new_game(rules)
    (dealt,) = engine.deal(state, shuffled(rules, Random(seed)))
    state = engine.evolve(state, dealt)
    for _ in range(LONGEST_HAND):
        actions = [action for seat in range(rules.players) for action in engine.legal_actions(state, seat)]
        if not actions:
            break
        for event in engine.decide(state, picks.choice(actions)):
            state = engine.evolve(state, event)

    seen = engine.view(state, None)
    assert seen.phase in ("scored", "finished")
    assert seen.result is not None
    assert engine.to_act(state) == frozenset()


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_whoever_is_to_act_has_something_legal_to_do(rule_set: str, data: st.DataObject, seed: int) -> None:
    """No table hangs: while a hand runs exactly one seat has the turn, and it can act."""
    rules = data.draw(rule_sets(rule_set))
    for step in game_steps(rules, Random(seed)):
        if step.action is not None:
            (seat,) = engine.to_act(step.state)
            assert engine.legal_actions(step.state, seat)


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_legal_actions_are_exactly_what_decide_accepts(rule_set: str, data: st.DataObject, seed: int) -> None:
    """By trying the whole vocabulary, at every seat and two that do not exist."""
    rules = data.draw(rule_sets(rule_set))
    state = random_state(rules, Random(seed))
    for seat in range(-1, rules.players + 1):
        accepted = [action for action in vocabulary(rules, seat) if engine.refusal(state, action) is None]
        offered = engine.legal_actions(state, seat)
        assert sorted(map(str, map(encode_action, offered))) == sorted(map(str, map(encode_action, accepted)))
        if seat in range(rules.players):
            assert engine.view(state, seat).legal == tuple(offered)


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_every_refusal_has_a_code_of_the_record_format_a_rule_that_holds_and_a_sentence(
    rule_set: str, data: st.DataObject, seed: int
) -> None:
    """A refusal names what was wrong in three ways."""
    rules = data.draw(rule_sets(rule_set))
    state = random_state(rules, Random(seed))
    for action in vocabulary(rules, seed % rules.players):
        refused = engine.refusal(state, action)
        if refused is not None:
            assert refused.code in CODES
            assert holds(rules, refused.rule)
            assert refused.message.endswith(".")
            assert str(refused) == f"{refused.message} ({refused.rule})"


def holds(rules: engine.RuleSet, rule: str) -> bool:
    """Say whether a rule is one of those that a rule set goes by."""
    return any(rule == part or (part.endswith("-") and rule.startswith(part)) for part in rules.ledger)


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_replaying_the_events_gives_the_state(rule_set: str, data: st.DataObject, seed: int) -> None:
    """A state is its events and nothing else."""
    rules = data.draw(rule_sets(rule_set))
    steps = list(game_steps(rules, Random(seed), hands=2))
    at = data.draw(st.integers(0, len(steps) - 1))

    assert engine.replay(rules, [event for step in steps[:at] for event in step.events]) == steps[at].state


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_events_survive_being_written_down(rule_set: str, data: st.DataObject, seed: int) -> None:
    """What comes back from JSON is what went in, and replays the same."""
    rules = data.draw(rule_sets(rule_set))
    events = random_events(rules, Random(seed), hands=2)

    written = msgspec.json.encode(events)
    read = msgspec.json.decode(written, type=list[engine.Event])

    assert read == events
    assert engine.replay(rules, read) == engine.replay(rules, events)


def cards_in_play(steps: list[Step]) -> list[str]:
    """Return the cards of the running hand: all that were dealt, or only the first batch (28-HSE-6)."""
    cards: list[str] = []
    for step in steps:
        for event in step.events:
            if isinstance(event, engine.HandDealt):
                dealt, cards = event, [card for hand in event.cards for card in hand]
            elif isinstance(event, engine.CotCalled):
                batch = step.state.rules.batches[0]
                cards = [card for hand in dealt.cards for card in hand[:batch]]
    return cards


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_the_card_points_of_a_hand_are_those_of_its_cards(rule_set: str, data: st.DataObject, seed: int) -> None:
    """28-DECK-3, 28-TRICK-4, 28-HSE-4, 28-HSE-8, 56-DECK-3, 56-PLAY-6: claimed and surrendered ones included."""
    rules = data.draw(rule_sets(rule_set))
    steps: list[Step] = []
    for step in game_steps(rules, Random(seed), hands=3):
        steps.append(step)
        for event in step.events:
            if isinstance(event, engine.HandScored) and event.points is not None:
                assert sum(event.points) == sum(POINTS[BIT[card]] for card in cards_in_play(steps))
                assert min(event.points) >= 0
                assert len(event.points) == len(rules.sides)


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_stakes_are_conserved_and_never_negative(rule_set: str, data: st.DataObject, seed: int) -> None:
    """28-STK-1, 28-STK-2, 28-STK-3, 28-STK-4, 28-WIK-2, 28-WIK-3: units and base cards only move."""
    rules = data.draw(rule_sets(rule_set))
    at_first = engine.view(engine.new_game(rules), None)
    for event in random_events(rules, Random(seed), hands=5):
        if isinstance(event, engine.HandScored):
            assert (event.stakes is None) == (at_first.stakes is None)
            assert (event.score is None) == (at_first.score is None)
            if event.stakes is not None and at_first.stakes is not None:
                assert sum(event.stakes) == sum(at_first.stakes)
                assert min(event.stakes) >= 0


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_no_kunukku_comes_from_nowhere_and_nobody_wears_fewer_than_none(
    rule_set: str, data: st.DataObject, seed: int
) -> None:
    """28-WIK-3, 28-WIK-4, 28-HSE-12, 28-HSE-13: what is worn is what was put on and not taken off since."""
    rules = data.draw(rule_sets(rule_set))
    kept = engine.view(engine.new_game(rules), None).kunukku is not None
    worn = Counter[int]()
    for event in random_events(rules, Random(seed), hands=8 if kept else 1):
        if isinstance(event, engine.KunukkuPlaced):
            worn.update(event.seats)
        elif isinstance(event, engine.KunukkuRemoved):
            worn.subtract(event.seats)
        elif isinstance(event, engine.HandScored):
            assert (event.kunukku is not None) == kept
            if event.kunukku is not None:
                assert event.kunukku == tuple(worn[seat] for seat in range(rules.players))
                assert min(event.kunukku) >= 0


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_no_other_sides_game_points_move(rule_set: str, data: st.DataObject, seed: int) -> None:
    """28-SCO-4, 28-HSE-10: the declarer's side, or that of who went alone; and a score moves by just that."""
    rules = data.draw(rule_sets(rule_set))
    score = engine.view(engine.new_game(rules), None).score
    alone = None
    for event in random_events(rules, Random(seed), hands=4):
        if isinstance(event, engine.HandDealt):
            alone = None
        elif isinstance(event, engine.ThaniCalled):
            alone = event.seat
        elif isinstance(event, engine.HandScored) and event.game_points is not None:
            scorer = event.declarer if alone is None else alone
            moved = {side for side, points in enumerate(event.game_points) if points}
            assert moved <= (set() if scorer is None else {rules.side_of(scorer)})
            if score is not None and event.score is not None:
                score = tuple(old + points for old, points in zip(score, event.game_points, strict=True))
                assert event.score == score


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_a_result_has_no_member_that_its_rule_set_does_not_name(rule_set: str, data: st.DataObject, seed: int) -> None:
    """28-AUD-6, 56-SCORE-5."""
    rules = data.draw(rule_sets(rule_set))
    for event in random_events(rules, Random(seed), hands=2):
        if isinstance(event, engine.HandScored):
            result = engine.result_of(event)
            there = {name for name in result.__struct_fields__ if getattr(result, name) is not None}
            assert there <= set(rules.result_members)


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_cards_are_neither_lost_nor_doubled(rule_set: str, data: st.DataObject, seed: int) -> None:
    """28-DECK-1, 28-FOLD-3, 28-HSE-6, 56-DECK-1: in hands, face down and played lies all that was dealt."""
    rules = data.draw(rule_sets(rule_set))
    steps: list[Step] = []
    played = Counter[str]()
    chance = Random(seed)
    for step in game_steps(rules, chance, hands=2):
        public = engine.view(step.state, None)
        if public.phase == "play" and chance.random() < 0.3:
            views = [engine.view(step.state, seat) for seat in range(rules.players)]
            lying = Counter(card for seen in views for card in seen.hand)
            lying.update(seen.indicator for seen in views if seen.indicator)
            assert lying + played == Counter(cards_in_play(steps))
            assert public.counts == tuple(len(seen.hand) for seen in views)
            assert sum(played.values()) == len(public.trick) + rules.players * len(public.tricks)
        steps.append(step)
        for event in step.events:
            if isinstance(event, engine.HandDealt):
                played.clear()
                assert sorted(cards_in_play(steps)) == sorted(rules.deck)
            elif isinstance(event, engine.CardPlayed):
                played[event.card] += 1


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_a_rule_set_is_rebuilt_from_its_own_id_and_options(rule_set: str, data: st.DataObject, seed: int) -> None:
    """Options are written out in full and mean the same again."""
    rules = data.draw(rule_sets(rule_set))
    again = engine.load_rules(rules.id, rules.options)

    assert again == rules
    assert hash(again) == hash(rules)
    assert random_state(again, Random(seed)) == random_state(rules, Random(seed))


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_an_event_out_of_place_is_a_programmers_error(rule_set: str, data: st.DataObject, seed: int) -> None:
    """`evolve` applies what `decide` returned, and nothing else quietly."""
    rules = data.draw(rule_sets(rule_set))
    state = engine.new_game(rules)
    for event in random_events(rules, Random(seed))[1:]:
        if not isinstance(event, (engine.HandScored, engine.GameFinished)):
            with pytest.raises(TypeError):
                engine.evolve(state, event)


def test_random_games_lead_into_every_corner() -> None:
    """The properties of this file are not empty: whatever can happen in any tradition does happen."""
    chance = Random(28)
    happened: set[object] = set()
    for _ in range(40):
        for rule_set, wanted in EVERYTHING.items():
            if wanted - happened:
                happened |= corners(random_options(rule_set, chance, hands=12), chance)
    left = {rule_set: wanted - happened for rule_set, wanted in EVERYTHING.items()}
    assert {rule_set: corner for rule_set, corner in left.items() if corner} == {}


RULED = {
    engine.IrregularityRuled,
    engine.PenaltyAwarded,
    engine.HandAdjusted,
    engine.HandCancelled,
    engine.MatchForfeited,
}
"""What a director does, and no game by itself: test_56_irregularities.py has it."""

EVERYTHING = {
    rule_set: {
        (event, apply)
        for events in engine.load_rules(rule_set).tradition.appliers.values()
        for event, apply in events.items()
        if event not in RULED
    }
    for rule_set in engine.rule_set_ids()
}
"""Every event of play of every rule set, with each function that applies it at one moment or several."""


def corners(rules: engine.RuleSet, chance: Random) -> set[object]:
    """Return what happened in a random game, with what applied it."""
    found: set[object] = set()
    appliers = rules.tradition.appliers
    for step in game_steps(rules, chance, hands=12, concede=0.03):
        state = step.state
        for event in step.events:
            found.add((type(event), appliers[type(state)][type(event)]))
            state = engine.evolve(state, event)
    return found


@EVERY_RULE_SET
def test_every_rule_set_has_pinned_counts_of_positions(rule_set: str) -> None:
    """A slow reading of the rules, written on its own, counted the same positions."""
    assert (PERFT / f"{rule_set}.jsonl").read_text().strip()


CODES = {
    "wrong-deal",
    "not-your-turn",
    "wrong-phase",
    "must-bid",
    "bid-too-low",
    "bid-too-high",
    "call-not-allowed",
    "card-not-held",
    "must-follow-suit",
    "must-play-trump",
    "must-play-indicator",
    "may-not-lead-trump",
    "may-not-ask",
    "may-not-reveal",
    "may-not-concede",
    "hand-over",
    "game-over",
}
