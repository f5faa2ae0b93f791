"""A finished game of which some hands count otherwise than they were played: the whole game scored again. Pure.

Every hand is entered as on a score sheet (`engine.sheets`), whether it was played here or with real cards, so that the
same functions score it. What a director had decided in a hand, and the stake points awarded beside it, stays as its
events say. A hand after an earlier end does not count; a game that does not come to its end any more ends at the score.

| rule | where |
| --- | --- |
| 28-AUD-6, 56-SCORE-5 | `score_again`: a hand's score is that of its contract and outcome |
| 28-END-1, 56-MATCH-4 | `score_again`: nothing is scored after the end |
| 28-END-3, 56-FMT-2 | `score_again`: the leaders win a game that ends at the score |
| 56-IRR-1 to 56-IRR-30 | `Change.ruling`: a row applied to a finished hand |
| 56-IRR-14, 56-IRR-21, 56-IRR-24, 56-IRR-25 | `Hand.events`: hands that a director decided |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from engine import sheets
from engine.errors import SheetError
from engine.events import (
    Event,
    GameFinished,
    HandAdjusted,
    HandCancelled,
    HandScored,
    IrregularityRuled,
    KunukkuPlaced,
    KunukkuRemoved,
    MatchForfeited,
    PenaltyAwarded,
)
from engine.fiftysix import rulings
from engine.fiftysix import sheet as fiftysix
from engine.fiftysix.ruleset import FiftySix
from engine.fiftysix.state import Contract
from engine.reckoning import CANCELLED, Account, Points, awarded, scored_by, standing_of_tally
from engine.rules import RuleSet
from engine.standing import leaders
from engine.written import SheetHand

DECIDING: Final = (
    IrregularityRuled, PenaltyAwarded, HandAdjusted, HandCancelled, KunukkuRemoved, KunukkuPlaced, HandScored,
    MatchForfeited, GameFinished,
)  # fmt: skip
"""The events of a hand from which its score follows."""
_KEPT: Final = (IrregularityRuled, PenaltyAwarded)


class Hand(msgspec.Struct, frozen=True):
    """A hand as it was played.

    Attributes:
        number: Its number.
        dealer: Its dealer.
        events: Its events of the types `DECIDING`, in order; without a `HandScored` it was running at the end.
        told: The hand as written on a sheet; None where a director decided it.
        contract: The contract of 56 as far as it is known; None without.
    """

    number: int
    dealer: int
    events: tuple[Any, ...]
    told: SheetHand | None = None
    contract: Contract | None = None

    @property
    def scored(self) -> HandScored | None:
        """Its score; None where it was not decided."""
        return _score_in(self.events)


class Change(msgspec.Struct, frozen=True):
    """Another result of a hand: how it counts, or the row of the ledger of 56 that is applied to it."""

    told: SheetHand | None = None
    ruling: rulings.Ruling | None = None


class Counted(msgspec.Struct, frozen=True):
    """A hand that counts.

    Attributes:
        number: Its number.
        events: The events from which its score follows, the score and the end of the game among them.
        points: What each side has won in it: game points, or in 56 stake points, awards included.
    """

    number: int
    events: tuple[Any, ...]
    points: Points

    @property
    def scored(self) -> HandScored | None:
        """Its score; None of a hand that was running when the game ended."""
        return _score_in(self.events)


class Game(msgspec.Struct, frozen=True):
    """What a game comes to.

    Attributes:
        hands: The hands that count.
        dropped: The numbers of the hands after an earlier end, which count no more.
        points: What each side has won in all.
        winners: The sides that have won; several have drawn.
        finished: The game comes to its end; else it ends at the score.
        standing: The stakes or the score of each side at the end.
        tally: All accounts at the end, an `engine.sheets.Tally`.
        forfeited: The side that lost the match by a ruling; None without.
    """

    hands: tuple[Counted, ...]
    dropped: tuple[int, ...]
    points: Points
    winners: tuple[int, ...]
    finished: bool
    standing: Points = ()
    tally: Any = None
    forfeited: int | None = None

    @property
    def decided(self) -> int:
        """The number of hands that are decided and not cancelled."""
        return sum(hand.scored is not None and hand.scored.outcome != CANCELLED for hand in self.hands)

    def hand(self, number: int) -> Counted | None:
        """Return a hand that counts; None where it does not, or there is none."""
        return next((hand for hand in self.hands if hand.number == number), None)


def score_again(
    rules: RuleSet, hands: Sequence[Hand], changes: Mapping[int, Change] | None = None, *, live: bool = True
) -> Game:
    """Return what a game comes to.

    Args:
        rules: The rule set with its options.
        hands: The hands as they were played; at least one.
        changes: The hands that count otherwise, by number.
        live: It was played here, where a game of a match that was just won still stands in the score; not on a sheet.

    Raises:
        SheetError: No hand by these rules can come out so, or there is no such row or remedy in this game.

    Source: 28-AUD-6, 28-END-3, 56-SCORE-5, 56-MATCH-1, 56-FMT-2.
    """
    changes = changes or {}
    sides = len(rules.sides)
    sheet: Any = sheets.open_sheet(rules, hands[0].dealer)
    account, total = Account(), (0,) * sides
    counted: list[Counted] = []
    for place, hand in enumerate(hands):
        if sheet.tally.finished:
            break
        if place:
            sheet = replace(sheet, tally=replace(sheet.running, hand=hand.number, dealer=hand.dealer), decided=False)
        happened = _decided(sheet, hand, changes.get(hand.number))
        account, points = _won(account, happened, sides)
        sheet = _evolved(sheet, happened)
        total = tuple(had + more for had, more in zip(total, points, strict=True))
        counted.append(Counted(hand.number, tuple(happened), points))
    finished = sheet.tally.finished
    ahead = leaders(rules, sheet.tally) if live else sheets.leaders(sheet)
    last = counted[-1].events
    tally = sheet.tally if finished else replace(sheet.tally, finished=True, winners=ahead)
    return Game(
        hands=tuple(counted),
        dropped=tuple(hand.number for hand in hands[len(counted) :] if hand.scored is not None),
        points=total,
        winners=tally.winners,
        finished=finished,
        standing=standing_of_tally(tally),
        tally=tally,
        forfeited=next((event.side for event in last if isinstance(event, MatchForfeited)), None),
    )


def hand_of(rules: RuleSet, events: Sequence[Any], number: int, dealer: int) -> Hand:
    """Return a hand that was played here.

    Args:
        rules: The rule set.
        events: Its events, from its deal to the next; nothing sealed is looked at.
        number: Its number.
        dealer: Its dealer.
    """
    deciding = tuple(event for event in events if isinstance(event, DECIDING))
    scored = _score_in(deciding)
    if scored is None:
        return Hand(number, dealer, deciding)
    by_director = any(isinstance(event, HandAdjusted | HandCancelled) for event in deciding)
    told = None if by_director else sheets.told_of(rules, events)
    return Hand(number, dealer, deciding, told, contract_in(rules, scored))


def contract_in(rules: RuleSet, scored: HandScored) -> Contract | None:
    """Return the contract of 56 that a score names; None without."""
    if not isinstance(rules, FiftySix) or scored.declarer is None or scored.bid is None:
        return None
    return fiftysix.contract_of(rules, scored.declarer, scored.bid, scored.denomination or "", scored.doubled or 0)


def _decided(sheet: Any, hand: Hand, change: Change | None) -> list[Any]:
    """Return the events of a hand on the sheet at it.

    Raises:
        SheetError: It cannot have come out as the change says.
    """
    happened: list[Any] = [event for event in hand.events if isinstance(event, _KEPT)]
    sheet = _evolved(sheet, happened)
    if change is not None and change.told is not None:
        return [*happened, *sheets.enter(sheet, change.told)]
    if change is not None and change.ruling is not None:
        happened += _ruled(sheet, hand, change.ruling)
        sheet = _evolved(sheet, happened)
        if _score_in(happened) is not None:
            return happened
    return [*happened, *_as_played(sheet, hand)]


def _ruled(sheet: Any, hand: Hand, ruling: rulings.Ruling) -> list[Event]:
    """Return the events of a row applied to a finished hand.

    Raises:
        SheetError: There is no such row or remedy in this game, or it cannot be applied to this hand.

    Source: 56-IRR-1 to 56-IRR-30.
    """
    if not isinstance(sheet.rules, FiftySix):
        raise SheetError("no-such-row", "There is no such irregularity in this game.", "rule")
    return rulings.rule(replace(sheet, contract=hand.contract), ruling)


def _as_played(sheet: Any, hand: Hand) -> list[Any]:
    """Return the events by which a hand was decided, scored on the sheet at it."""
    if hand.scored is None:
        return []
    forfeited = next((event for event in hand.events if isinstance(event, MatchForfeited)), None)
    happened = _as_ruled(sheet, hand) if hand.told is None else sheets.enter(sheet, hand.told)
    if forfeited is not None:
        # A ruling stands above an end by the score, as in `engine.fiftysix.rulings`.
        happened = [event for event in happened if not isinstance(event, GameFinished)]
        happened += [forfeited, GameFinished((rulings.other_side(forfeited.side),))]
    return happened


def _as_ruled(sheet: Any, hand: Hand) -> list[Any]:
    """Return the events by which a director decided a hand, scored on the sheet at it."""
    sides = range(len(sheet.rules.sides))
    for event in hand.events:
        if isinstance(event, HandAdjusted):
            gained = tuple(event.stake * (side == event.side) for side in sides)
            return [event, *fiftysix.decided(sheet, "adjusted", gained, contract=hand.contract)]
        if isinstance(event, HandCancelled):
            return [event, *fiftysix.decided(sheet, CANCELLED, tuple(0 for _ in sides))]
    raise SheetError("not-known", "There is no information on the result of this hand.", "hand")


def _won(account: Account, events: Iterable[Any], sides: int) -> tuple[Account, Points]:
    """Return the account after the events of a hand, and what each side won by them."""
    total = (0,) * sides
    for event in events:
        if isinstance(event, HandScored):
            account, points = scored_by(account, event, sides)
        elif isinstance(event, PenaltyAwarded):
            account, points = awarded(account, event, sides)
        else:
            continue
        total = tuple(had + more for had, more in zip(total, points, strict=True))
    return account, total


def _evolved(sheet: Any, events: Iterable[Any]) -> Any:
    for event in events:
        sheet = sheets.evolve(sheet, event)
    return sheet


def _score_in(events: Iterable[Any]) -> HandScored | None:
    return next((event for event in events if isinstance(event, HandScored)), None)
