"""Choosing a card of 56 by playing many samples of the unseen cards out."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

import engine
from engine.fiftysix.cards import POINTS, UNIT, held
from engine.fiftysix.ruleset import FiftySix
from games.bots.choice import Outcome
from games.bots.fiftysix.rollout import Lying, contract_of, kinds, outcome_of, play, play_out
from games.bots.fiftysix.sampling import Knowledge56
from games.bots.knowledge import rules_of, seat_of


def outcomes(
    view: engine.View,
    options: Sequence[engine.Play],
    *,
    chance: Random,
    rounds: Iterable[int],
    tricks: Sequence[engine.TrickTaken] = (),
) -> Iterator[list[Outcome]]:
    """Yield, for each sample of the unseen cards, how the hand ends with each option.

    Args:
        view: The view of a seat whose turn it is, in play.
        options: The cards that are tried.
        chance: The source of the samples.
        rounds: One element for each sample.
        tricks: Complete tricks of this hand with their cards, as far as the seat remembers more than the last.
    """
    knowledge = Knowledge56(view, tricks)
    rules, seat = rules_of(view), seat_of(view)
    assert isinstance(rules, FiftySix)
    assert view.declarer is not None
    assert view.bid is not None
    contract = contract_of(rules, view.declarer, view.bid, view.denomination or "", view.doubled)
    sides = tuple(rules.side_of(at) for at in range(rules.players))
    side = sides[seat]
    trick = [UNIT[played.card] for played in view.trick]
    units = [UNIT[option.card] for option in options]
    for _ in rounds:
        start = Lying(knowledge.sample(chance), trick, seat, list(view.points))
        ends = []
        for unit in units:
            lying = start.copy()
            play(lying, unit, contract.trump, sides)
            play_out(lying, contract, sides)
            ends.append(outcome_of(lying, contract, side))
        yield ends


def options_of(view: engine.View, usual: engine.Play, tricks: Sequence[engine.TrickTaken] = ()) -> list[engine.Play]:
    """Return the cards worth trying, the usual one first, with what the seat remembers of the tricks."""
    return candidates(view, usual, held(Knowledge56(view, tricks).unseen))


def candidates(view: engine.View, usual: engine.Play, unseen: int) -> list[engine.Play]:
    """Return the cards worth trying, the usual card first, one of each group of equivalent cards.

    Cards of a suit are so if they have the same points and nobody else may have a card between them, or one of them.

    Args:
        view: The view of a seat whose turn it is, in play.
        usual: The card that the steady bot plays.
        unseen: The cards that others may have, as a collection.
    """
    others = kinds(unseen)
    options = [usual]
    for action in view.legal:
        if isinstance(action, engine.Play) and not any(_alike(action.card, other.card, others) for other in options):
            options.append(action)
    return options


def _alike(one: str, other: str, others: int) -> bool:
    """Return whether two cards are equivalent to play."""
    if one == other:
        return True
    low, high = sorted((UNIT[one], UNIT[other]))
    between = (2 * high - 1) & ~(low - 1)
    return one[0] == other[0] and POINTS[low] == POINTS[high] and not others & between
