"""The port by which the ledger asks which games are disputed; the app of the games registers its answer."""

from collections.abc import Callable, Collection
from uuid import UUID

from clubs.models import Club

Find = Callable[[Club], Collection[UUID]]
_FINDERS: list[Find] = []


def register(find: Find) -> None:
    """Register what returns the ids of the disputed games of a club."""
    _FINDERS.append(find)


def games_in_dispute(club: Club) -> frozenset[UUID]:
    """Return the ids of the games of a club whose results are disputed and may change."""
    return frozenset(game for find in _FINDERS for game in find(club))
