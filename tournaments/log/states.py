"""The states of tournaments, folded from their streams; the latest are kept, so that a deed reads only what is new.

What is kept is never authoritative: it catches up with the log before it is used, and an append by a stale writer is a
conflict. Only committed events get into it.
"""

from bisect import bisect_right
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from clubs.base.kept import Kept
from games import store
from tournaments.events.opening import DeedUndone
from tournaments.log.errors import UnknownTournament
from tournaments.state.folding import fold_all
from tournaments.state.tournament import TournamentState
from tournaments.state.undoing import live

MAX_KEPT = 64
_states: Kept[UUID, TournamentState] = Kept(MAX_KEPT, lambda state: state.version)


def current(stream: UUID) -> TournamentState:
    """Return a tournament as it is now.

    Raises:
        UnknownTournament: There is no such stream.
    """
    kept = _states.find(stream)
    new = store.load(stream, after=kept.version if kept is not None else 0)
    state = following(kept, new)
    if state is None:
        raise UnknownTournament
    # Within a transaction some of the events read may be its own, and not be committed in the end.
    if state is not kept and not connection.in_atomic_block:
        keep(state)
    return state


def following(state: TournamentState | None, new: Sequence[store.StoredEvent]) -> TournamentState | None:
    """Return a state after more events of its stream; where one of them undoes others, the stream is read again."""
    if state is not None and any(isinstance(one.event, DeedUndone) for one in new):
        return fold_all(None, live(_up_to(store.load(state.stream), new[-1].version)))
    if not new:
        return state
    return fold_all(state, live(new))


def at_version(stream: UUID, version: int) -> TournamentState:
    """Return a tournament as it was at a version of its stream.

    Raises:
        UnknownTournament: There is no such stream, or it never was at this version.
    """
    stored = store.load(stream)
    if not 1 <= version <= len(stored):
        raise UnknownTournament
    return _folded(_up_to(stored, version))


def at_time(stream: UUID, moment: datetime) -> TournamentState:
    """Return a tournament as it was at a moment.

    Raises:
        UnknownTournament: There is no such stream, or it began later.
    """
    stored = store.load(stream)
    count = bisect_right([one.recorded_at for one in stored], moment)
    if not count:
        raise UnknownTournament
    return _folded(stored[:count])


def keep(state: TournamentState) -> None:
    """Keep a committed state, unless a later one is kept already."""
    _states.keep(state.stream, state)


def forget_all() -> None:
    """Forget every state, as a new process would."""
    _states.forget_all()


def _up_to(stored: Sequence[Any], version: int) -> Sequence[Any]:
    return [one for one in stored if one.version <= version]


def _folded(stored: Sequence[Any]) -> TournamentState:
    state = fold_all(None, live(stored))
    assert state is not None
    return state
