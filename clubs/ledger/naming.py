"""The names of the games behind ledger entries, told by the app that knows them."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from clubs.models import Club, Player


@dataclass(frozen=True, slots=True)
class NamedGame:
    """A game in a sentence, as a viewer may know it, and its page; an empty path: the viewer may not open it."""

    sentence: str
    path: str


Namer = Callable[[Club, Collection[UUID], Player | None], Mapping[UUID, NamedGame]]
"""Returns the games of some streams in a viewer's view; games that the viewer may not know of are left out."""

_NAMERS: list[Namer] = []


def register(namer: Namer) -> None:
    """Register what names the games of ledger entries."""
    if namer not in _NAMERS:
        _NAMERS.append(namer)


def games_named(club: Club, streams: Collection[UUID], viewer: Player | None) -> dict[UUID, NamedGame]:
    """Return the games of some streams by stream, in a viewer's view."""
    if not streams:
        return {}
    return {stream: game for namer in _NAMERS for stream, game in namer(club, streams, viewer).items()}
