"""Choosing a card of 56 by playing many samples of the unseen cards out."""

from collections.abc import Iterable, Sequence
from random import Random

import engine
from engine.fiftysix.cards import POINTS, UNIT, held
from engine.fiftysix.ruleset import FiftySix
from games.bots.fiftysix.rollout import Lying, contract_of, kinds, play, play_out, worth
from games.bots.fiftysix.sampling import Knowledge56
from games.bots.knowledge import rules_of, seat_of


def choose_by_sampling(
    view: engine.View,
    usual: engine.Play,
    *,
    chance: Random,
    rounds: Iterable[int],
    tricks: Sequence[engine.TrickTaken] = (),
    favour: float = 0.0,
) -> engine.Action:
    """Return the card with the highest average gain over samples of the unseen cards.

    Args:
        view: The view of a seat whose turn it is, in play.
        usual: The card that the steady bot plays.
        chance: The source of the samples.
        rounds: One element for each sample.
        tricks: Complete tricks of this hand with their cards, as far as the seat remembers more than the last.
        favour: The bonus of the usual card, in stake points.
    """
    knowledge = Knowledge56(view, tricks)
    options = candidates(view, usual, held(knowledge.unseen))
    if len(options) == 1:
        return usual
    rules, seat = rules_of(view), seat_of(view)
    assert isinstance(rules, FiftySix)
    assert view.declarer is not None
    assert view.bid is not None
    contract = contract_of(rules, view.declarer, view.bid, view.denomination or "", view.doubled)
    sides = tuple(rules.side_of(at) for at in range(rules.players))
    side = sides[seat]
    trick = [UNIT[played.card] for played in view.trick]
    units = [UNIT[option.card] for option in options]
    gains = [0.0] * len(options)
    for _ in rounds:
        gains[0] += favour
        start = Lying(knowledge.sample(chance), trick, seat, list(view.points))
        for number, unit in enumerate(units):
            lying = start.copy()
            play(lying, unit, contract.trump, sides)
            play_out(lying, contract, sides)
            gains[number] += worth(lying, contract, side)
    return options[max(range(len(options)), key=gains.__getitem__)]


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
