"""The bots of the house. A bot is a function from the view of its seat to an action; it sees nothing else.

    choose          what a bot at a table does, in every game
    steady          plays every phase of 28 sensibly
    fiftysix        calls by the conventions of 56, and plays for its side
    strong          plays the cards of 28 better than steady, by sampling what it cannot see; it takes its time
    random_legal    anything that is legal: one baseline that others are measured against
    greedy          the simplest that means to win: the other baseline

`docs/reference/bots.md` says how they play and how well.
"""

import engine
from games.bots import steady
from games.bots.choice import Choice
from games.bots.fiftysix import decide56


def choose(view: engine.View) -> engine.Action:
    """Return the bot's action for the view of its seat; the same view always gives the same action.

    Args:
        view: The view of a seat whose turn it is, of any rule set.

    Raises:
        ValueError: The seat has nothing to do.
    """
    return decide(view).action


def decide(view: engine.View) -> Choice:
    """Return the bot's action and its reason: `choose` with the reason.

    Args:
        view: The view of a seat whose turn it is, of any rule set.

    Raises:
        ValueError: The seat has nothing to do.
    """
    if not view.legal or view.seat not in view.to_act:
        raise ValueError("the seat has nothing to do")
    return decide56(view) if names_suits(view) else steady.decide(view)


def names_suits(view: engine.View) -> bool:
    """Return whether calls name the trump in this game, as in 56, rather than fold it."""
    return view.denomination is not None or any(isinstance(action, engine.Call) for action in view.legal)


__all__ = ["Choice", "choose", "decide"]
