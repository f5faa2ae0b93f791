"""The engine and an independent, naive telling of the rules agree: on legality, outcomes and counts."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

import engine
from engine.events import HandDealt, HandScored
from engine.game import deal_hands
from tests.engine import naive
from tests.strategies import SEEDS, game_steps, rule_sets

PERFT = Path(__file__).parent.parent / "data" / "perft"


def as_move(action: engine.Action) -> naive.Move:
    """Return an action as the naive rules write it."""
    plain = engine.actions.encode_action(action)
    return plain["seat"], plain["type"], plain.get("card", plain.get("value"))


def moves_of(state: engine.State) -> list[naive.Move]:
    """Return everything anybody may do now."""
    return [as_move(action) for seat in range(state.rules.players) for action in engine.legal_actions(state, seat)]


@given(rules=rule_sets(), seed=SEEDS)
def test_random_games_go_the_same_way(rules: engine.RuleSet, seed: int) -> None:
    """28-AUC-1 to 28-STK-4: what may be done at every step, the outcome, and the stakes."""
    story: naive.Story
    offers: list[naive.Move] = []
    stakes = engine.view(engine.new_game(rules), None).stakes
    for step in game_steps(rules, Random(seed), hands=2, concede=0.02):
        if step.action is None:
            (dealt,) = step.events
            assert isinstance(dealt, HandDealt)
            story = naive.tell(dealt.dealer, [list(hand) for hand in dealt.cards])
            offers = next(story)
            continue
        assert sorted(offers, key=str) == sorted(moves_of(step.state), key=str)
        try:
            offers = story.send(as_move(step.action))
            assert not any(isinstance(event, HandScored) for event in step.events)
        except StopIteration as end:
            (scored,) = (event for event in step.events if isinstance(event, HandScored))
            told = end.value
            if stakes is not None:
                stakes = tuple(naive.settle(list(stakes), told))
            assert scored.stakes == stakes
            assert {
                "outcome": scored.outcome,
                "declarer": scored.declarer,
                "bid": scored.bid,
                "points": None if scored.points is None else list(scored.points),
                "game_points": list(scored.game_points),
            } == told


def engine_perft(state: engine.State, depth: int) -> int:
    """Count the ways to go on for so many actions, by the engine."""
    actions = [action for seat in range(state.rules.players) for action in engine.legal_actions(state, seat)]
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        following = state
        for event in engine.decide(state, action):
            following = engine.evolve(following, event)
        total += engine_perft(following, depth - 1)
    return total


def positions() -> list[pytest.param]:
    """Return the pinned positions with their counts."""
    lines = [line for file in sorted(PERFT.glob("*.jsonl")) for line in file.read_text().splitlines()]
    return [pytest.param(position, id=position["name"]) for position in map(json.loads, lines)]


def reach(position: dict) -> engine.State:
    """Return the state of a pinned position."""
    state = engine.new_game(engine.load_rules(position["rules"]))
    for event in deal_hands(state, position["dealer"], tuple(tuple(hand) for hand in position["cards"])):
        state = engine.evolve(state, event)
    for seat, word, argument in position["moves"]:
        kind = engine.ACTION_TYPES[word]
        action = kind(seat) if argument is None else kind(seat, argument)
        for event in engine.decide(state, action):
            state = engine.evolve(state, event)
    return state


@pytest.mark.parametrize("position", positions())
def test_the_engine_counts_the_pinned_continuations(position: dict) -> None:
    """Counts of legal continuations are a contract between independent implementations."""
    state = reach(position)

    counted = [engine_perft(state, depth) for depth in range(1, len(position["counts"]) + 1)]

    assert counted == position["counts"]


@pytest.mark.parametrize("position", positions())
def test_the_naive_rules_count_the_same(position: dict) -> None:
    """The second implementation reproduces every count."""
    moves = [(seat, word, argument) for seat, word, argument in position["moves"]]
    depths = range(1, len(position["counts"]) + 1)

    counted = [naive.perft(position["dealer"], position["cards"], moves, depth) for depth in depths]

    assert counted == position["counts"]


def test_positions_are_pinned_in_every_phase_of_every_rule_set() -> None:
    """A rule set without counts would be a rule set without this contract."""
    seen = {
        (position["rules"], engine.view(reach(position), None).phase)
        for position in (parameter.values[0] for parameter in positions())
    }
    phases = ("auction", "fold", "auction2", "trump", "play")

    assert seen >= {(rules, phase) for rules in engine.rule_set_ids() for phase in phases}
