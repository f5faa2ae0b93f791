"""The simplest player that means to win: it bids as little as it must, and takes each trick as high as it can."""

import engine
from games.bots.knowledge import beats, seat_of, strength, winning
from games.bots.least import default_action


def choose(view: engine.View) -> engine.Action:
    """Return the highest card if it wins the trick, else the lowest; outside card play, the minimum the rules demand.

    Args:
        view: The view of a seat whose turn it is, of any rule set.

    Raises:
        ValueError: The seat has nothing to do.
    """
    cards = [action.card for action in view.legal if isinstance(action, engine.Play)]
    if not cards:
        return default_action(view)
    highest = max(cards, key=strength)
    best = winning(view)
    if best is not None:
        highest = max(cards, key=lambda card: (beats(card, best[1], view.trump), strength(card)))
    if best is None or beats(highest, best[1], view.trump):
        return engine.Play(seat_of(view), highest)
    return default_action(view)
