"""The baseline: any legal action, each as likely as another. It never concedes, or no hand would be played out."""

import random

import engine


def choose(view: engine.View, chance: random.Random) -> engine.Action:
    """Return one of the seat's legal actions, concessions left out.

    Raises:
        ValueError: The seat has nothing to do.
    """
    actions = [action for action in view.legal if not isinstance(action, engine.Concede)]
    if not actions:
        raise ValueError("the seat has nothing to do")
    return chance.choice(actions)
