"""What an audit looks at, read from the database once; the sections are functions of it. Pure."""

from collections.abc import Mapping
from functools import cached_property
from typing import Literal, NamedTuple
from uuid import UUID

import msgspec

import engine
from engine.record import HandRecord
from games.conventions.force import InForce
from games.events import adjusting
from games.events import tables as events
from games.hands.history import record_with, rules_of
from games.hands.sheet_records import before_hand, written_hand
from games.hands.steps import HandEvents, Teller, hands_of
from games.hands.told import AuctionEntry, Step, TrickRow
from games.hands.written import tell_written
from games.sheets.state import Entry, SheetState
from games.sheets.state import fold_all as fold_sheet
from games.store import StoredEvent
from games.tables.state.folding import fold, fold_all
from games.tables.state.table import TableState

ADJUSTING = (adjusting.ResultAdjusted, adjusting.AdjustmentWithdrawn)
"""The events that change a finished game's result and nothing of its play."""


class ChainRead(msgspec.Struct, frozen=True):
    """The rows of a stream, checked one by one.

    Attributes:
        events: The number of rows up to the audited version.
        head: The hash of the last of them (hex); empty where there is none.
        began_at: The time of the first, in milliseconds since 1970 UTC.
        ended_at: The time of the last.
        faults: The version of each faulty row and what is wrong with it.
        foreign: The stream was taken in from another installation.
    """

    events: int
    head: str
    began_at: int
    ended_at: int
    faults: tuple[tuple[int, str], ...] = ()
    foreign: bool = False


class Posted(msgspec.Struct, frozen=True):
    """An entry of the ledger.

    Attributes:
        version: The version of its event.
        part: Which of the event's entries it is, from 1; 0 where there is one.
        kind: `game` or `reversal`.
        hand: The hand that moved the units, where one did.
        reverses: The version and the part of the entry that is taken back; None for none.
        units: The units of each player by id.
    """

    version: int
    part: int
    kind: str
    hand: int | None
    reverses: tuple[int, int] | None
    units: Mapping[str, int]


class Moment(NamedTuple):
    """A stored event with the state of the table before it."""

    stored: StoredEvent
    before: TableState


class Told(NamedTuple):
    """A hand step by step: its steps and tricks, its auction, and each seat's known cards as dealt."""

    steps: tuple[Step, ...]
    tricks: tuple[TrickRow, ...]
    auction: tuple[AuctionEntry, ...]
    cards: tuple[tuple[str, ...], ...]
    said: tuple[engine.AuctionStep, ...]
    retold: engine.Retold | None = None


class Material(msgspec.Struct, frozen=True, dict=True):
    """The events of a game and what else an audit compares with them.

    Attributes:
        game: The id of the stream.
        kind: Whether it is a table's or a sheet's.
        hand: The number of the hand.
        through: The version up to which it is read.
        chain: What the rows themselves showed.
        stored: The events, sealed members opened; empty where they cannot be read.
        cards: The convention card in force for each side; empty in 28.
        posted: The entries of the game in its club's ledger.
        club: The id of the club of a table whose first event does not say it.
    """

    game: UUID
    kind: Literal["table", "sheet"]
    hand: int
    through: int
    chain: ChainRead
    stored: tuple[StoredEvent, ...] = ()
    cards: tuple[InForce, ...] = ()
    posted: tuple[Posted, ...] = ()
    club: str | None = None

    @property
    def is_table(self) -> bool:
        """Whether the hand was played at a live table."""
        return self.kind == "table"

    @cached_property
    def rules(self) -> engine.RuleSet:
        """The rules that the game is played by."""
        return rules_of(self.stored)

    @property
    def family(self) -> str:
        """28 or 56."""
        return self.rules.family

    @cached_property
    def play(self) -> tuple[StoredEvent, ...]:
        """The events without adjustments of the result."""
        return tuple(each for each in self.stored if not isinstance(each.event, ADJUSTING))

    @cached_property
    def told_events(self) -> HandEvents | None:
        """The events of the hand at a table; None of one that is not over."""
        for told in hands_of(self.play, self.rules):
            if told.dealt is not None and told.dealt.event.hand == self.hand:
                return told if told.opened is not None else None
        return None

    @cached_property
    def sheet(self) -> SheetState | None:
        """The score sheet; None of a table."""
        return None if self.is_table else fold_sheet(None, self.play)

    @cached_property
    def entry(self) -> Entry | None:
        """The entry that decided the hand on a sheet; None where it does not stand there."""
        return None if self.sheet is None else self.sheet.hands.get(self.hand)

    @property
    def scored(self) -> engine.HandScored | None:
        """The result of the hand as it stands in the stream; None where there is none."""
        if self.is_table:
            told = self.told_events
            return None if told is None or told.scored is None else told.scored.event
        result: engine.HandScored | None = None if self.entry is None else self.entry.find(engine.HandScored)
        return result

    @cached_property
    def record(self) -> engine.Record | None:
        """The record of a table's game up to the hand, without names."""
        if not self.is_table or self.told_events is None:
            return None
        return record_with(self.play, lambda _players: {}, upto=self.hand)

    @cached_property
    def written(self) -> HandRecord | None:
        """The hand of a sheet as it was written down card by card; None if nobody did, or it does not stand there."""
        if self.sheet is None or self.entry is None:
            return None
        return written_hand(self.sheet, self.hand)

    @cached_property
    def before(self) -> engine.State:
        """The game before the hand of a sheet."""
        assert self.sheet is not None
        return before_hand(self.sheet, self.hand)

    @cached_property
    def told(self) -> Told | None:
        """The hand step by step, as its page shows it; None of one whose cards nobody wrote down."""
        names = ("",) * self.rules.players
        if self.is_table:
            if self.told_events is None:
                return None
            teller = Teller(self.told_events, self.rules, names, None)
            teller.tell()
            said = engine.view(teller.game, None).auction
            return Told(tuple(teller.steps), tuple(teller.tricks), teller.auction(), teller.cards, said)
        if self.sheet is None or self.written is None:
            return None
        history, retold = tell_written(self.before, self.written, names, self.hand)
        if history is None:
            return None
        said = tuple(
            engine.AuctionStep(each.seat, each.auction, each.word, each.value, each.call, each.denomination)
            for each in history.auction
        )
        return Told(history.steps, history.tricks, history.auction, history.cards, said, retold)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the hand's history; empty where there is none."""
        return () if self.told is None else self.told.steps

    @cached_property
    def step_by_action(self) -> Mapping[int, int]:
        """The step of each action of the hand's record."""
        return {step.action: step.index for step in self.steps if step.action is not None}

    def step_at(self, version: int) -> int | None:
        """Return the step of a table's hand at which an event stands: the last one up to its version."""
        index = None
        for step in self.steps:
            if step.version > version:
                break
            index = step.index
        return index

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """The events of the hand at a table with the state before each: from its commitment to its opening."""
        found: list[Moment] = []
        before: list[StoredEvent] = []
        state: TableState | None = None
        for each in self.play:
            if state is None:
                if isinstance(each.event, events.DealCommitted) and each.event.hand == self.hand:
                    state = fold_all(None, before)
                else:
                    before.append(each)
                    continue
            assert state is not None  # a deal is promised at a table that was opened
            found.append(Moment(each, state))
            if isinstance(each.event, events.HandOpened):
                break
            state = fold(state, each)
        return tuple(found)


def milliseconds(stored: StoredEvent) -> int:
    """Return when an event was recorded, in milliseconds since 1970 UTC."""
    return int(stored.recorded_at.timestamp() * 1000)
