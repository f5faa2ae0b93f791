"""A score sheet as its events make it. Pure.

`fold` applies one stored event. Facts (reports, what was settled, hands written down card by card) are kept beside the
entries; `games.sheets.reckoning` says which entries follow from them. Each entry (a result, a contract, a ruling, a
penalty card played) keeps how things stood before it, so that taking the last one back restores exactly that: nothing
is deleted, and nothing is undone by hand.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cached_property
from typing import Any, Literal
from uuid import UUID

import msgspec
from msgspec.structs import replace

import engine
from engine import sheets
from engine.fiftysix import sheet as fiftysix
from engine.fiftysix.irregularities import Irregularity, irregularities_of
from engine.fiftysix.ruleset import FiftySix
from engine.reckoning import CANCELLED, Account, Points, awarded, scored_by
from engine.written import SheetHand
from games.events import sheets as events
from games.events.adjusting import AdjustmentWithdrawn, ResultAdjusted
from games.events.base import BOOKS, Book
from games.sheets.reports import Agreement, Report, agreed

MAIN = (
    events.ContractNoted,
    events.HandEntered,
    events.MatchStopped,
    engine.IrregularityRuled,
    engine.PenaltyCardLifted,
)
"""The events that are entries; what follows one of them belongs to it."""
FACTS = (events.HandReported, events.HandSettled, events.ReportsCleared, events.HandTranscribed)
"""The events that stand beside the entries."""
CLOSING = (events.SheetClosed, events.SheetReopened)
"""The events that close a running sheet, and let it run again."""


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

    sheet: Any
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
        by: The id of its author; empty for unknown.
    """

    version: int
    at: datetime
    event: Any
    before: Standing
    followed: tuple[Any, ...] = ()
    ruling: int = 0
    withdrawn: bool = False
    by: str = ""

    def find(self, kind: type[Any]) -> Any:
        """Return what follows from it of one kind, or None."""
        return next((event for event in self.followed if isinstance(event, kind)), None)


class Settlement(msgspec.Struct, frozen=True):
    """A settlement by a scorer: the event with its version, time and author."""

    version: int
    at: datetime
    by: str
    event: events.HandSettled


class Facts(msgspec.Struct, frozen=True):
    """The facts about a hand beside the entries.

    Attributes:
        reports: The reports of the sides, the cleared ones left out, the oldest first.
        settled: What a scorer said of it, if one did.
        cleared: The edit up to which reports were taken back.
        record: The hand as it was written down card by card, in record form.
        settlements: What was settled of it, the oldest first.
    """

    reports: tuple[Report, ...] = ()
    settled: SheetHand | None = None
    cleared: int = 0
    record: Mapping[str, Any] | None = None
    settlements: tuple[Settlement, ...] = ()

    @property
    def wanted(self) -> Agreement | None:
        """The hand that is to stand; None where nobody has said it, or the sides do not agree."""
        return agreed(self.reports) if self.settled is None else Agreement(self.settled)

    @property
    def last_edit(self) -> int:
        """The highest edit of its reports."""
        return max((report.edit for report in self.reports), default=self.cleared)


class SheetState(msgspec.Struct, frozen=True, dict=True):
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
        facts: What is known of the hands beside the entries, by number.
        adjustments: The adjusted results that stand, the oldest first; until they are withdrawn nothing is entered.
        closed: Why the sheet is closed without a result; empty while it is not.
    """

    stream: UUID
    version: int
    rules: engine.RuleSet
    opened_at: datetime
    standing: Standing
    players: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    books: tuple[Book, ...] = BOOKS
    facts: Mapping[int, Facts] = {}
    adjustments: tuple[ResultAdjusted, ...] = ()
    closed: events.Closed | Literal[""] = ""

    @property
    def counts(self) -> bool:
        """Whether the match counts in its club once it is over: all its players are known there."""
        return bool(self.players) and all(self.players) and bool(self.books)

    @property
    def sheet(self) -> Any:
        """The score, an `engine.sheets.Sheet`."""
        return self.standing.sheet

    @property
    def is_finished(self) -> bool:
        """Whether the match is over."""
        return self.sheet.tally.finished

    @property
    def is_running(self) -> bool:
        """Whether hands are still entered: the match is not over and the sheet is not closed."""
        return not self.is_finished and not self.closed

    @property
    def takes_entries(self) -> bool:
        """Whether results can be entered, changed or taken back: none is adjusted and the sheet is not closed."""
        return not self.adjustments and not self.closed

    @property
    def is_unplayed(self) -> bool:
        """Whether the match ended level without a hand, which is no result of anybody."""
        level = len(self.sheet.tally.winners) == len(self.rules.sides)
        return self.is_finished and level and all(scored.outcome == CANCELLED for _, scored in self.results)

    @property
    def last(self) -> Entry | None:
        """The last entry that stands."""
        return next((entry for entry in reversed(self.entries) if not entry.withdrawn), None)

    @cached_property
    def standing_entries(self) -> tuple[Entry, ...]:
        """The entries that stand, the oldest first."""
        return tuple(entry for entry in self.entries if not entry.withdrawn)

    @cached_property
    def hands(self) -> Mapping[int, Entry]:
        """The entry that decided each hand, by the hand's number."""
        return {scored.hand: entry for entry, scored in self.results}

    @cached_property
    def changes(self) -> Mapping[int, tuple[engine.HandScored, Points]]:
        """The score of each decided hand, with the points that it brought each side."""
        account, sides = Account(), len(self.rules.sides)
        changes: dict[int, tuple[engine.HandScored, Points]] = {}
        for entry in self.standing_entries:
            for event in entry.followed:
                if isinstance(event, engine.PenaltyAwarded):
                    account, _award = awarded(account, event, sides)
                elif isinstance(event, engine.HandScored):
                    account, change = scored_by(account, event, sides)
                    changes[event.hand] = event, change
        return changes

    def facts_of(self, hand: int) -> Facts:
        """Return what is known of a hand beside the entries."""
        return self.facts.get(hand, Facts())

    @cached_property
    def results(self) -> tuple[tuple[Entry, engine.HandScored], ...]:
        """The decided hands that stand, each with the entry that decided it."""
        pairs = ((entry, entry.find(engine.HandScored)) for entry in self.standing_entries)
        return tuple((entry, scored) for entry, scored in pairs if scored is not None)


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
    if isinstance(event, ResultAdjusted):
        return replace(state, version=stored.version, adjustments=(*state.adjustments, event))
    if isinstance(event, AdjustmentWithdrawn):
        left = tuple(each for each in state.adjustments if each.adjustment != event.adjustment)
        return replace(state, version=stored.version, adjustments=left)
    if isinstance(event, CLOSING):
        return replace(state, version=stored.version, closed=getattr(event, "reason", ""))
    if isinstance(event, FACTS):
        return replace(state, version=stored.version, facts=_with_fact(state, stored))
    entries = state.entries
    if isinstance(event, MAIN):
        entry = Entry(
            stored.version,
            stored.recorded_at,
            event,
            state.standing,
            ruling=_number(state, event),
            by=stored.actor or "",
        )
        entries = (*entries, entry)
    else:
        entries = (*entries[:-1], replace(entries[-1], followed=(*entries[-1].followed, event)))
    return replace(
        state,
        version=stored.version,
        entries=entries,
        standing=applied(state.standing, event),
        facts=_with_word(state, event),
    )


