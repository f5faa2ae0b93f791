"""Exporting games as records, one a line: finished hands of tables, and sheets written down card by card."""

from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec
from django.db import transaction
from django.db.models import Q, QuerySet

import engine
from clubs.models import Club, Player
from clubs.officers.acts import note_act
from clubs.officers.permissions import require
from clubs.people.selectors import ids_of
from games import store
from games.hands.history import record_of
from games.hands.sheet_records import record_of_sheet
from games.models import Sheet, Table
from games.records.reading import is_sound
from games.sheets.selectors import load_state, visible_sheets
from games.sheets.state import SheetState
from games.tables.selectors.access import visible

AT_ONCE: Final = 100
"""So many games are looked up at a time."""
PERMISSION: Final = "export_data"


class Selection(msgspec.Struct, frozen=True, kw_only=True):
    """The games to be exported.

    Attributes:
        club: Those of this club; None for all.
        games: Those of these ids; empty for all.
        player: Those in which this player has a seat.
        since: Those begun on this day or later, where the club is (UTC for all clubs).
        until: Those begun on this day or earlier.
        rules: Those by this rule set.
        finished: Only finished ones.
        viewer: Those that this player may see; None for all, as the operator of a server.
    """

    club: Club | None = None
    games: tuple[UUID, ...] = ()
    player: Player | None = None
    since: date | None = None
    until: date | None = None
    rules: str = ""
    finished: bool = False
    viewer: Player | None = None


def tables_of(selection: Selection) -> QuerySet[Table]:
    """Return the tables of a selection, in the order in which they were opened."""
    rows = Table.objects.filter(_wanted(selection)).order_by("number")
    if selection.viewer is not None:
        rows = rows.filter(visible(selection.viewer))
    if selection.player is not None:
        rows = rows.filter(pk__in=Table.objects.filter(seats__player__in=ids_of(selection.player)).values("pk"))
    if selection.finished:
        rows = rows.filter(status=Table.Status.FINISHED)
    return rows.filter(hand_number__gt=0)


def sheets_of(selection: Selection) -> QuerySet[Sheet]:
    """Return the score sheets of a selection, in the order in which they were opened."""
    rows = Sheet.objects.filter(_wanted(selection), hands__gt=0).order_by("created_at", "pk")
    if selection.viewer is not None:
        rows = rows.filter(pk__in=visible_sheets(selection.viewer).order_by().values("pk"))
    if selection.player is not None:
        rows = rows.filter(pk__in=Sheet.objects.filter(seats__player__in=ids_of(selection.player)).values("pk"))
    if selection.finished:
        rows = rows.filter(status=Sheet.Status.FINISHED)
    return rows


def record_lines(selection: Selection, left_out: Callable[[Sheet], None] = lambda sheet: None) -> Iterator[bytes]:
    """Yield the records of a selection, each a line of JSON with its line feed, read lazily.

    Args:
        selection: The games.
        left_out: Called with each sheet of which a hand is not written down card by card, or that the
            auditor does not confirm.
    """
    last: Any = -1
    while tables := list(tables_of(selection).filter(number__gt=last)[:AT_ONCE]):
        last = tables[-1].number
        for table in tables:
            record = record_of(store.load(table.pk))
            if record.hands:
                yield engine.encode_record(record) + b"\n"
    after = Q()
    while sheets := list(sheets_of(selection).filter(after)[:AT_ONCE]):
        last = sheets[-1]
        after = Q(created_at__gt=last.created_at) | Q(created_at=last.created_at, pk__gt=last.pk)
        for sheet in sheets:
            line = _line_of(sheet)
            if line is None:
                left_out(sheet)
            else:
                yield line + b"\n"


def give_out(*, by: Player, selection: Selection) -> Iterator[bytes]:
    """Export records of a club for an officer, noted in the officers' log.

    Raises:
        NotAllowed: `by` may not export files.
        ValueError: The selection is none of a club, or not what `by` may see.
    """
    if selection.club is None or selection.viewer != by:
        raise ValueError("an officer exports what may be seen of one club")
    require(by, PERMISSION, selection.club)
    with transaction.atomic():
        note_act(club=selection.club, actor=by, action="data.exported", details={"kind": "records"})
    return record_lines(selection)


def sheet_record(sheet: Sheet, state: SheetState) -> engine.Record | None:
    """Return the record of the decided hands of a sheet; None where one is not written down card by card.

    The claimed results are those of the sheet.
    """
    if any(state.facts_of(number).record is None for number in state.hands):
        return None
    names = (sheet.names + [""] * state.rules.players)[: state.rules.players]
    return record_of_sheet(state, names)


def _line_of(sheet: Sheet) -> bytes | None:
    record = sheet_record(sheet, load_state(sheet.pk))
    if record is None or not is_sound(engine.audit(record), record):
        return None
    return engine.encode_record(record)


def _wanted(selection: Selection) -> Q:
    zone = ZoneInfo(selection.club.time_zone if selection.club is not None else "UTC")
    wanted = Q()
    if selection.club is not None:
        wanted &= Q(club=selection.club)
    if selection.games:
        wanted &= Q(pk__in=selection.games)
    if selection.rules:
        wanted &= Q(rules=selection.rules)
    if selection.since is not None:
        wanted &= Q(created_at__gte=datetime.combine(selection.since, time(), zone))
    if selection.until is not None:
        wanted &= Q(created_at__lt=datetime.combine(selection.until, time(), zone) + timedelta(days=1))
    return wanted
