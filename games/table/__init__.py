"""A live table as its events make it: who sits where, the game, the clocks, the promised deal. Pure.

`fold` applies one stored event; the state of a table is whatever folding its stream gives. The clock is derived from
when events were recorded, so nothing about time has to be stored beside them.

A `TableState` holds every card. It says nothing of itself when printed, so that no log and no error page shows one.
"""

from games.table.folding import fold, fold_all
from games.table.state import (
    ABANDONED_AFTER,
    OPENING_SECONDS,
    PAUSE_LASTS,
    TIMEOUTS_UNTIL_AWAY,
    WAITING_LASTS,
    Note,
    SeatState,
    Shown,
    TableState,
    pack_of,
)

__all__ = [
    "ABANDONED_AFTER",
    "OPENING_SECONDS",
    "PAUSE_LASTS",
    "TIMEOUTS_UNTIL_AWAY",
    "WAITING_LASTS",
    "Note",
    "SeatState",
    "Shown",
    "TableState",
    "fold",
    "fold_all",
    "pack_of",
]
