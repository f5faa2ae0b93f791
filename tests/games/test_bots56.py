"""The bot for 56 sees what its seat sees, does what is legal in all nine rule sets, and plays sensibly."""

import copy
import random
from collections.abc import Callable

import pytest

import engine
from games.bots.fiftysix import choose56

Chooser = Callable[[engine.View], engine.Action]

RULE_SETS = tuple(name for name in engine.rule_set_ids() if engine.load_rules(name).ledger[0].startswith("56-"))
EVERY_56 = pytest.mark.parametrize("rules_id", RULE_SETS)


def one_hand(rules_id: str) -> engine.RuleSet:
    return engine.load_rules(rules_id, {"ending": {"type": "hands", "count": 1}})


def shuffled(rules: engine.RuleSet, chance: random.Random) -> list[str]:
    pack = list(rules.deck)
    chance.shuffle(pack)
    return pack


def play_hand(rules: engine.RuleSet, pack: list[str], dealer: int, choosers: list[Chooser]) -> engine.View:
    """Play one hand; what a chooser wants is judged by the engine, which refuses what is not legal."""
    state = engine.new_game(rules)
    for event in engine.deal(state, pack, dealer=dealer):
        state = engine.evolve(state, event)
    while seats := engine.to_act(state):
        (seat,) = seats
        for event in engine.decide(state, choosers[seat](engine.view(state, seat))):
            state = engine.evolve(state, event)
    return engine.view(state, None)


def test_there_are_nine_rule_sets_of_56() -> None:
    """56-SET-1, 56-SET-2."""
    assert len(RULE_SETS) == 9


@EVERY_56
def test_a_bot_plays_legal_hands_to_the_end(rules_id: str) -> None:
    """56-PLAY-5, 56-PLAY-7."""
    rules = one_hand(rules_id)
    chance = random.Random(1)
    for number in range(25):
        end = play_hand(rules, shuffled(rules, chance), number % rules.players, [choose56] * rules.players)

        assert end.result is not None
        assert end.result.outcome in ("made", "failed", "passed_out", "cancelled")


@EVERY_56
def test_a_bot_does_something_legal_whatever_the_others_do(rules_id: str) -> None:
    rules = one_hand(rules_id)
    chance = random.Random(2)

    def at_random(view: engine.View) -> engine.Action:
        return chance.choice([action for action in view.legal if not isinstance(action, engine.Claim)])

    for number in range(25):
        choosers: list[Chooser] = [at_random] * rules.players
        choosers[number % rules.players] = choose56
        choosers[(number + 2) % rules.players] = choose56

        assert play_hand(rules, shuffled(rules, chance), number % rules.players, choosers).result is not None


@EVERY_56
def test_a_bot_does_the_same_for_equal_views(rules_id: str) -> None:
    rules = one_hand(rules_id)

    def twice(view: engine.View) -> engine.Action:
        action = choose56(view)
        assert choose56(copy.deepcopy(view)) == action
        return action

    play_hand(rules, shuffled(rules, random.Random(3)), 0, [twice] * rules.players)


def test_a_seat_with_nothing_to_do_is_refused() -> None:
    state = engine.new_game(one_hand(RULE_SETS[0]))

    with pytest.raises(ValueError, match="nothing to do"):
        choose56(engine.view(state, 0))
