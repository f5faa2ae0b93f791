"""A bot's choice with its reason, which is given by the branch that chose; and the outcome of a sample played out."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import engine


class Choice(NamedTuple):
    """An action with its reason.

    Attributes:
        action: The bot's action.
        why: The code of the reason; `games.practice.hints` has the sentence for each.
        facts: The values that the sentence names: nothing that the seat may not know.
    """

    action: engine.Action
    why: str
    facts: Mapping[str, Any] = MappingProxyType({})


class Outcome(NamedTuple):
    """A sample played out to its last card, for the side of a seat.

    Attributes:
        worth: Its value in game points, or stake points in 56, and a little for card points.
        won: The side wins the hand.
        points: The card points of the side.
    """

    worth: float
    won: bool
    points: int
