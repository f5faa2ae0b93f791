"""The server's action for a player whose time is up: the least that the rules admit, in every phase of every game."""

import engine
from engine.cards import RANK_POINTS, RANKS, SUITS

LEAST = (engine.Pass, engine.Bid, engine.Keep, engine.SurrenderRefuse)
"""What is done as soon as it may be done, in this order: of bids the lowest, which comes first."""


def default_action(view: engine.View) -> engine.Action:
    """Return the server's action for a seat: pass, the lowest bid or call, keep the trump, the lowest card.

    It undertakes nothing, offers nothing, doubles nothing and gives nothing up; an offered surrender it refuses. A
    trump has to be folded, or a suit called: then it is the longest one, and the lowest card or number.

    Args:
        view: The view of the seat on turn.

    Raises:
        ValueError: The seat has nothing to do.
    """
    for kind in LEAST:
        for action in view.legal:
            if isinstance(action, kind):
                return action
    if plays := [action for action in view.legal if isinstance(action, engine.Play)]:
        return min(plays, key=lambda action: _worth(action.card))
    if folds := [action for action in view.legal if isinstance(action, engine.Fold)]:
        held = [action.card[0] for action in folds]
        return min(folds, key=lambda action: (-held.count(action.card[0]), *_worth(action.card)))
    if calls := [action for action in view.legal if isinstance(action, engine.Call)]:
        return _lowest_call(view, calls)
    raise ValueError("the seat has nothing to do")


def _lowest_call(view: engine.View, calls: list[engine.Call]) -> engine.Call:
    """Return the lowest number in the longest suit, or the lowest call there is."""
    by_text = {action.call: action for action in calls}
    number = calls[0].call.rstrip("".join(SUITS) + "NTP")
    held = [card[0] for card in view.hand]
    for suit in sorted(SUITS, key=held.count, reverse=True):
        if (text := f"{number}{suit}") in by_text:
            return by_text[text]
    return calls[0]


def _worth(card: str) -> tuple[int, int]:
    """Order cards from the one of least points and rank."""
    return RANK_POINTS.get(card[1], 0), -RANKS.index(card[1])
