"""Which entries follow from the facts of a sheet. Pure.

A hand is entered once its result is known and the hands before it are entered. When what is known of an earlier hand
changes, the entries from there on are withdrawn and entered again, so that whatever follows the log follows that too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from msgspec.structs import replace

import engine
from engine import sheets
from engine.errors import SheetError
from engine.fiftysix import rulings
from engine.fiftysix import sheet as fiftysix
from engine.fiftysix.rulings import Ruling
from engine.written import SheetHand
from games.events import sheets as events
from games.sheets.state import Entry, Facts, SheetState, fold


class _Unstored(msgspec.Struct, frozen=True):
    """An event that is not in the log yet, as far as the state of a sheet asks for it."""

    stream: UUID
    version: int
    event: Any
    recorded_at: datetime
    actor: str = ""


def with_consequences(state: SheetState, happened: Sequence[Any], *, at: datetime, actor: str = "") -> list[Any]:
    """Return the events of a command with all entries that follow from them.

    Args:
        state: The sheet before the command.
        happened: The events of the command itself.
        at: The time of the command.
        actor: The id of its author.
    """
    return _reckoned(state, happened, at, actor).written


def foreseen(state: SheetState, happened: Sequence[Any]) -> SheetState:
    """Return the sheet as it would be after the events of a command, which are not written."""
    return _reckoned(state, happened, state.opened_at, "").state


def _reckoned(state: SheetState, happened: Sequence[Any], at: datetime, actor: str) -> _Book:
    """Return the sheet after the events of a command and all entries that follow from them."""
    book = _Book(state, at, actor)
    for event in happened:
        book.write(event)
    book.reckon()
    return book


def enter_hand(state: SheetState, told: SheetHand, source: events.Source) -> list[Any]:
    """Return the events that enter the result of the running hand.

    Raises:
        SheetError: The match is over, or the hand cannot have come out so.
    """
    follows = sheets.enter(state.sheet, told)
    return [events.HandEntered(state.sheet.running.hand, state.sheet.dealer, told, source), *follows]


def withdraw_entry(entry: Entry) -> Any:
    """Return the event that takes the last entry back."""
    return engine.RulingWithdrawn(entry.ruling) if entry.ruling else events.EntryWithdrawn(entry.version)


def ruling_of(event: engine.IrregularityRuled) -> Ruling:
    """Return what the director decided by the event of a ruling."""
    return Ruling(
        rule=event.rule,
        remedy=event.remedy,
        offender=event.offender,
        player=event.player,
        card=event.card,
        denomination=event.denomination,
        extra=event.extra,
    )


class _Book:
    """A sheet that is being written on, with the events of it that are not stored yet."""

    def __init__(self, state: SheetState, at: datetime, actor: str) -> None:
        self.state = state
        self.written: list[Any] = []
        self._at, self._actor = at, actor

    def write(self, event: Any) -> None:
        unstored = _Unstored(self.state.stream, self.state.version + 1, event, self._at, self._actor)
        self.state = fold(self.state, unstored)
        self.written.append(event)

    def reckon(self) -> None:
        """Bring the entries into line with what is known of the hands, then enter those that were waiting."""
        entries = self.state.standing_entries
        stale = next((place for place, entry in enumerate(entries) if self._is_stale(entry)), None)
        if stale is not None:
            later, known = entries[stale:], self.state.facts
            for _ in later:
                last = self.state.last
                assert last is not None
                self.write(withdraw_entry(last))
            self._enter_again(later, known)
        self._enter_waiting()

    def _is_stale(self, entry: Entry) -> bool:
        """Tell whether something else is known now of the hand that was entered."""
        if not isinstance(entry.event, events.HandEntered):
            return False
        wanted = self.state.facts_of(entry.event.hand).wanted
        return wanted is None or wanted.told != entry.event.told

    def _enter_again(self, entries: Sequence[Entry], known: Mapping[int, Facts]) -> None:
        """Enter what was withdrawn, with what was known of the hands before; up to what has no place any more."""
        for entry in entries:
            try:
                again = self._again(entry, known)
            except SheetError:
                return
            if again is None:
                return
            for event in again:
                self.write(event)

    def _again(self, entry: Entry, known: Mapping[int, Facts]) -> list[Any] | None:
        """Return an entry decided anew; None for a hand that is not known any more.

        Raises:
            SheetError: It has no place on the sheet as it is now.
        """
        event, sheet = entry.event, self.state.sheet
        match event:
            case events.HandEntered():
                return self._hand_again(event, known.get(event.hand, Facts()))
            case events.ContractNoted():
                contract = (event.declarer, event.number, event.denomination, event.doubled)
                fiftysix.note_contract(sheet, fiftysix.contract_of(self.state.rules, *contract))  # type: ignore[arg-type]
                return [replace(event, hand=sheet.running.hand)]
            case engine.IrregularityRuled():
                return rulings.rule(sheet, ruling_of(event))
            case events.MatchStopped():
                return stop(self.state)
        return [event]

    def _hand_again(self, event: events.HandEntered, known: Facts) -> list[Any] | None:
        """Return a result entered anew, as it is known now; None for a hand that is not known any more."""
        if known.wanted is None or known.wanted.told is None:
            return None
        told = known.wanted.told
        by_scorer = event.source == "scorer" and told == event.told == known.settled
        return enter_hand(self.state, told, "scorer" if by_scorer else _source(known))

    def _enter_waiting(self) -> None:
        """Enter the hands that were waiting for those before them."""
        while not self.state.is_finished:
            known = self.state.facts_of(self.state.sheet.running.hand)
            if known.wanted is None or known.wanted.told is None:
                return
            try:
                entered = enter_hand(self.state, known.wanted.told, _source(known))
            except SheetError:
                return
            for event in entered:
                self.write(event)


def _source(known: Facts) -> events.Source:
    """Return whose word the result of a hand is, where a scorer did not enter it at once."""
    return "reports" if known.settled is None else "settled"


def stop(state: SheetState) -> list[Any]:
    """Return the events that end the match at the score as it stands.

    Raises:
        SheetError: The match is over.
    """
    if state.is_finished:
        raise SheetError("match-over", "The match is over.", "rule")
    return [events.MatchStopped(), engine.GameFinished(sheets.leaders(state.sheet))]
