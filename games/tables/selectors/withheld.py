"""Games whose results not everybody may know yet, as the apps above say: no public list of results has them."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Q

Source = Callable[[], Iterable[tuple[datetime, UUID]]]
"""Returns the streams of games, each with the time from which on what it came to is withheld."""

_sources: Final[list[Source]] = []


def withheld_by(source: Source) -> None:
    """Register what withholds results of games for a time."""
    _sources.append(source)


def withheld_games() -> dict[UUID, datetime]:
    """Return the streams of games, each with the time: a game that has ended since is in no list."""
    return {stream: since for source in _sources for since, stream in source()}


def is_withheld(stream: str) -> Q:
    """Return the filter for ended games that are withheld; `stream` is the path to a game's stream."""
    by_time: dict[datetime, list[UUID]] = {}
    for one, since in withheld_games().items():
        by_time.setdefault(since, []).append(one)
    found = Q(pk__in=())
    for since, streams in by_time.items():
        found |= Q(**{f"{stream}__in": streams}, ended_at__gt=since)
    return found
