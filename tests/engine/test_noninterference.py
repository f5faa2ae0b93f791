"""What a seat may not know makes no difference to what it sees.

From a random moment of a random game and a seat that looks, `variations` makes other games in which that seat
has seen exactly the same: hidden cards change places, hidden folds change their card, and whatever was done
in the open must still be legal. Every such pair must give the seat equal views, equal legal actions and equal
refusals.
"""

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.cards import CODES
from tests.engine.variations import Moment, known_places, random_moments, variations
from tests.engine.vocabulary import vocabulary
from tests.strategies import EVERY_RULE_SET, FEW, SEEDS, game_steps, random_options, rule_sets

GAMES = 100
"""How many random games at most are looked through for moments of each phase."""
ENOUGH = 6
"""How many pairs that look the same are wanted of each phase."""


def refusals(state: engine.State, seat: int) -> list[str]:
    """Return the answer to everything the seat could try."""
    return [str(engine.refusal(state, action)) for action in vocabulary(state.rules, seat)]


def assert_alike(one: engine.State, other: engine.State, seat: int | None) -> None:
    """Hold two states against each other through the eyes of a seat."""
    assert engine.view(one, seat) == engine.view(other, seat)
    assert engine.view(one, None) == engine.view(other, None)
    assert engine.to_act(one) == engine.to_act(other)
    if seat is not None:
        assert engine.legal_actions(one, seat) == engine.legal_actions(other, seat)


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_states_that_differ_only_in_what_is_hidden_look_the_same(rule_set: str, data: st.DataObject, seed: int) -> None:
    """28-DEAL-2, 28-FOLD-1, 28-FOLD-3, 28-HSE-7: for every seat and the public, in every phase."""
    rules = data.draw(rule_sets(rule_set))
    chance = Random(seed)
    moment = chance.choice(random_moments(rules, chance))
    seat = data.draw(st.sampled_from([None, *range(rules.players)]))
    state = moment.state()
    assert state is not None
    for varied in variations(moment, seat, chance):
        other = varied.state()
        assert other is not None
        assert_alike(state, other, seat)


@EVERY_RULE_SET
def test_every_phase_has_such_states(rule_set: str) -> None:
    """The property above is not empty: in each phase of a running hand different states look the same.

    Here the answers to everything the seat could try are compared as well, word for word.
    """
    chance = Random(28)
    pairs = dict.fromkeys(("auction", "play"), 0)
    for number in range(GAMES):
        if number > GAMES // 10 and min(pairs.values()) >= ENOUGH:
            break
        rules = random_options(rule_set, chance, hands=2)
        for phase, moment in one_of_each_phase(rules, chance).items():
            if pairs.setdefault(phase, 0) >= ENOUGH:
                continue
            state = moment.state()
            assert state is not None
            seat = chance.randrange(rules.players)
            answers = refusals(state, seat)
            for varied in list(variations(moment, seat, chance, attempts=8))[-1:]:
                other = varied.state()
                assert other is not None
                assert_alike(state, other, seat)
                assert refusals(other, seat) == answers
                pairs[phase] += other != state
    assert [phase for phase, found in pairs.items() if found < ENOUGH] == []


def one_of_each_phase(rules: engine.RuleSet, chance: Random) -> dict[str, Moment]:
    """Return a moment of every phase of a running hand that a random game comes through."""
    moments = random_moments(rules, chance)
    chance.shuffle(moments)
    found: dict[str, Moment] = {}
    for moment in moments:
        state = moment.state()
        assert state is not None
        if engine.to_act(state):
            found.setdefault(engine.view(state, None).phase, moment)
    return found


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_a_view_written_down_names_only_cards_the_seat_has_seen(rule_set: str, data: st.DataObject, seed: int) -> None:
    """Nothing hides in a view: its JSON names no card but one's own, the open ones, and one's own indicator."""
    rules = data.draw(rule_sets(rule_set))
    chance = Random(seed)
    moment = chance.choice(random_moments(rules, chance))
    state = moment.state()
    assert state is not None
    open_cards = {action.card for action in moment.actions if isinstance(action, engine.Play)}
    for seat in (None, *range(rules.players)):
        seen = engine.view(state, seat)
        known = {moment.cards[at][index] for at, index in known_places(moment, seat)}
        if seen.trump_card is not None:
            open_cards = open_cards | {seen.trump_card}
        written = msgspec.json.encode(seen).decode()
        named = {card for card in CODES if f'"{card}"' in written}
        assert named <= known | open_cards


@EVERY_RULE_SET
def test_the_public_sees_no_hand_and_may_do_nothing(rule_set: str) -> None:
    """A spectator's view."""
    rules = engine.load_rules(rule_set)
    for step in game_steps(rules, Random(4)):
        seen = engine.view(step.state, None)
        assert (seen.hand, seen.indicator, seen.legal) == ((), None, ())


@EVERY_RULE_SET
@FEW
@given(data=st.data(), seed=SEEDS)
def test_no_repr_names_a_card_that_lies_hidden(rule_set: str, data: st.DataObject, seed: int) -> None:
    """States, views, deals and folds end up in logs and error pages by mistake: they say nothing there."""
    rules = data.draw(rule_sets(rule_set))
    for step in game_steps(rules, Random(seed)):
        written = repr(step.state) + repr([engine.view(step.state, seat) for seat in range(rules.players)])
        written += "".join(repr(getattr(step.state, name, "")) for name in ("deal", "contract", "last"))
        written += repr([event for event in step.events if event.sealed_fields])
        written += repr(step.action) if isinstance(step.action, engine.Fold) else ""
        assert not [card for card in CODES if f"'{card}'" in written]


@EVERY_RULE_SET
@pytest.mark.parametrize("beyond", [-1, 0, 99])
def test_a_seat_that_is_not_there_sees_nothing(rule_set: str, beyond: int) -> None:
    """Neither the public's view nor, counting from the end, somebody else's."""
    rules = engine.load_rules(rule_set)
    seat = beyond if beyond < 0 else rules.players + beyond
    for step in game_steps(rules, Random(4)):
        with pytest.raises(ValueError, match="no seat"):
            engine.view(step.state, seat)
