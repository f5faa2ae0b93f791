"""What the bot calls in 56."""

import engine
from engine.cards import SUITS
from games.bots.knowledge import seat_of


def choose_call(view: engine.View) -> engine.Action:
    """Return the call that the bot makes.

    Args:
        view: The view of the seat whose turn it is.
    """
    seat = seat_of(view)
    for action in view.legal:
        if isinstance(action, engine.Redeal):
            return action
    calls = {action.call: action for action in view.legal if isinstance(action, engine.Call)}
    if view.bid is None or (view.bid == 28 and view.denomination == "NT"):
        lowest = 28 if view.bid is None else 29
        best = max(SUITS, key=lambda suit: (suit + "J" in view.hand, sum(card[0] == suit for card in view.hand)))
        length = sum(card[0] == best for card in view.hand)
        if length >= 4 and best + "J" in view.hand and f"{lowest}{best}" in calls:
            return calls[f"{lowest}{best}"]
    passing = engine.Pass(seat)
    return passing if passing in view.legal else calls["28P"]
