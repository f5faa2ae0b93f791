"""Several sheets at a glance, for a scorer of several tables: the running hand, the totals, and what waits."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from clubs.models import Player
from clubs.people.selectors import ids_of
from engine.reckoning import standing_of_tally
from games import store
from games.models import Sheet, SheetSeat
from games.rescoring.recount import recount
from games.sheets.page import title_of
from games.sheets.selectors import load_state
from games.sheets.waiting import DIFFERS, SIDE, open_hands


@dataclass(frozen=True, slots=True)
class Glance:
    """A sheet at a glance.

    Attributes:
        hand: The number of the running hand.
        total: Each side's stakes, base cards or score as they count now.
        differing: The hands whose reports differ.
        adjusted: A ruling has changed how a hand counts.
        since: Since when a hand waits for the report of another side; None if none does.
    """

    hand: int
    total: tuple[int, ...]
    differing: tuple[int, ...]
    adjusted: bool
    since: datetime | None


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of the list of sheets."""

    row: Sheet
    title: str
    glance: Glance


def listed_sheets(readable: QuerySet[Sheet], player: Player, *, show: str, club: str) -> QuerySet[Sheet]:
    """Return the sheets of a list.

    Args:
        readable: The sheets that the player may read.
        player: The player who reads the list.
        show: `mine` for those that the player opened or sits at, `open` for the running ones, else all.
        club: The slug of a club; empty for all.
    """
    if club:
        readable = readable.filter(club__slug=club)
    if show == "open":
        return readable.filter(status=Sheet.Status.OPEN)
    if show == "mine":
        sat = SheetSeat.objects.filter(player__in=ids_of(player))
        return readable.filter(Q(opened_by=player) | Q(pk__in=sat.values("sheet")))
    return readable


def sheet_rows(sheets: Iterable[Sheet]) -> list[SheetRow]:
    """Return the lines of a list of sheets, those with reports that differ first."""
    rows = [SheetRow(row, title_of(row), _glance(row.pk, row.version)) for row in sheets]
    return sorted(rows, key=lambda row: not row.glance.differing)


@lru_cache(maxsize=512)
def _glance(sheet_id: UUID, version: int) -> Glance:
    """Return a sheet at a glance; it is the same as long as its version is."""
    state: Any = load_state(sheet_id)
    waiting = open_hands(state)
    counts = recount(store.load(sheet_id, opened=False)) if state.adjustments else None
    return Glance(
        hand=state.sheet.running.hand,
        total=tuple(standing_of_tally(state.sheet.running) if counts is None else counts.after.standing),
        differing=tuple(hand.number for hand in waiting if hand.kind == DIFFERS),
        adjusted=bool(state.adjustments),
        since=min((hand.since for hand in waiting if hand.kind == SIDE and hand.since is not None), default=None),
    )
