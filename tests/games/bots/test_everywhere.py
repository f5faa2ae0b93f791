"""In every phase of every rule set, with every option, the bots and the server do something that is legal."""

from random import Random

from hypothesis import given, settings

import engine
from games import bots
from games.bots.knowledge import rules_of
from games.bots.least import default_action
from tests.lanes import EVERY_RULE_SET_IN_LANES
from tests.strategies import FEW, SEEDS, game_steps, random_options, shuffled

UNHURRIED = settings(FEW, deadline=None)
"""How long an example takes says something of the machine, nothing of the bots."""


@EVERY_RULE_SET_IN_LANES
@UNHURRIED
@given(seed=SEEDS)
def test_the_bot_and_the_server_have_a_legal_answer_at_every_moment(rule_set: str, seed: int) -> None:
    chance = Random(seed)
    rules = random_options(rule_set, chance, 2)

    for step in game_steps(rules, chance, 2):
        for seat in engine.to_act(step.state):
            seen = engine.view(step.state, seat)
            assert bots.choose(seen) in seen.legal
            assert default_action(seen) in seen.legal


@EVERY_RULE_SET_IN_LANES
@UNHURRIED
@given(seed=SEEDS)
def test_a_bot_judges_by_the_rules_of_its_table_with_their_options(rule_set: str, seed: int) -> None:
    chance = Random(seed)
    rules = random_options(rule_set, chance, 1)
    steps = list(game_steps(rules, chance))

    assert rules_of(engine.view(chance.choice(steps).state, 0)) == rules


def test_a_bot_weighs_a_double_by_what_its_table_makes_of_it() -> None:
    """56-SET-3, 56-SCORE-3."""
    state = engine.new_game(engine.load_rules("56-international-4", {"doubling": "multiply"}))

    rules = rules_of(engine.view(state, 0))

    assert rules.stake(56, 1, made=False) == 10


@EVERY_RULE_SET_IN_LANES
@UNHURRIED
@given(seed=SEEDS)
def test_tables_of_bots_alone_play_their_hands_to_the_end(rule_set: str, seed: int) -> None:
    chance = Random(seed)
    rules = random_options(rule_set, chance, 1)
    for choose in (bots.choose, default_action):
        state = engine.new_game(rules)
        for event in engine.deal(state, shuffled(rules, chance), dealer=chance.randrange(rules.players)):
            state = engine.evolve(state, event)
        while turn := engine.to_act(state):
            (seat,) = turn
            for event in engine.decide(state, choose(engine.view(state, seat))):
                state = engine.evolve(state, event)

        assert engine.view(state, None).result is not None


@EVERY_RULE_SET_IN_LANES
@UNHURRIED
@given(seed=SEEDS)
def test_the_server_undertakes_nothing_and_gives_nothing_up(rule_set: str, seed: int) -> None:
    """28-CON-1, 28-THANI-1, 28-HSE-2, 28-HSE-4, 28-HSE-6, 56-AUC-11, 56-PLAY-6."""
    chance = Random(seed)
    bold = (
        engine.Concede, engine.Thani, engine.Cot, engine.SurrenderOffer, engine.SurrenderAccept, engine.Double,
        engine.Redouble, engine.Redeal, engine.Claim,
    )  # fmt: skip

    for step in game_steps(random_options(rule_set, chance, 1), chance):
        for seat in engine.to_act(step.state):
            assert not isinstance(default_action(engine.view(step.state, seat)), bold)
