"""The bot for 56: it calls by the conventions of its rule set and plays for its side.

    auction     what it calls: `engine.conventions` read both ways
    strength    what a side may take, from what its players have shown
    play        which card it plays
    sight       what is still out, and with whom

It sees nothing but its seat's view, does the same every time for the same view, and never claims.
"""

import engine
from games.bots.choice import Choice
from games.bots.fiftysix.auction import choose_call
from games.bots.fiftysix.play import decide_card


def choose56(view: engine.View) -> engine.Action:
    """Return the bot's action for the view of its seat.

    Args:
        view: The view of a seat whose turn it is, of any rule set of 56.

    Raises:
        ValueError: The seat has nothing to do.
    """
    return decide56(view).action


def decide56(view: engine.View) -> Choice:
    """Return the bot's action and its reason.

    Args:
        view: The view of the seat whose turn it is, of any rule set of 56.

    Raises:
        ValueError: The seat has nothing to do.
    """
    if not view.legal or view.seat not in view.to_act:
        raise ValueError("the seat has nothing to do")
    return decide_card(view) if view.phase == "play" else choose_call(view)


__all__ = ["choose56", "decide56"]
