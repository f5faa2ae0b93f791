"""Notices to absent players whose turn it is: one a turn, withdrawn once the player has acted.

The clock's beat sends them, so that no action at a table takes longer for it: the index of due tables has the tables
with a running clock, Redis has the connections, and a table is read only if one of its players is missing.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.utils import timezone

from clubs.base.isolation import run_each
from clubs.models import Notice
from clubs.notices.services.telling import notify, withdraw
from games.models import Seat, Table
from games.tables import presence
from games.tables.notices import moment_key, path_of_table, people
from games.tables.selectors.states import load_state
from games.tables.state.table import TableState

logger = logging.getLogger("lelam.tables")

YOUR_TURN: Final = "your-turn"
TABLE_WAITS: Final = "table-waits"
AWAY: Final = timedelta(seconds=10)
"""The time until an absent player is notified: one who only changes the page is back by then."""
_BEGUN: Final = timedelta(minutes=2)
"""The time after the start of a game in which absent players are notified of it."""
_MOST = 2000


def tell_who_is_waited_for(*, now: datetime | None = None) -> int:
    """Notify the absent players whose turn it is, and withdraw notices of turns that are over.

    Without presence data nobody is notified.

    Returns:
        The number of players notified.
    """
    at = now or timezone.now()
    told_of = _take_back()
    running = Table.objects.filter(status=Table.Status.PLAYING, due_at__gt=at).order_by("due_at")
    versions = dict(running.values_list("pk", "version")[:_MOST])
    seats = Seat.objects.filter(table__in=versions, player__user__isnull=False).values_list("table_id", "player_id")
    sitting: dict[UUID, set[str]] = {}
    for table_id, player_id in seats:
        sitting.setdefault(table_id, set()).add(str(player_id))
    there = presence.present_at(list(sitting)) if sitting else {}
    if there is None:
        return 0
    missing = {table_id: players - there[table_id] for table_id, players in sitting.items()}
    # A table without news since its last notice needs no other.
    tables = [each for each, players in missing.items() if players and told_of.get(each) != versions[each]]
    told = run_each(
        tables,
        lambda table_id: _tell(load_state(table_id, versions[table_id]), missing[table_id], at),
        task="The notices of a table that waits",
        logger=logger,
    )
    return sum(told.results)


def is_waited_for(notice: Notice) -> bool:
    """Tell whether the turn of a notice still waits for its player, who is not at the table yet."""
    table_id = UUID(str(notice.details["table"]))
    if str(notice.player_id) in presence.present(table_id):
        return False
    return _waits(notice, Table.objects.filter(pk=table_id).values_list("version", "status").first())


def awaited(state: TableState) -> dict[int, datetime]:
    """Return the seats whose players a table waits for, with the time since when."""
    if state.status != "playing":
        return {}
    if state.claim is not None:
        return {seat: state.claim.since for seat in state.answering if state.seats[seat].attended}
    turn = state.turn
    return {turn: state.since} if turn is not None and state.seats[turn].attended else {}


def _tell(state: TableState, missing: Iterable[str], now: datetime) -> int:
    """Notify the missing players whose turn it is, and all of them if the game has just begun."""
    told = 0
    wanted = set(missing)
    for seat, since in awaited(state).items():
        player = state.seats[seat].player
        if player in wanted and since + AWAY <= now:
            told += notify(
                players=people([player]),
                kind=YOUR_TURN,
                path=path_of_table(state.stream),
                key=_key(state, seat, since),
                details={"table": state.stream, "version": state.version},
                now=now,
            )
    began = state.began_at
    # The last player to sit down is there; a table that was full when it was opened surprises nobody.
    if began is not None and state.hand == 1 and began > state.opened_at and now - _BEGUN <= began <= now - AWAY / 3:
        waiting = [seat.player for seat in state.seats if seat.attended and seat.player in wanted]
        told += notify(
            players=people(waiting),
            kind=TABLE_WAITS,
            path=path_of_table(state.stream),
            key=str(state.stream),
            details={"table": state.stream},
            now=now,
        )
    return told


def _take_back() -> dict[UUID, int]:
    """Withdraw the notices of turns that are over.

    Returns:
        The tables of the turns that still wait, with the version of their notice.
    """
    notices = list(Notice.objects.filter(kind=YOUR_TURN)[:_MOST])
    tables = {UUID(str(notice.details["table"])) for notice in notices}
    rows = {pk: (version, status) for pk, version, status in Table.objects.filter(pk__in=tables).values_list(
        "pk", "version", "status"
    )}  # fmt: skip
    waiting: dict[UUID, int] = {}

    def look(notice: Notice) -> None:
        table_id = UUID(str(notice.details["table"]))
        if _waits(notice, rows.get(table_id)):
            waiting[table_id] = int(notice.details["version"])
        else:
            withdraw(kind=YOUR_TURN, key=notice.key, players=[notice.player_id])

    run_each(
        notices, look, task="The check of a turn that was told", name=lambda notice: notice.pk, logger=logger
    )  # fmt: skip
    return waiting


def _waits(notice: Notice, row: tuple[int, str] | None) -> bool:
    """Tell whether a turn still waits, given the version and status of its table."""
    if row is None or row[1] != Table.Status.PLAYING:
        return False
    if row[0] == notice.details["version"]:
        return True
    state = load_state(UUID(str(notice.details["table"])), row[0])
    return any(_key(state, seat, since) == notice.key for seat, since in awaited(state).items())


def _key(state: TableState, seat: int, since: datetime) -> str:
    """Return the key of a turn: its table, its seat and when it began."""
    return f"{state.stream}:{seat}:{moment_key(since)}"
