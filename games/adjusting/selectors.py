"""Queries about adjusted results: what stands, how hands count now, and what they were."""

from uuid import UUID

from games import store
from games.events.adjusting import ResultAdjusted
from games.rescoring.reading import ADJUSTING
from games.rescoring.recount import Recount, recount

_TYPES = tuple(kind.__name__ for kind in ADJUSTING)


def adjusted(game: UUID) -> Recount | None:
    """Return a game with its adjustments: all of them, those that stand, and its hands before and after.

    Args:
        game: The id of a table or a score sheet; of a running game its hands so far.

    Returns:
        The game; None where there is no such game, or no hand of it was dealt.
    """
    return recount(store.load(game, opened=False))


def is_adjusted(game: UUID) -> bool:
    """Tell whether an adjustment of a game stands."""
    left: set[int] = set()
    for one in store.load(game, opened=False, only=_TYPES):
        if isinstance(one.event, ResultAdjusted):
            left.add(one.event.adjustment)
        elif one.event is not None:
            left.discard(one.event.adjustment)
    return bool(left)
