"""Random games, packs and rule sets, for the tests of every package.

Nothing here knows a rule set by its id: options come from what a rule set declares, actions from what it
offers.
"""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from msgspec import inspect

import engine
from engine.options import Ending

Chooser = Callable[[list[engine.Action]], engine.Action]

SEEDS = st.integers(min_value=0, max_value=2**32 - 1)

EVERY_RULE_SET = pytest.mark.parametrize("rule_set", engine.rule_set_ids())
"""Runs a test once for each rule set that can be played."""
FEW = settings(max_examples=max(1, settings().max_examples // 16))
"""A part of the examples for each rule set: together they are many."""

NARROW = 3
"""How many values above the lowest are drawn of a number that may be large: so that games come to their end."""

WEIGHTS: dict[type[engine.Act], float] = {
    engine.Pass: 65,
    engine.Bid: 35,
    engine.Call: 35,
    engine.Double: 15,
    engine.Redouble: 30,
    engine.Redeal: 60,
    engine.Claim: 0.2,
    engine.Keep: 40,
    engine.Fold: 60,
    engine.Ask: 40,
    engine.Reveal: 40,
    engine.Play: 60,
    engine.Thani: 30,
    engine.Cot: 4,
    engine.SurrenderOffer: 10,
    engine.SurrenderAccept: 30,
    engine.SurrenderRefuse: 60,
}
"""How willingly each kind of action is chosen, beside the others that are offered."""


@cache
def endings(kind: type[Ending]) -> st.SearchStrategy[dict[str, Any]]:
    """Return a way to draw an ending of a kind, as JSON, with small numbers."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    members = {}
    for field in info.fields:
        number = field.type.type if isinstance(field.type, inspect.Metadata) else field.type
        assert isinstance(number, inspect.IntType)
        low, high = number.ge or 0, number.le or NARROW
        members[field.encode_name] = st.integers(low, min(high, low + NARROW))
    return st.fixed_dictionaries({"type": st.just(info.tag), **members}).filter(lambda value: admitted(kind, value))


def admitted(kind: type[Ending], value: dict[str, Any]) -> bool:
    """Say whether the members of an ending go together."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def values(option: engine.Option) -> st.SearchStrategy[Any]:
    """Return a way to draw a value of an option, as JSON."""
    if isinstance(option, engine.Flag):
        return st.booleans()
    if isinstance(option, engine.Number):
        return st.integers(option.low, min(option.high, option.low + NARROW)) | st.just(option.default)
    if isinstance(option, engine.Choice):
        return st.sampled_from(option.values)
    return st.one_of([endings(kind) for kind in option.kinds])


@st.composite
def rule_sets(draw: st.DrawFn, *ids: str) -> engine.RuleSet:
    """Draw a rule set with options: one of these, or of all that can be played."""
    rules = engine.load_rules(draw(st.sampled_from(ids or engine.rule_set_ids())))
    flags = {option.name: values(option) for option in rules.declared if isinstance(option, engine.Flag)}
    others = {option.name: values(option) for option in rules.declared if option.name not in flags}
    return with_options(rules.id, draw(st.fixed_dictionaries(flags, optional=others)))


def with_options(rule_set: str, options: dict[str, Any]) -> engine.RuleSet:
    """Return a rule set with these options, less those that make no sense without another."""
    try:
        return engine.load_rules(rule_set, options)
    except engine.RulesError as fault:
        return with_options(rule_set, {name: value for name, value in options.items() if name != fault.option})


def random_options(rule_set: str, chance: Random, hands: int) -> engine.RuleSet:
    """Return a rule set with some of the forms that it offers as options, and with the ending `hands`."""
    declared = engine.load_rules(rule_set).declared
    options: dict[str, Any] = {
        option.name: chance.random() < 0.6 for option in declared if isinstance(option, engine.Flag)
    }
    return with_options(rule_set, {**options, "ending": {"type": "hands", "count": hands}})


def shuffled(rules: engine.RuleSet, chance: Random) -> list[str]:
    """Return a pack of the rule set's cards in random order.

    One in four is shuffled badly, so that a seat may have cards of one suit only, or a side all of a suit.
    """
    if chance.random() < 0.25:
        return _sorted_by_suit(rules, chance)
    return chance.sample(rules.deck, len(rules.deck))


def _sorted_by_suit(rules: engine.RuleSet, chance: Random) -> list[str]:
    """Return a pack that deals out hands of few suits."""
    suits = chance.sample(rules.suits, len(rules.suits))
    cards = sorted(rules.deck, key=lambda card: suits.index(card[0]))
    for _ in range(chance.randrange(5)):
        one, other = chance.randrange(len(cards)), chance.randrange(len(cards))
        cards[one], cards[other] = cards[other], cards[one]
    size = rules.hand_size
    hands = [cards[start : start + size] for start in range(0, len(cards), size)]
    for hand in hands:
        chance.shuffle(hand)
    chance.shuffle(hands)
    return [
        card for start in range(0, size, rules.packet) for hand in hands for card in hand[start : start + rules.packet]
    ]


def lively(chance: Random, concede: float = 0.01) -> Chooser:
    """Return a way to choose that leads into every corner of every game.

    Bids rise little and seldom to the highest; what is said or done but once in a while is done often enough.

    Args:
        chance: What it is chosen by.
        concede: How often, of all the times when it is offered, a hand is given up.
    """

    def choose(actions: list[engine.Action]) -> engine.Action:
        if isinstance(actions[-1], engine.Concede) and (chance.random() < concede or len(actions) == 1):
            return actions[-1]
        by_kind: dict[type[engine.Action], list[engine.Action]] = {}
        for action in actions:
            by_kind.setdefault(type(action), []).append(action)
        by_kind.pop(engine.Concede, None)
        kinds = list(by_kind)
        (kind,) = chance.choices(kinds, [WEIGHTS[kind] for kind in kinds]) if len(kinds) > 1 else kinds
        offered = by_kind[kind]
        if kind is engine.Bid:
            return offered[-1] if chance.random() < 0.06 else chance.choice(offered[:3])
        if kind is engine.Call:
            return min(chance.choices(offered, k=1 if chance.random() < 0.05 else 8), key=_rise)
        return chance.choice(offered)

    return choose


def _rise(action: engine.Action) -> int:
    """Return how far a call goes up, roughly: of `+2S` 2, of `S30` 3."""
    assert isinstance(action, engine.Call)
    number = int("".join(sign for sign in action.call if sign.isdigit()) or 1)
    return number if number < 28 else number - 27


class Step:
    """One moment of a random game: the state before an action, the action, and what came of it."""

    __slots__ = ("action", "events", "state")

    def __init__(self, state: engine.State, action: engine.Action | None, events: list[engine.Event]) -> None:
        """Keep the three."""
        self.state = state
        self.action = action
        self.events = events


def game_steps(rules: engine.RuleSet, chance: Random, hands: int = 1, concede: float = 0.01) -> Iterator[Step]:
    """Yield a random game step by step, deals (with `action` None) included, until decided or so long."""
    choose = lively(chance, concede)
    state = engine.new_game(rules)
    for number in range(hands):
        dealer = chance.randrange(rules.players) if number == 0 else None
        events = engine.deal(state, shuffled(rules, chance), dealer=dealer)
        yield Step(state, None, events)
        state = _after(state, events)
        while turn := engine.to_act(state):
            (seat,) = turn
            actions = engine.legal_actions(state, seat)
            if chance.random() < 0.005:
                # Now and then whoever may act out of turn.
                actions = engine.legal_actions(state, chance.randrange(rules.players)) or actions
            action = choose(actions)
            events = engine.decide(state, action)
            yield Step(state, action, events)
            state = _after(state, events)
        if engine.view(state, None).finished:
            return


def random_events(rules: engine.RuleSet, chance: Random, hands: int = 1) -> list[engine.Event]:
    """Return the events of a random game of so many hands, or fewer if it is decided before."""
    return [event for step in game_steps(rules, chance, hands) for event in step.events]


def random_state(rules: engine.RuleSet, chance: Random, hands: int = 2) -> engine.State:
    """Return the state at a random moment of a random game."""
    states = [engine.new_game(rules)]
    for event in random_events(rules, chance, hands):
        states.append(engine.evolve(states[-1], event))
    return chance.choice(states)


def _after(state: engine.State, events: list[engine.Event]) -> engine.State:
    """Return the state after some events."""
    for event in events:
        state = engine.evolve(state, event)
    return state
