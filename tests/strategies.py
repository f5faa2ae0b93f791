"""Random games, packs and rule sets, for the tests of every package."""

from collections.abc import Callable, Iterator
from random import Random

from hypothesis import strategies as st

import engine

Chooser = Callable[[list[engine.Action]], engine.Action]

SEEDS = st.integers(min_value=0, max_value=2**32 - 1)

ENDINGS = st.one_of(
    st.just({"type": "elimination"}),
    st.builds(lambda points: {"type": "target", "game_points": points}, st.integers(1, 3)),
    st.builds(lambda count: {"type": "hands", "count": count}, st.integers(1, 3)),
)


@st.composite
def rule_sets(draw: st.DrawFn) -> engine.RuleSet:
    """Draw a rule set with options, of those that can be played."""
    options = draw(st.fixed_dictionaries({}, optional={"starting_stakes": st.integers(1, 6), "ending": ENDINGS}))
    return engine.load_rules(draw(st.sampled_from(engine.rule_set_ids())), options)


def shuffled(rules: engine.RuleSet, chance: Random) -> list[str]:
    """Return a pack of the rule set's cards in random order."""
    pack = list(rules.deck)
    chance.shuffle(pack)
    return pack


def lively(chance: Random, concede: float = 0.01) -> Chooser:
    """Return a way to choose that leads into every corner: low raises, asks, reveals, now and then 28."""

    def choose(actions: list[engine.Action]) -> engine.Action:
        bids = [action for action in actions if isinstance(action, engine.Bid)]
        if bids:
            silent = [action for action in actions if isinstance(action, engine.Pass)]
            if silent and chance.random() < 0.65:
                return silent[0]
            return bids[-1] if chance.random() < 0.06 else chance.choice(bids[:3])
        if chance.random() < concede:
            return actions[-1]
        rest = [action for action in actions if not isinstance(action, engine.Concede)] or actions
        special = [action for action in rest if isinstance(action, (engine.Ask, engine.Reveal, engine.Keep))]
        if special and chance.random() < 0.4:
            return special[0]
        return chance.choice(rest)

    return choose


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
        events = engine.deal(state, shuffled(rules, chance), dealer)
        yield Step(state, None, events)
        state = _after(state, events)
        while turn := engine.to_act(state):
            (seat,) = turn
            action = choose(engine.legal_actions(state, seat))
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
