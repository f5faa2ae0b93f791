"""The whole proof, in one moment of the database: the log against the ledger, and the ledger against its balances."""

import os
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from multiprocessing import get_context
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import connection, transaction

from clubs.models import Club, Season
from games.models import LANES
from games.stakes.proof.faults import Fault
from games.stakes.proof.lanes import Slice, prove_lanes

WORTH_A_PROCESS: Final = 50_000
"""For fewer events than this another process takes longer to begin than it saves."""

OVERDUE: Final = timedelta(minutes=5)
"""An event that waits for its entry so long is a fault: the projection does not get on."""

_BOUNDS: Final = """
    SELECT c.lane, c.pos, c.failed_pos, c.error FROM games_projectioncheckpoint c
    JOIN games_projectionrun r ON r.id = c.run_id WHERE r.name = 'stakes' AND r.status = 'serving'
"""
_WAITING: Final = """
    SELECT stream, version, recorded_at < now() - %s FROM games_event
    WHERE lane = %s AND pos > %s ORDER BY pos LIMIT 1
"""
_BALANCES: Final = (
    "SELECT season_id, account_id, amount FROM clubs_ledgerbalance WHERE %s::uuid IS NULL OR club_id = %s"
)
_SEASONS: Final = """
    SELECT e.id, e.stream, e.version, e.season_id, s.club_id <> e.club_id, s.name FROM clubs_ledgerentry e
    JOIN clubs_season s ON s.id = e.season_id
    WHERE (%s::uuid IS NULL OR e.club_id = %s)
    AND (s.club_id <> e.club_id OR e.kind = 'game' AND NOT e.late AND e.day NOT BETWEEN s.begins AND s.ends)
    ORDER BY e.id
"""


class Proof(NamedTuple):
    """The findings of a proof.

    Attributes:
        faults: The errors found.
        events: The number of events read.
        entries: The number of entries read.
        balances: The number of stored balances compared.
        waiting: The number of lanes with events that are still to be posted.
    """

    faults: list[Fault]
    events: int
    entries: int
    balances: int
    waiting: int


def prove(*, club: Club | None = None, season: Season | None = None, processes: int | None = None) -> Proof:
    """Prove the ledger: each entry adds up to 0, balances are the sums of postings, and games match the log.

    Args:
        club: Only this club's.
        season: Only what is wrong in this season of a club, or in none.
        processes: The number of reading processes; None: as many as there are processors, for a large log.
    """
    if season is not None:
        club = season.club
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        (snapshot,) = cursor.fetchone()
        bounds, faults, waiting = _bounds(cursor)
        slices = _read(snapshot, bounds, club, _processes(cursor, processes))
        totals: dict[tuple[str | None, int], int] = {}
        for one in slices:
            faults += one.faults
            for key, amount in one.totals.items():
                totals[key] = totals.get(key, 0) + amount
        balances, wrong = _compare_balances(cursor, totals, club)
        faults += wrong + _compare_seasons(cursor, club)
    if season is not None:
        faults = [fault for fault in faults if fault.season in (None, str(season.pk))]
    events, entries = sum(one.events for one in slices), sum(one.entries for one in slices)
    return Proof(faults, events, entries, balances, waiting)


def _bounds(cursor: Any) -> tuple[dict[int, int], list[Fault], int]:
    """Return the posted position of each lane, the reason of a delay, and the number of waiting lanes."""
    cursor.execute(_BOUNDS)
    checkpoints = {lane: (pos, failed_pos, error) for lane, pos, failed_pos, error in cursor.fetchall()}
    faults, waiting = [], 0
    for lane in range(LANES):
        pos, failed_pos, error = checkpoints.get(lane, (0, None, ""))
        if failed_pos is not None:
            faults.append(Fault("stopped", f"lane {lane} stopped at position {failed_pos}: {error}"))
        cursor.execute(_WAITING, [OVERDUE, lane, pos])
        first = cursor.fetchone()
        waiting += first is not None
        if first is not None and first[2] and failed_pos is None:
            faults.append(Fault("waiting", "it waits for the ledger too long", event=f"{first[0]}/{first[1]}"))
    return {lane: pos for lane, (pos, _, _) in checkpoints.items()}, faults, waiting


def _processes(cursor: Any, wanted: int | None) -> int:
    """Return the number of reading processes."""
    if wanted is not None:
        return max(1, min(wanted, LANES))
    cursor.execute("SELECT reltuples FROM pg_class WHERE oid = 'games_event'::regclass")
    (events,) = cursor.fetchone()
    return 1 if events < WORTH_A_PROCESS else min(os.cpu_count() or 1, LANES)


def _read(snapshot: str, bounds: dict[int, int], club: Club | None, processes: int) -> list[Slice]:
    """Read the log and the ledger, each process some of the lanes."""
    conninfo = _conninfo()
    shares = [range(first, LANES, processes) for first in range(processes)]
    only = None if club is None else str(club.pk)
    if processes == 1:
        return [prove_lanes(conninfo, snapshot, shares[0], bounds, club=only)]
    # A process of its own begins anew: it shares neither connection nor settings with this one.
    named = settings.SETTINGS_MODULE
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        work = [
            pool.submit(
                prove_lanes, conninfo, snapshot, tuple(share), bounds, deeds=not first, club=only, configured=named
            )
            for first, share in enumerate(shares)
        ]
        return [one.result() for one in work]


def _conninfo() -> dict[str, Any]:
    """Return how to reach the database, as plain values."""
    said = connection.get_connection_params()
    return {name: value for name, value in said.items() if isinstance(value, str | int) and value}


def _compare_balances(
    cursor: Any, totals: dict[tuple[str | None, int], int], club: Club | None
) -> tuple[int, list[Fault]]:
    """Return the number of stored balances, and those that differ from the sum of the postings."""
    cursor.execute(_BALANCES, [club and club.pk, club and club.pk])
    kept = {(season and str(season), account): amount for season, account, amount in cursor.fetchall()}
    faults = []
    for season, account in sorted({*totals, *kept}, key=str):
        amount, total = kept.get((season, account), 0), totals.get((season, account), 0)
        if amount != total:
            where = f"in season {season}" if season else "between seasons"
            what = f"account {account} {where}: {amount:+} is kept, and its postings come to {total:+}"
            faults.append(Fault("balance", what, season=season))
    return len(kept), faults


def _compare_seasons(cursor: Any, club: Club | None) -> list[Fault]:
    """Return the entries that stand in a season that is not theirs."""
    cursor.execute(_SEASONS, [club and club.pk, club and club.pk])
    faults = []
    for entry, stream, version, season, of_other, name in cursor.fetchall():
        what = "it stands in a season of another club" if of_other else f"its day is not of the season {name}"
        faults.append(Fault("other-season", what, entry, f"{stream}/{version}" if stream else "", str(season)))
    return faults
