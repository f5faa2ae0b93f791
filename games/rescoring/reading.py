"""A game at a table or on a score sheet as it was played, and the adjustments of its results: read from its stream.

Nothing sealed is looked at, so the events may be read without opening them.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

import msgspec

import engine
from engine import adjusting, sheets
from engine.adjusting import Change, Hand
from engine.fiftysix import sheet as fiftysix
from engine.fiftysix.rulings import Ruling
from games.events import sheets as written
from games.events import tables as events
from games.events.adjusting import AdjustmentWithdrawn, ResultAdjusted

ADJUSTING = (ResultAdjusted, AdjustmentWithdrawn)
"""The events of adjusted results."""
_ENTRIES = (
    written.ContractNoted, written.HandEntered, written.MatchStopped, engine.IrregularityRuled, engine.PenaltyCardLifted
)  # fmt: skip
_WITHDRAWN = (written.EntryWithdrawn, engine.RulingWithdrawn)
_FACTS = (
    written.HandReported, written.HandSettled, written.ReportsCleared, written.HandTranscribed,
    written.SheetClosed, written.SheetReopened,
)  # fmt: skip


class Stored(Protocol):
    """An event in its place, as far as it matters here; `games.store.StoredEvent` is one."""

    @property
    def version(self) -> int:
        """Its number in the stream."""

    @property
    def event(self) -> Any:
        """The event."""

    @property
    def recorded_at(self) -> datetime:
        """When it was recorded."""


class Adjustment(msgspec.Struct, frozen=True):
    """An adjustment of a hand's result.

    Attributes:
        event: The event.
        version: Its version.
        at: When it was made.
        withdrawn: It counts no longer.
    """

    event: ResultAdjusted
    version: int
    at: datetime
    withdrawn: bool = False


class Played(msgspec.Struct, frozen=True):
    """A game as it was played.

    Attributes:
        live: At a live table; else on a score sheet.
        rules: The rule set with its options.
        hands: The hands, the last perhaps running when the game ended.
        seats: The ids of the players by seat as they sat in each hand, by its number; empty for unknown.
        bots: The seats that the house played in each hand.
        versions: The version of the event by which each hand was scored.
        ended: The version of the `GameFinished`; None where the game has no result.
        winners: The sides that won it as it was played.
    """

    live: bool
    rules: engine.RuleSet
    hands: tuple[Hand, ...]
    seats: Mapping[int, tuple[str, ...]]
    bots: Mapping[int, tuple[int, ...]]
    versions: Mapping[int, int]
    ended: int | None
    winners: tuple[int, ...]

    def scored_again(self, changes: Mapping[int, Change] | None = None) -> adjusting.Game:
        """Return what the game comes to with these hands changed.

        Raises:
            SheetError: A hand cannot come out so.
        """
        return adjusting.score_again(self.rules, self.hands, changes, live=self.live)


def read_played(stored: Iterable[Stored]) -> Played | None:
    """Return a game as it was played; None for a stream that is no game, or of which no hand was dealt.

    Args:
        stored: All events of the stream up to a version; those of adjusted results are passed over.
    """
    happened = [one for one in stored if not isinstance(one.event, ADJUSTING)]
    first = happened[0].event if happened else None
    if isinstance(first, events.TableOpened):
        return _played_at_table(first, happened)
    if isinstance(first, written.SheetOpened):
        return _played_on_sheet(first, happened)
    return None


def read_adjustments(stored: Iterable[Stored]) -> tuple[Adjustment, ...]:
    """Return all adjustments of a stream, the withdrawn ones too, the oldest first."""
    found: list[Adjustment] = []
    for one in stored:
        if isinstance(one.event, ResultAdjusted):
            found.append(Adjustment(one.event, one.version, one.recorded_at))
        elif isinstance(one.event, AdjustmentWithdrawn):
            place = one.event.adjustment - 1
            found[place] = msgspec.structs.replace(found[place], withdrawn=True)
    return tuple(found)


def standing(adjustments: Iterable[Adjustment]) -> dict[int, Adjustment]:
    """Return the adjustment that counts of each hand: the last one that is not withdrawn."""
    return {each.event.hand: each for each in adjustments if not each.withdrawn}


def changes_of(adjustments: Mapping[int, Adjustment]) -> dict[int, Change]:
    """Return adjustments that count as the changes of hands."""
    return {hand: change_of(each.event.told, each.event.row) for hand, each in adjustments.items()}


def change_of(told: Any, row: Any) -> Change:
    """Return the change of a hand; `row` is a `games.events.adjusting.RowApplied`, or None."""
    return Change(told, None if row is None else Ruling(**msgspec.structs.asdict(row)))


def _played_at_table(opened: events.TableOpened, happened: Sequence[Stored]) -> Played | None:
    rules = engine.load_rules(opened.rules, opened.options, version=opened.engine)
    seats, bots = [""] * rules.players, set[int]()
    hands: list[tuple[engine.HandDealt, list[Any]]] = []
    sat: dict[int, tuple[str, ...]] = {}
    housed: dict[int, tuple[int, ...]] = {}
    versions: dict[int, int] = {}
    ended: int | None = None
    winners: tuple[int, ...] = ()
    for one in happened:
        event = one.event
        if isinstance(event, events.SeatTaken | events.PlayerSubstituted):
            seats[event.seat] = event.player
            (bots.add if getattr(event, "bot", False) else bots.discard)(event.seat)
        elif isinstance(event, engine.HandDealt):
            hands.append((event, [event]))
        elif isinstance(event, engine.GameFinished):
            ended, winners = one.version, event.winners
        elif isinstance(event, engine.HandScored):
            versions[event.hand] = one.version
            sat[event.hand], housed[event.hand] = tuple(seats), tuple(sorted(bots))
        if hands and isinstance(event, engine.Happened) and not isinstance(event, engine.HandDealt):
            hands[-1][1].append(event)
    if not hands:
        return None
    played = tuple(adjusting.hand_of(rules, own, dealt.hand, dealt.dealer) for dealt, own in hands)
    return Played(True, rules, played, sat, housed, versions, ended, winners)


def _played_on_sheet(opened: written.SheetOpened, happened: Sequence[Stored]) -> Played:
    rules = engine.load_rules(opened.rules, opened.options, version=opened.engine)
    entries: list[list[Stored]] = []
    for one in happened[1:]:
        if isinstance(one.event, _WITHDRAWN):
            entries.pop()
        elif isinstance(one.event, _ENTRIES):
            entries.append([one])
        elif not isinstance(one.event, _FACTS):
            entries[-1].append(one)
    sheet: Any = sheets.open_sheet(rules, opened.dealer)
    hands: list[Hand] = []
    versions: dict[int, int] = {}
    ended: int | None = None
    winners: tuple[int, ...] = ()
    own = _Own(sheet)
    for one in (one for entry in entries for one in entry):
        event = one.event
        if isinstance(event, engine.GameFinished):
            ended, winners = one.version, event.winners
        if isinstance(event, _ENTRIES) and own.decided and not isinstance(event, written.MatchStopped):
            hands.append(own.hand())
            own = _Own(sheet)
        sheet = own.take(sheet, event)
        if isinstance(event, engine.HandScored):
            versions[event.hand] = one.version
    if own.events:
        hands.append(own.hand())
    players = opened.players or ("",) * rules.players
    return Played(
        False, rules, tuple(hands), {hand.number: tuple(players) for hand in hands}, {}, versions, ended, winners
    )


class _Own:
    """The entries of one hand of a sheet."""

    def __init__(self, sheet: Any) -> None:
        self.decided = False
        self.events: list[Any] = []
        self._number, self._dealer = sheet.running.hand, sheet.dealer
        self._told: Any = None
        self._contract: Any = None

    def take(self, sheet: Any, event: Any) -> Any:
        """Add an event, and return the sheet after it."""
        if isinstance(event, written.ContractNoted):
            self._contract = fiftysix.contract_of(
                sheet.rules, event.declarer, event.number, event.denomination, event.doubled
            )
            return fiftysix.note_contract(sheet, self._contract)
        if isinstance(event, written.HandEntered):
            self._told = event.told
        if isinstance(event, adjusting.DECIDING):
            self.events.append(event)
        if isinstance(event, engine.HandScored):
            self.decided = True
            self._contract = adjusting.contract_in(sheet.rules, event) or self._contract
        return sheets.evolve(sheet, event)

    def hand(self) -> Hand:
        """Return the hand."""
        return Hand(self._number, self._dealer, tuple(self.events), self._told, self._contract)
