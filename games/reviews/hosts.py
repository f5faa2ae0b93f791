"""The port to what stands above games: whether a game belongs to an event that is still running."""

from collections.abc import Callable
from typing import Final, TypeAlias
from uuid import UUID

Runs: TypeAlias = Callable[[UUID], bool]
"""Tells of the id of a table whether its game belongs to an event that is not over, or not published yet."""

_sources: Final[list[Runs]] = []


def register_running(runs: Runs) -> None:
    """Register how a running event is found by one of its games."""
    if runs not in _sources:
        _sources.append(runs)


def belongs_to_running(game_id: UUID) -> bool:
    """Return whether a game belongs to a running event."""
    return any(runs(game_id) for runs in _sources)
