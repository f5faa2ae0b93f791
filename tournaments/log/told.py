"""The log of a tournament as it may be told to its staff: nothing that is sealed."""

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from games import store
from tournaments.state.taking_back import undone_together
from tournaments.state.tournament import TournamentState
from tournaments.state.undoing import deed_of, live


class Told(Struct, frozen=True):
    """An event of the log.

    Attributes:
        type: Its name.
        at: When it was appended.
        actor: The id of the player; empty: the server.
        command: The id of the command that it belongs to.
        undone: It counts no longer.
        members: Its members but the sealed ones.
    """

    version: int
    type: str
    at: datetime
    actor: str
    command: UUID
    undone: bool
    members: dict[str, Any]


def log_of(tournament: UUID, *, after: int = 0) -> tuple[Told, ...]:
    """Return the events of a tournament after a version in order; none where there is no such tournament.

    An undoing is later than what it undoes, so the last events alone say of each whether it counts.
    """
    stored = store.load(tournament, after=after, opened=False)
    counted = {one.version for one in live(stored)}
    return tuple(
        Told(
            version=one.version,
            type=one.type,
            at=one.recorded_at,
            actor=one.actor,
            command=one.command,
            undone=one.version not in counted,
            members=open_members(one.event),
        )
        for one in stored
    )


def is_needed(tournament: UUID, state: TournamentState, version: int) -> bool:
    """Tell whether later events stand on the command whose first event has a version: it is not undone before them."""
    if version == state.version:
        return False
    stored = live(store.load(tournament, after=version - 1))
    _deeds, standing = undone_together(state, stored, deed_of(stored, version))
    return bool(standing)


def open_members(event: Any) -> dict[str, Any]:
    """Return the members of an event but the sealed ones."""
    shown = (name for name in event.__struct_fields__ if name not in event.sealed_fields)
    return {name: msgspec.to_builtins(getattr(event, name)) for name in shown}
