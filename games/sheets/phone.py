"""A sheet as a phone at the table shows it: everything that it needs to go on without a connection."""

from typing import Any
from uuid import UUID

import msgspec

import engine
from engine import sheets
from engine.reckoning import standing_of_tally
from engine.written import SheetForm, SheetHand
from games import store
from games.models import Sheet
from games.rescoring.recount import recount
from games.rulings.words import seat_names
from games.sheets.authors import Author, sides_of
from games.sheets.page import title_of
from games.sheets.reports import latest
from games.sheets.selectors import load_state, may_write
from games.sheets.state import SheetState
from games.sheets.waiting import differences_of
from games.sheets.words import closed_words, unit_words
from games.words.events import sentence
from games.words.phrases import translated


class SideReport(msgspec.Struct, frozen=True):
    """The last report of a side on a hand; `told` is None if it took its report back."""

    side: int
    edit: int
    told: SheetHand | None


class PhoneHand(msgspec.Struct, frozen=True):
    """A hand on a phone.

    Attributes:
        number: Its number, from 1.
        told: How it came out, as it is entered; None while it is not.
        outcome: The outcome that counts, of a ruling too; empty while it is not entered.
        settled: A scorer said so.
        ruled: A director's ruling ended it.
        reports: The last reports of the sides; several of one side, if its devices differ.
        edits: The highest edit of each side's reports: the next one is one more.
        differs: The members in which the last reports differ from what is entered, or else from each other; what a
            scorer said answers the reports before it.
        change: What it brought each side; empty while it is not entered.
        total: Each side's stakes or score after it; empty while it is not entered.
    """

    number: int
    told: SheetHand | None
    outcome: str
    settled: bool
    ruled: bool
    reports: tuple[SideReport, ...]
    edits: tuple[int, ...]
    differs: tuple[str, ...]
    change: tuple[int, ...] = ()
    total: tuple[int, ...] = ()


class PhoneSheet(msgspec.Struct, frozen=True):
    """A sheet on a phone.

    Attributes:
        sheet: The sheet's id.
        version: The version of its stream.
        title: What the game is called.
        family: `28` or `56`.
        rules: The name of its rule set.
        names: The names by seat.
        sides: The seats of each side.
        speaks_for: The sides that this phone reports for.
        may_settle: Its owner settles hands and corrects them.
        form: What can be written of a hand.
        running: The number of the hand that is played now.
        dealers: The dealer of each hand from the running one on, for as many as there are seats.
        openers: The seat that bids and leads first in each of them.
        over: The game is over.
        winners: The sides that have won.
        result: How the game ended, in words; empty until it is over.
        unit: What `total` counts, in words: stakes, base cards, stake points or game points.
        total: Each side's stakes, base cards or score now.
        kunukku: The kunukku that each seat wears, if they are kept.
        games: The games that each side has won, in a match of games.
        hands: The hands that are entered or reported, the first first.
    """

    sheet: UUID
    version: int
    title: str
    family: str
    rules: str
    names: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]
    speaks_for: tuple[int, ...]
    may_settle: bool
    form: SheetForm
    running: int
    dealers: tuple[int, ...]
    openers: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    result: str
    unit: str
    total: tuple[int, ...]
    kunukku: tuple[int, ...]
    games: tuple[int, ...]
    hands: tuple[PhoneHand, ...]


def phone_sheet(row: Sheet, author: Author) -> PhoneSheet:
    """Return a sheet as the phone of an author shows it, who may read it."""
    state = load_state(row.pk)
    counts = recount(store.load(row.pk, opened=False)) if state.adjustments else None
    rules, tally = state.rules, state.sheet.running if counts is None else counts.after.tally
    dealer, names = state.sheet.dealer, seat_names(row.names)
    dealers = tuple((dealer + step) % rules.players for step in range(rules.players))
    winners = tuple(tally.winners)
    return PhoneSheet(
        sheet=row.pk,
        version=state.version,
        title=title_of(row),
        family=rules.family,
        rules=translated(rules.name),
        names=names,
        sides=rules.sides,
        speaks_for=sides_of(row, state, author),
        may_settle=may_write(row, author.player),
        form=sheets.form_of(rules),
        running=tally.hand,
        dealers=dealers,
        openers=tuple(rules.next_seat(seat) for seat in dealers),
        over=not state.is_running,
        winners=winners,
        result=sentence(engine.GameFinished(winners), names, rules)
        if state.is_finished
        else closed_words(state.closed),
        unit=unit_words(rules, tally),
        total=standing_of_tally(tally),
        kunukku=tally.kunukku or (),
        games=tally.games or (),
        hands=_hands(state),
    )


def _hands(state: SheetState) -> tuple[PhoneHand, ...]:
    """Return the hands that are entered or reported, or were: their next report has a higher edit."""
    changes = state.changes
    known = state.facts.items()
    numbers = sorted({*state.hands, *(number for number, facts in known if facts.reports or facts.cleared)})
    return tuple(_hand(state, number, changes) for number in numbers)


def _hand(state: SheetState, number: int, changes: Any) -> PhoneHand:
    entry, known = state.hands.get(number), state.facts_of(number)
    sides = range(len(state.rules.sides))
    told = None if entry is None or entry.ruling else entry.event.told
    scored, change = changes.get(number, (None, ()))
    return PhoneHand(
        number=number,
        told=told,
        outcome="" if scored is None else scored.outcome,
        settled=known.settled is not None,
        ruled=entry is not None and bool(entry.ruling),
        reports=tuple(
            SideReport(side, report.edit, report.told) for side in sides for report in latest(known.reports, side)
        ),
        edits=tuple(
            max((report.edit for report in known.reports if side in report.sides), default=known.cleared)
            for side in sides
        ),
        differs=differences_of(state, number),
        change=change,
        total=() if scored is None else scored.stakes or scored.score or (),
    )
