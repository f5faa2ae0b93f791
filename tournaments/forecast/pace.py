"""The pace of an event: how long a hand takes, measured from its games. Pure."""

from collections.abc import Iterable
from itertools import accumulate
from typing import Final

from msgspec import Struct

PRIOR_HANDS: Final = 12
"""The usual pace weighs as much as so many hands of the event."""
_SECONDS_A_PLAYER: Final = {"28": 45, "56": 50}
_HANDS: Final = {"28": 12, "56": 18}
"""The hands of a game that is played to the end of its rule set, before any is known."""


class Stretch(Struct, frozen=True):
    """Hands that were played at one table, and the seconds that they took together."""

    hands: int
    seconds: float


class Pace(Struct, frozen=True):
    """How long a hand takes.

    Attributes:
        seconds: Of a hand, with the deal.
        hands: The hands of the event that it was measured from; 0: it is the usual pace of the rule set.
    """

    seconds: float
    hands: int = 0


def usual_seconds(family: str, players: int) -> float:
    """Return the seconds that a hand usually takes in a family of rules, before anything is measured."""
    return float(_SECONDS_A_PLAYER.get(family, 45) * players)


def usual_hands(family: str) -> int:
    """Return the hands of a game without a set number of them, before any such game of the event is over."""
    return _HANDS.get(family, 12)


def pace_of(stretches: Iterable[Stretch], usual: float) -> Pace:
    """Return the pace of an event: the median of its tables, each as heavy as its hands, drawn towards the usual pace.

    A table that stood still moves a median little, and a table that stands still now is not in it: a stretch ends with
    a hand. It never becomes shorter when a stretch becomes longer.

    Args:
        stretches: What was played; those without hands or time are passed over.
        usual: The seconds of a hand as long as nothing is known.
    """
    known = sorted((one.seconds / one.hands, one.hands) for one in stretches if one.hands > 0 and one.seconds > 0)
    hands = sum(weight for _seconds, weight in known)
    if not hands:
        return Pace(usual)
    sums = accumulate(weight for _seconds, weight in known)
    median = next(seconds for (seconds, _weight), total in zip(known, sums, strict=True) if 2 * total >= hands)
    return Pace((median * hands + usual * PRIOR_HANDS) / (hands + PRIOR_HANDS), hands)
