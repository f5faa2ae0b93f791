"""What holds in every game, tried on random ones."""

from random import Random

import msgspec
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.actions import encode_action
from engine.events import HandScored
from tests.engine.vocabulary import vocabulary
from tests.strategies import SEEDS, game_steps, random_events, random_state, rule_sets, shuffled

LONGEST_HAND = 400


@given(rules=rule_sets(), seed=SEEDS, picks=st.randoms(use_true_random=False))
def test_any_sequence_of_legal_actions_ends(rules: engine.RuleSet, seed: int, picks: Random) -> None:
    """28-AUC-6, 28-AUC2-3, 28-PLAY-7: whatever is chosen from what is legal, by anybody, the hand is decided."""
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


@given(rules=rule_sets(), seed=SEEDS)
def test_whoever_is_to_act_has_something_legal_to_do(rules: engine.RuleSet, seed: int) -> None:
    """No table hangs: while a hand runs exactly one seat has the turn, and it can act."""
    for step in game_steps(rules, Random(seed)):
        if step.action is not None:
            (seat,) = engine.to_act(step.state)
            assert engine.legal_actions(step.state, seat)


@given(rules=rule_sets(), seed=SEEDS)
def test_legal_actions_are_exactly_what_decide_accepts(rules: engine.RuleSet, seed: int) -> None:
    """By trying the whole vocabulary, at every seat and two that do not exist."""
    state = random_state(rules, Random(seed))
    for seat in range(-1, rules.players + 1):
        accepted = [action for action in vocabulary(rules, seat) if engine.refusal(state, action) is None]
        offered = engine.legal_actions(state, seat)
        assert sorted(map(str, map(encode_action, offered))) == sorted(map(str, map(encode_action, accepted)))


@given(rules=rule_sets(), seed=SEEDS)
def test_every_refusal_has_a_code_of_the_record_format_a_rule_and_a_sentence(rules: engine.RuleSet, seed: int) -> None:
    """A refusal names what was wrong in three ways."""
    state = random_state(rules, Random(seed))
    for action in vocabulary(rules, seed % rules.players):
        refused = engine.refusal(state, action)
        if refused is not None:
            assert refused.code in CODES
            assert refused.rule.startswith("28-")
            assert refused.message.endswith(".")
            assert str(refused) == f"{refused.message} ({refused.rule})"


@given(rules=rule_sets(), seed=SEEDS)
def test_replaying_the_events_gives_the_state(rules: engine.RuleSet, seed: int) -> None:
    """A state is its events and nothing else."""
    events: list[engine.Event] = []
    for step in game_steps(rules, Random(seed), hands=2):
        assert engine.replay(rules, events) == step.state
        events += step.events


@given(rules=rule_sets(), seed=SEEDS)
def test_events_survive_being_written_down(rules: engine.RuleSet, seed: int) -> None:
    """What comes back from JSON is what went in, and replays the same."""
    events = random_events(rules, Random(seed), hands=2)

    written = msgspec.json.encode(events)
    read = msgspec.json.decode(written, type=list[engine.Event])

    assert read == events
    assert engine.replay(rules, read) == engine.replay(rules, events)


@given(rules=rule_sets(), seed=SEEDS)
def test_the_points_of_a_full_hand_sum_to_28(rules: engine.RuleSet, seed: int) -> None:
    """28-DECK-3, 28-TRICK-4."""
    for event in random_events(rules, Random(seed), hands=3):
        if isinstance(event, HandScored) and event.points is not None:
            assert sum(event.points) == 28


@given(rules=rule_sets(), seed=SEEDS)
def test_stakes_are_conserved_and_never_negative(rules: engine.RuleSet, seed: int) -> None:
    """28-STK-1, 28-STK-2, 28-STK-3, 28-STK-4: units only move."""
    at_first = engine.view(engine.new_game(rules), None).stakes
    for event in random_events(rules, Random(seed), hands=6):
        if isinstance(event, HandScored) and event.stakes is not None:
            assert at_first is not None
            assert sum(event.stakes) == sum(at_first)
            assert min(event.stakes) >= 0


@given(rules=rule_sets(), seed=SEEDS)
def test_no_other_sides_game_points_move(rules: engine.RuleSet, seed: int) -> None:
    """28-SCO-4."""
    for event in random_events(rules, Random(seed), hands=3):
        if isinstance(event, HandScored):
            assert event.declarer is not None
            moved = [side for side, points in enumerate(event.game_points) if points]
            assert moved == [rules.side_of(event.declarer)]


@given(rules=rule_sets(), seed=SEEDS)
def test_cards_are_neither_lost_nor_doubled(rules: engine.RuleSet, seed: int) -> None:
    """28-DECK-1, 28-FOLD-3: in hands, face down and in tricks lies the whole deck."""
    for step in game_steps(rules, Random(seed)):
        views = [engine.view(step.state, seat) for seat in range(rules.players)]
        public = engine.view(step.state, None)
        if public.phase != "play":
            continue
        lying = [card for seen in views for card in seen.hand]
        lying += [seen.indicator for seen in views if seen.indicator]
        lying += [played.card for played in public.trick]
        assert len(lying) == len(set(lying))
        assert len(lying) + rules.players * len(public.tricks) == len(rules.deck)
        assert public.counts == tuple(len(seen.hand) for seen in views)


@given(rules=rule_sets(), seed=SEEDS)
def test_a_rule_set_is_rebuilt_from_its_own_id_and_options(rules: engine.RuleSet, seed: int) -> None:
    """Options are written out in full and mean the same again."""
    again = engine.load_rules(rules.id, rules.options)

    assert again == rules
    assert hash(again) == hash(rules)
    assert random_state(again, Random(seed)) == random_state(rules, Random(seed))


@given(rules=rule_sets(), seed=SEEDS)
def test_an_event_out_of_place_is_a_programmers_error(rules: engine.RuleSet, seed: int) -> None:
    """`evolve` applies what `decide` returned, and nothing else quietly."""
    state = engine.new_game(rules)
    for event in random_events(rules, Random(seed))[1:]:
        if not isinstance(event, (HandScored, engine.GameFinished)):
            try:
                engine.evolve(state, event)
            except TypeError:
                continue
            raise AssertionError(event)


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