def fold_all(state: SheetState | None, stored: Iterable[Any]) -> SheetState | None:
    """Return the sheet after some events."""
    for one in stored:
        state = fold(state, one)
    return state


def rules_of(rules_id: str, options: dict[str, Any], version: int) -> engine.RuleSet:
    """Return the rule set of a sheet.

    Raises:
        RulesError: There is no such rule set, option or version.
        SheetError: No score sheet is kept by it.
    """
    rules = engine.load_rules(rules_id, options, version=version)
    sheets.form_of(rules)
    return rules


def irregularities(rules: engine.RuleSet) -> tuple[Irregularity, ...]:
    """Return the rows of the ledger that a director rules on in a match; none in 28."""
    return tuple(irregularities_of(rules.conventions)) if isinstance(rules, FiftySix) else ()


def applied(standing: Standing, event: Any) -> Standing:
    """Return how things stand after an event."""
    match event:
        case events.ContractNoted():
            contract = fiftysix.contract_of(
                standing.sheet.rules, event.declarer, event.number, event.denomination, event.doubled
            )
            # With the contract the auction is over, and with it what was owed there.
            return replace(standing, sheet=fiftysix.note_contract(standing.sheet, contract), limits=(), passes=())
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


def _with_fact(state: SheetState, stored: Any) -> Mapping[int, Facts]:
    """Return what is known of the hands after a fact."""
    event = stored.event
    known = state.facts_of(event.hand)
    match event:
        case events.HandReported():
            if event.edit > known.cleared:
                report = Report(
                    event.sides, event.edit, event.told, stored.version, stored.recorded_at, stored.actor or ""
                )
                known = replace(known, reports=(*known.reports, report))
        case events.HandSettled():
            settlement = Settlement(stored.version, stored.recorded_at, stored.actor or "", event)
            known = replace(known, settled=event.told, settlements=(*known.settlements, settlement))
        case events.ReportsCleared():
            kept = tuple(report for report in known.reports if report.edit > event.edit)
            known = replace(known, settled=None, cleared=event.edit, reports=kept)
        case events.HandTranscribed():
            known = replace(known, record=event.record)
    return {**state.facts, event.hand: known}


def _with_word(state: SheetState, event: Any) -> Mapping[int, Facts]:
    """Return what is known of the hands after an entry: the word of a scorer settles the hand."""
    if not _is_word(event):
        return state.facts
    return {**state.facts, event.hand: replace(state.facts_of(event.hand), settled=event.told)}


def _is_word(event: Any) -> bool:
    """Tell whether an entry is the word of a scorer, rather than what follows from reports or a settlement."""
    return isinstance(event, events.HandEntered) and event.source == "scorer"


def _withdrawn(state: SheetState) -> SheetState:
    """Return the sheet without its last entry that stands."""
    number = max(place for place, entry in enumerate(state.entries) if not entry.withdrawn)
    entry = state.entries[number]
    entries = (*state.entries[:number], replace(entry, withdrawn=True), *state.entries[number + 1 :])
    facts, event = state.facts, entry.event
    if _is_word(event) and state.facts_of(event.hand).settled == event.told:
        # The scorer's word goes with the entry, but for one that was given since.
        facts = {**facts, event.hand: replace(state.facts_of(event.hand), settled=None)}
    return replace(state, entries=entries, standing=entry.before, facts=facts)


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
