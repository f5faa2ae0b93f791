"""The state of a table, folded from its stream, and kept so that the next action need not read the stream again.

What is kept is never the truth: it is asked for at the version of the table's row and read on where it lags behind, and
an append by a writer that was behind is a conflict. Only committed events get into it.
"""

from collections import OrderedDict
from threading import Lock
from uuid import UUID

from django.db import connection

from games import store
from games.errors import UnknownTable
from games.table import TableState, fold_all

KEPT = 512
_states: OrderedDict[UUID, TableState] = OrderedDict()
_lock = Lock()


def find_kept(table_id: UUID) -> TableState | None:
    """Return the table as this process last knew it, or None. It may be behind."""
    with _lock:
        state = _states.get(table_id)
        if state is not None:
            _states.move_to_end(table_id)
        return state


def keep(state: TableState) -> None:
    """Keep a state that is committed, unless a later one is kept already."""
    with _lock:
        known = _states.get(state.stream)
        if known is None or known.version < state.version:
            _states[state.stream] = state
        _states.move_to_end(state.stream)
        while len(_states) > KEPT:
            _states.popitem(last=False)


def forget_all() -> None:
    """Forget every state, as a new process would."""
    with _lock:
        _states.clear()


def load_state(table_id: UUID, version: int | None = None) -> TableState:
    """Return the table as its stream has it now.

    Args:
        table_id: The table's id.
        version: A version that is known to be reached; a kept state of it, or a later one, is good enough.

    Raises:
        UnknownTable: There is no such stream.
    """
    kept = find_kept(table_id)
    if kept is not None and version is not None and kept.version >= version:
        return kept
    state = fold_all(kept, store.load(table_id, after=kept.version if kept else 0))
    if state is None:
        raise UnknownTable()
    # Within a transaction some of what was read may be its own, and not be committed in the end.
    if state is not kept and not connection.in_atomic_block:
        keep(state)
    return state
