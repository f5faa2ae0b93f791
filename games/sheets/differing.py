"""The hands of several sheets whose reports differ, for a desk that looks after many tables at once."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from clubs.base.kept import Kept
from games import store
from games.models import Sheet
from games.rulings import words as said
from games.sheets.page import column_hands
from games.sheets.state import SheetState, fold_all
from games.sheets.waiting import DIFFERS, OpenHand, open_hands
from games.sheets.words import MEMBERS, told_line, told_rows

MAX_KEPT: Final = 512
_states: Kept[UUID, SheetState] = Kept(MAX_KEPT, lambda state: state.version)


@dataclass(frozen=True, slots=True)
class Differing:
    """A hand of a sheet whose reports differ.

    Attributes:
        sheet: The sheet.
        version: The version that was read.
        hand: The number of the hand.
        entered: It is entered already; then a scorer corrects it on the page of the sheet.
        fields: The members in which the reports differ, in words.
        sides: The sides that each of its reports speaks for; none for what is entered.
        rows: Label, a value a column, and whether they differ there.
        choices: The reports that can be taken: the version of each, its place among the columns, and what it says.
        agreed: The other hands, about which nobody differs.
    """

    sheet: Sheet
    version: int
    hand: int
    entered: bool
    fields: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]
    rows: tuple[tuple[str, tuple[str, ...], bool], ...]
    choices: tuple[tuple[int, int, str], ...]
    agreed: int


def states_of(sheets: Collection[Sheet]) -> dict[UUID, SheetState]:
    """Return what stands on some sheets; one query for those that have changed since they were read."""
    known = {sheet.pk: state for sheet in sheets if (state := _states.find(sheet.pk)) is not None}
    behind = [sheet.pk for sheet in sheets if sheet.pk not in known or known[sheet.pk].version < sheet.version]
    for pk, stored in store.load_many(behind).items():
        state = fold_all(None, stored)
        if state is not None:
            known[pk] = state
            _states.keep(pk, state)
    return known


def differing_hands(sheets: Collection[Sheet]) -> Iterator[Differing]:
    """Yield the hands of some sheets whose reports differ, sheet by sheet, in the order of play."""
    states = states_of(sheets)
    for sheet in sheets:
        state = states.get(sheet.pk)
        differing = [] if state is None else [hand for hand in open_hands(state) if hand.kind == DIFFERS]
        for hand in differing:
            assert state is not None
            yield _differing(sheet, state, hand, len(differing))


def _differing(sheet: Sheet, state: SheetState, hand: OpenHand, count: int) -> Differing:
    names = said.seat_names(sheet.names)
    return Differing(
        sheet,
        state.version,
        hand.number,
        hand.entered is not None,
        tuple(str(MEMBERS[member]) for member in hand.marked),
        (*(report.sides for report in hand.reports), *(() if hand.entered is None else ((),))),
        told_rows(column_hands(hand.reports, hand.entered), names, hand.marked),
        tuple(
            (report.version, place, told_line(report.told, names))
            for place, report in enumerate(hand.reports)
            if report.told is not None
        ),
        len({*state.hands, *state.facts} - {hand.number}) - (count - 1),
    )
