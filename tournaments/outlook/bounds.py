"""The bound: each entrant's fewest and most points on its own, as if no match had two sides.

It is sound but not sharp: an entrant that it calls safe or out is so, one that it calls live may be safe or out,
because two rivals that meet cannot both win. It needs no pairings, so it is the answer for a Swiss, and it takes time
linear in the number of entrants and open matches.
"""

from collections.abc import Iterable

from tournaments.outlook.position import Position
from tournaments.outlook.values import LIVE, OUT, SAFE


def bound(position: Position, entrant: int, places: int) -> str:
    """Return the verdict on an entrant by fewest and most points alone.

    Args:
        entrant: Its number in the position.
        places: The number of qualifying places, from 1.
    """
    lowest, highest = position.lowest(), position.highest()
    rivals = position.rivals - {entrant}
    if _count(highest[rival] >= lowest[entrant] for rival in rivals) < places:
        return SAFE
    if _count(lowest[rival] > highest[entrant] for rival in rivals) >= places:
        return OUT
    return LIVE


def too_few(position: Position, entrant: int, places: int) -> int | None:
    """Return the highest total of points, scaled, that the bound does not call safe; None: every total is safe.

    It is the most points of the rival that stands on the last qualifying place by most points.
    """
    highest = position.highest()
    rivals = sorted((highest[rival] for rival in position.rivals - {entrant}), reverse=True)
    return rivals[places - 1] if places <= len(rivals) else None


def _count(cases: Iterable[bool]) -> int:
    return sum(cases)
