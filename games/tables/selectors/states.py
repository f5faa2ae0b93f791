"""A cache of table states, folded from their streams, so that the next action need not read the stream again.

The cache is never authoritative: it is queried at the version of the table's row and catches up where it lags behind,
and an append by a stale writer is a conflict. Only committed events get into it.
"""

from uuid import UUID

from django.db import connection

from clubs.base.kept import Kept
from games import store
from games.errors import UnknownTable
from games.tables.state.folding import fold_all
from games.tables.state.table import TableState

MAX_KEPT = 512
_states: Kept[UUID, TableState] = Kept(MAX_KEPT, lambda state: state.version)


def find_kept(table_id: UUID) -> TableState | None:
    """Return the cached state of a table, or None. It may be behind."""
    return _states.find(table_id)


def keep(state: TableState) -> None:
    """Cache a committed state, unless a later one is cached already."""
    _states.keep(state.stream, state)


def forget_all() -> None:
    """Forget every state, as a new process would."""
    _states.forget_all()


def load_state(table_id: UUID, version: int | None = None) -> TableState:
    """Return the current state of a table.

    Args:
        table_id: The table's id.
        version: A version known to be reached; a cached state of it, or a later one, is good enough.

    Raises:
        UnknownTable: There is no such stream.
    """
    kept = find_kept(table_id)
    if kept is not None and version is not None and kept.version >= version:
        return kept
    state = fold_all(kept, store.load(table_id, after=kept.version if kept else 0))
    if state is None:
        raise UnknownTable()
    # Within a transaction some of the events read may be its own, and not be committed in the end.
    if state is not kept and not connection.in_atomic_block:
        keep(state)
    return state
