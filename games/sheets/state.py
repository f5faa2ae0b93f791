"""A score sheet as its events make it. Pure.

`fold` applies one stored event. Each entry (a result, a contract, a ruling, a penalty card played) keeps how things
stood before it, so that taking the last one back restores exactly that: nothing is deleted, and nothing is undone
by hand.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from msgspec.structs import replace

import engine
from engine.fiftysix import sheet as sheets
from engine.fiftysix.ruleset import FiftySix
from engine.fiftysix.sheet import Sheet
from games.events import sheets as events
from games.events.base import BOOKS, Book

MAIN = (
    events.ContractNoted,
    events.HandEntered,
    events.MatchStopped,
    engine.IrregularityRuled,
    engine.PenaltyCardLifted,
)
"""The events that are entries; what follows one of them belongs to it."""


class Standing(msgspec.Struct, frozen=True):
    """Where the match stands, and what lies on the table or is owed in the running hand.

    Attributes:
        sheet: The score.
        cards: The penalty cards that lie open.
        suits: The suits that must or may not be led.
        limits: The calls that are limited.
        passes: The sides that pass at their next turns.
        leads: The seats that were given the lead.
    """

    sheet: Sheet
    cards: tuple[engine.PenaltyCardPlaced, ...] = ()
    suits: tuple[engine.SuitDemanded | engine.SuitForbidden, ...] = ()
    limits: tuple[engine.CallLimited, ...] = ()
    passes: tuple[engine.PassesOwed, ...] = ()
    leads: tuple[engine.LeadGiven, ...] = ()


class Entry(msgspec.Struct, frozen=True):
    """An entry of the sheet.

    Attributes:
        version: The version of its event.
        at: When it was made.
        event: The entry.
        followed: What follows from it.
        ruling: Which of the match's rulings it is, from 1; 0 for other entries.
        before: How things stood before it.
        withdrawn: It was taken back.
    """

    version: int
    at: datetime
    event: Any
    before: Standing
    followed: tuple[Any, ...] = ()
    ruling: int = 0
    withdrawn: bool = False

    def find(self, kind: type[Any]) -> Any:
        """Return what follows from it of one kind, or None."""
        return next((event for event in self.followed if isinstance(event, kind)), None)


class SheetState(msgspec.Struct, frozen=True):
    """A sheet at one version.

    Attributes:
        stream: The sheet's id.
        version: The version of its stream.
        rules: The rule set with its options.
        opened_at: When it was opened.
        standing: Where the match stands.
        players: The ids of those whom the club knows, a seat each, empty for the others; empty where nobody is.
        entries: Everything that was entered, the withdrawn too, the oldest first.
        books: What the match moves in its club, if it counts.
    """

    stream: UUID
    version: int
    rules: FiftySix
    opened_at: datetime
    standing: Standing
    players: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    books: tuple[Book, ...] = BOOKS

    @property
    def counts(self) -> bool:
        """Whether the match counts in its club once it is over: all its players are known there."""
        return bool(self.players) and all(self.players) and bool(self.books)

    @property
    def sheet(self) -> Sheet:
        """The score."""
        return self.standing.sheet

    @property
    def is_finished(self) -> bool:
        """Whether the match is over."""
        return self.sheet.tally.finished

    @property
    def last(self) -> Entry | None:
        """The last entry that stands."""
        return next((entry for entry in reversed(self.entries) if not entry.withdrawn), None)

    @property
    def results(self) -> tuple[tuple[Entry, engine.HandScored], ...]:
        """The decided hands that stand, each with the entry that decided it."""
        found = ((entry, entry.find(engine.HandScored)) for entry in self.entries if not entry.withdrawn)
        return tuple((entry, scored) for entry, scored in found if scored is not None)


def fold(state: SheetState | None, stored: Any) -> SheetState:
    """Return the sheet after an event.

    Args:
        state: The sheet before it; None before the first.
        stored: The `store.StoredEvent`.

    Raises:
        TypeError: The event has no place at this moment.
    """
    event = stored.event
    if state is None:
        if not isinstance(event, events.SheetOpened):
            raise TypeError(f"{type(event).__name__} cannot be a sheet's first event")
        rules = rules_of(event.rules, event.options, event.engine)
        standing = Standing(sheets.open_sheet(rules, event.dealer))
        return SheetState(
            stored.stream, stored.version, rules, stored.recorded_at, standing, event.players, books=event.counts
        )
    if isinstance(event, events.EntryWithdrawn | engine.RulingWithdrawn):
        return replace(_withdrawn(state), version=stored.version)
    entries = state.entries
    if isinstance(event, MAIN):
        entry = Entry(stored.version, stored.recorded_at, event, state.standing, ruling=_number(state, event))
        entries = (*entries, entry)
    else:
        entries = (*entries[:-1], replace(entries[-1], followed=(*entries[-1].followed, event)))
    return replace(state, version=stored.version, entries=entries, standing=applied(state.standing, event))


def fold_all(state: SheetState | None, stored: Iterable[Any]) -> SheetState | None:
    """Return the sheet after some events."""
    for one in stored:
        state = fold(state, one)
    return state


def rules_of(rules_id: str, options: dict[str, Any], version: int) -> FiftySix:
    """Return the rule set of a sheet.

    Raises:
        RulesError: There is no such rule set, option or version; or it is none of 56.
    """
    rules = engine.load_rules(rules_id, options, version=version)
    if not isinstance(rules, FiftySix):
        raise engine.RulesError("a score sheet is kept for 56 only")
    return rules


def applied(standing: Standing, event: Any) -> Standing:
    """Return how things stand after an event."""
    match event:
        case events.ContractNoted():
            contract = sheets.contract_of(
                standing.sheet.rules, event.declarer, event.number, event.denomination, event.doubled
            )
            # With the contract the auction is over, and with it what was owed there.
            return replace(standing, sheet=sheets.note_contract(standing.sheet, contract), limits=(), passes=())
        case engine.HandScored():
            return Standing(sheets.evolve(standing.sheet, event))
        case engine.PenaltyCardPlaced():
            return replace(standing, cards=(*standing.cards, event))
        case engine.PenaltyCardLifted():
            return replace(standing, cards=_without(standing.cards, event))
        case engine.SuitDemanded() | engine.SuitForbidden():
            return replace(standing, suits=(*standing.suits, event))
        case engine.CallLimited():
            return replace(standing, limits=(*standing.limits, event))
        case engine.PassesOwed():
            return replace(standing, passes=(*standing.passes, event))
        case engine.LeadGiven():
            return replace(standing, leads=(*standing.leads, event))
    return replace(standing, sheet=sheets.evolve(standing.sheet, event))


def _withdrawn(state: SheetState) -> SheetState:
    """Return the sheet without its last entry that stands."""
    number = max(place for place, entry in enumerate(state.entries) if not entry.withdrawn)
    entry = state.entries[number]
    entries = (*state.entries[:number], replace(entry, withdrawn=True), *state.entries[number + 1 :])
    return replace(state, entries=entries, standing=entry.before)


def _number(state: SheetState, event: Any) -> int:
    """Return which of the match's rulings an event is, withdrawn ones counted; 0 for what is none."""
    if not isinstance(event, engine.IrregularityRuled):
        return 0
    return 1 + sum(isinstance(entry.event, engine.IrregularityRuled) for entry in state.entries)


def _without(
    cards: tuple[engine.PenaltyCardPlaced, ...], lifted: engine.PenaltyCardLifted
) -> tuple[engine.PenaltyCardPlaced, ...]:
    """Return the penalty cards without one of those that are this card of this seat."""
    for place, card in enumerate(cards):
        if (card.seat, card.card) == (lifted.seat, lifted.card):
            return (*cards[:place], *cards[place + 1 :])
    return cards
