"""Ending a game before its rules do, as a tournament does: by the time, or because its match is decided."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from games.events import tables as events
from games.tables.services.recording import change
from games.tables.services.rounds import early_end
from games.tables.state.table import TableState


def end_game(*, table_id: UUID, at_once: bool, command: UUID, now: datetime | None = None) -> int:
    """End a game. The call is idempotent: a game that is over stays as it ended.

    By the time the running hand is played to its end; then, or at once between two hands, the game is over at the score
    as it stands, and a table without a hand is closed. `at_once` closes the table without a result: the running hand is
    cancelled and its cards are shown to nobody. What earlier hands have moved in the club stays moved.

    Returns:
        The table's version.

    Raises:
        UnknownTable: There is no such table.
    """

    def decide(state: TableState, at: datetime) -> Sequence[Any]:
        if state.ended_at is not None or (state.stopped and not at_once):
            return []
        stopped = events.GameStopped(at_once=at_once)
        return [stopped] if at_once or state.is_running else [stopped, early_end(state)]

    return change(table_id=table_id, decide=decide, command=command, now=now)
