"""What the server does for a player whose time is up: the least that the rules admit."""

import engine
from engine.cards import RANK_POINTS, RANKS


def default_action(view: engine.View) -> engine.Action:
    """Return the server's action for a seat: pass, the lowest bid, keep the trump, the lowest card.

    A trump has to be folded: then the lowest card of the longest suit.

    Args:
        view: The view of the seat on turn.
    """
    for kind in (engine.Pass, engine.Bid, engine.Keep):
        for action in view.legal:
            if isinstance(action, kind):
                return action
    plays = [action for action in view.legal if isinstance(action, engine.Play)]
    if plays:
        return min(plays, key=lambda action: _worth(action.card))
    folds = [action for action in view.legal if isinstance(action, engine.Fold)]
    held = [action.card[0] for action in folds]
    return min(folds, key=lambda action: (-held.count(action.card[0]), *_worth(action.card)))


def _worth(card: str) -> tuple[int, int]:
    """Order cards from the one of least points and rank."""
    return RANK_POINTS.get(card[1], 0), -RANKS.index(card[1])
