"""A director's rulings on irregularities: from a ruling to its events.

| rule | where |
| --- | --- |
| 56-IRR-1 to 56-IRR-30, as data | `irregularities` |
| who chooses: the words above the table | `choosers` |
| "lose the hand" | `lost` |
| 56-IRR-14, 56-IRR-29: awarded stake points | `_Bringing.point`, `_Bringing.extra` |
| 56-IRR-25, 56-IRR-27: the match lost by repeating | `is_repeated` |
| rulings on a hand that is played here: 56-IRR-20, 56-IRR-27, 56-IRR-30 | `sheet_of`, `apply_ended` |

Where the ledger is silent, the ruling is in `docs/reference/rulings.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
from msgspec.structs import replace

from engine.directed import AWARDED, CANCELLED, FORFEITED, DirectorsEffect
from engine.errors import IllegalAction, SheetError
from engine.events import (
    CallLimited,
    Event,
    GameFinished,
    HandAdjusted,
    HandCancelled,
    IrregularityRuled,
    LeadGiven,
    MatchForfeited,
    PassesOwed,
    PenaltyAwarded,
    PenaltyCardPlaced,
    SuitDemanded,
    SuitForbidden,
)
from engine.fiftysix import sheet as sheets
from engine.fiftysix.calls import LOWEST
from engine.fiftysix.cards import UNIT
from engine.fiftysix.irregularities import (
    MOST_EXTRA,
    By,
    Chooser,
    Effect,
    Irregularity,
    Remedy,
    find_irregularity,
)
from engine.fiftysix.sheet import DENOMINATIONS, Sheet
from engine.fiftysix.state import Auction, Between, Contract, Game, Hand, Playing
from engine.refusals import hand_over


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """A director's decision: a row, one of its remedies, and the details that the remedy needs.

    Attributes:
        rule: The row of the ledger.
        remedy: The option of it that was chosen.
        offender: The seat that did it.
        player: The offender's id where seats have players; else the seat stands for the player.
        card: The card exposed, led or played.
        denomination: The only denomination that a call may name: `S`, `H`, `D`, `C` or `NT`.
        extra: Further stake points, where the row allows them.
    """

    rule: str
    remedy: str
    offender: int | None = None
    player: str = ""
    card: str = ""
    denomination: str = ""
    extra: int = 0


def rule(sheet: Sheet, ruling: Ruling) -> list[Event]:
    """Return the events of a ruling: the ruling itself, then its effects in their order.

    Args:
        sheet: The match so far.
        ruling: The director's decision.

    Raises:
        SheetError: There is no such row or remedy in this game, something that it needs is missing or cannot be, or
            the match is over.

    Source: 56-IRR-1 to 56-IRR-30.
    """
    row, remedy = _looked_up(sheet, ruling)
    _check(sheet, row, remedy, ruling)
    offender = None if remedy.blameless else ruling.offender
    ruled = IrregularityRuled(
        rule=row.id,
        remedy=remedy.key,
        hand=sheet.running.hand,
        offender=offender,
        side=None if offender is None else sheet.rules.side_of(offender),
        player="" if offender is None else ruling.player,
        card=ruling.card if remedy.needs_card else "",
        denomination=ruling.denomination if remedy.needs_denomination else "",
        extra=ruling.extra if remedy.takes_extra else 0,
    )
    bringing = _Bringing(sheet, ruled)
    bringing.put(ruled)
    for effect in remedy.effects:
        _EFFECTS[effect](bringing)
    return bringing.happened


def lost(sheet: Sheet, side: int) -> int:
    """Return the stake points that the other side scores if a side loses the running hand.

    The contract has gone against the offenders: their own is defeated, the other side's made. Before the first bid of
    an auction it is the lowest contract of their own that is defeated.

    Source: 56-SCORE-3, 56-IRR-24.
    """
    contract = sheet.contract
    if contract is None:
        return sheet.rules.stake(LOWEST, 0, made=False)
    made = sheet.rules.side_of(contract.declarer) != side
    return sheet.rules.stake(contract.number, contract.doubled, made=made)


def choosers(sheet: Sheet, row: Irregularity, offender: int | None) -> tuple[int, ...]:
    """Return the seats that may choose the remedy; none if nobody at the table chooses.

    Args:
        sheet: The match so far.
        row: The row.
        offender: The seat that did it.

    Source: 56-IRR-2, 56-IRR-12, 56-IRR-14, 56-IRR-16, 56-IRR-17, 56-IRR-20.
    """
    match row.chooser:
        case Chooser.DEALER:
            return (sheet.dealer,)
        case Chooser.OPENER:
            return (sheet.opener,)
        case Chooser.NEXT if offender is not None:
            return (sheet.rules.next_seat(offender),)
        case Chooser.OFFENDER | Chooser.ANYBODY if offender is not None:
            return (offender,)
        case Chooser.OFFENDED | Chooser.OTHER if offender is not None:
            return sheet.rules.sides[other_side(sheet.rules.side_of(offender))]
    return ()


def offenders(sheet: Sheet, row: Irregularity) -> tuple[int, ...]:
    """Return the seats of possible offenders. Source: 56-IRR-4 to 56-IRR-7, 56-IRR-16, 56-IRR-17."""
    rules = sheet.rules
    match row.by:
        case By.NOBODY:
            return ()
        case By.MATES:
            return tuple(seat for seat in rules.sides[rules.side_of(sheet.opener)] if seat != sheet.opener)
        case By.DEALERS:
            return rules.sides[rules.side_of(sheet.dealer)]
    return tuple(range(rules.players))


def is_repeated(sheet: Sheet, row: Irregularity, offender: int, player: str = "") -> bool:
    """Return whether one more occurrence loses the match.

    Args:
        sheet: The match so far.
        row: The row.
        offender: The seat that did it now.
        player: The offender's id where seats have players.

    Source: 56-IRR-25, 56-IRR-27.
    """
    if row.repeats is None:
        return False
    before = [ruled for ruled in sheet.rulings if ruled.rule == row.id and ruled.offender is not None]
    mine = sum((ruled.player == player) if player else (ruled.offender == offender) for ruled in before)
    ours = sum(ruled.side == sheet.rules.side_of(offender) for ruled in before)
    return 0 < row.repeats.by_player <= mine + 1 or 0 < row.repeats.by_side <= ours + 1


def other_side(side: int) -> int:
    """Return the other side of two. Source: 56-SEAT-2."""
    return 1 - side


def sheet_of(state: Hand, rulings: tuple[IrregularityRuled, ...] = ()) -> Sheet:
    """Return the score sheet of a hand that is played here: its standing, and the contract as far as it is bid.

    Args:
        state: The running hand.
        rulings: The rulings of the match so far.
    """
    contract: Contract | None = None
    if isinstance(state, Playing):
        contract = state.contract
    elif isinstance(state, Auction) and state.bid:
        contract = sheets.contract_of(state.rules, state.bidder, state.bid, state.denomination, state.doubled)
    return Sheet(state.rules, state.tally, contract=contract, rulings=rulings)


def apply_noted(state: Game, event: Event) -> Game:
    """Return the state after an event that changes nothing of it."""
    return state


def apply_awarded(state: Hand, event: PenaltyAwarded) -> Game:
    """Return the state with stake points awarded. Source: 56-IRR-14."""
    return replace(state, tally=sheets.awarded(state.tally, event))


def apply_ended(state: Hand, event: HandAdjusted | HandCancelled) -> Game:
    """Return the state with the hand over and not scored yet."""
    return Between(state.rules, state.tally, last=state)


def direct(state: Game, effect: DirectorsEffect) -> list[Event]:
    """Return the events of a ruling's effect on a live hand.

    Args:
        state: The game.
        effect: An effect of the ruling.

    Raises:
        IllegalAction: No hand is running that could be ruled on, or a match is forfeited while one is.
    """
    if effect.type == FORFEITED:
        if not isinstance(state, Between) or state.result is None:
            raise IllegalAction("wrong-phase", "56-AUD-3", "A match is lost by a ruling once its hand is decided.")
        side = effect.side or 0
        return [MatchForfeited(side), GameFinished((other_side(side),))]
    if not isinstance(state, Hand):
        raise hand_over("56-PLAY-7")
    if effect.type == AWARDED:
        return [PenaltyAwarded(effect.side or 0, effect.stake or 0)]
    sheet, number = sheet_of(state), state.tally.hand
    sides = range(len(state.rules.sides))
    if effect.type == CANCELLED:
        return [HandCancelled(number), *sheets.decided(sheet, "cancelled", tuple(0 for _ in sides))]
    side, stake = effect.side or 0, effect.stake or 0
    gained = tuple(stake * (one == side) for one in sides)
    score = sheets.decided(sheet, "adjusted", gained, contract=sheet.contract)
    return [HandAdjusted(number, side, stake), *score]


def _looked_up(sheet: Sheet, ruling: Ruling) -> tuple[Irregularity, Remedy]:
    row = find_irregularity(ruling.rule)
    if row is None or (row.traditions and sheet.rules.conventions not in row.traditions):
        raise SheetError("no-such-row", "There is no such irregularity in this game.", "rule")
    remedy = row.find_remedy(ruling.remedy)
    if remedy is None:
        raise SheetError("no-such-remedy", "Choose one of the options.", "remedy")
    return row, remedy


def _check(sheet: Sheet, row: Irregularity, remedy: Remedy, ruling: Ruling) -> None:
    """Raise `SheetError` if the ruling lacks something or contradicts the sheet."""
    sheets.check_open(sheet)
    if row.needs_contract and sheet.contract is None and not remedy.blameless:
        raise SheetError("contract-missing", "Enter the contract of this hand first.", "contract")
    if not remedy.blameless:
        if ruling.offender is None:
            raise SheetError("offender-missing", "Say who did it.", "offender")
        if ruling.offender not in offenders(sheet, row):
            raise SheetError(
                "wrong-offender", "This player cannot have done that: choose another irregularity.", "offender"
            )
    if remedy.needs_card and ruling.card not in UNIT:
        raise SheetError("card-missing", "Name the card.", "card")
    if remedy.needs_denomination and ruling.denomination not in DENOMINATIONS:
        raise SheetError("denomination-missing", "Say what was bid: a suit or no trump.", "denomination")
    if remedy.takes_extra and not 0 <= ruling.extra <= MOST_EXTRA:
        raise SheetError("no-such-extra", "From 0 to {most} stake points.", "extra", most=MOST_EXTRA)
    _check_repeats(sheet, row, remedy, ruling)


def _check_repeats(sheet: Sheet, row: Irregularity, remedy: Remedy, ruling: Ruling) -> None:
    """Raise `SheetError` if the match would be lost too early, or saved too late. Source: 56-IRR-25, 56-IRR-27."""
    if row.repeats is None or ruling.offender is None:
        return
    repeated = is_repeated(sheet, row, ruling.offender, ruling.player)
    if remedy.loses_match and not repeated:
        raise SheetError("not-repeated", "It has not happened often enough in this match to lose it.", "remedy")
    if repeated and row.repeats.must and not remedy.loses_match:
        raise SheetError("match-lost", "It has happened too often in this match: the match is lost.", "remedy")


class _Bringing:
    """Collects the events of a ruling; each event is entered on the sheet before the next is made."""

    def __init__(self, sheet: Sheet, ruled: IrregularityRuled) -> None:
        self.sheet = sheet
        self.contract = sheet.contract
        self.ruled = ruled
        self.happened: list[Event] = []

    def put(self, *happened: Event) -> None:
        for event in happened:
            self.happened.append(event)
            self.sheet = sheets.evolve(self.sheet, event)

    @property
    def offender(self) -> int:
        assert self.ruled.offender is not None, "checked before"
        return self.ruled.offender

    @property
    def side(self) -> int:
        assert self.ruled.side is not None, "checked before"
        return self.ruled.side

    def lay(self, *, first: bool) -> None:
        self.put(PenaltyCardPlaced(self.offender, self.ruled.card, first))

    def demand(self, seat: int | None) -> None:
        self.put(SuitDemanded(seat, self.ruled.card[0]))

    def forbid(self, seat: int | None) -> None:
        self.put(SuitForbidden(seat, self.ruled.card[0]))

    def award(self, points: int) -> None:
        if points:
            self.put(PenaltyAwarded(other_side(self.side), points))

    def cancel(self) -> None:
        nothing = (0,) * len(self.sheet.rules.sides)
        self.put(HandCancelled(self.ruled.hand), *sheets.decided(self.sheet, "cancelled", nothing))

    def adjust(self, stake: int) -> None:
        winners = other_side(self.side)
        gained = tuple(stake * (side == winners) for side in range(len(self.sheet.rules.sides)))
        score = sheets.decided(self.sheet, "adjusted", gained, contract=self.contract)
        self.put(HandAdjusted(self.ruled.hand, winners, stake), *score)

    def forfeit(self) -> None:
        # The match may have been decided by the hand already, and then by its score; the ruling stands above that.
        self.happened = [event for event in self.happened if not isinstance(event, GameFinished)]
        self.sheet = replace(self.sheet, tally=replace(self.sheet.tally, finished=False, winners=()))
        self.put(MatchForfeited(self.side), GameFinished((other_side(self.side),)))


_EFFECTS: Mapping[Effect, Callable[[_Bringing], None]] = {
    Effect.LAY: lambda ruling: ruling.lay(first=True),
    Effect.LAY_OPEN: lambda ruling: ruling.lay(first=False),
    Effect.DEMAND: lambda ruling: ruling.demand(None),
    Effect.FORBID: lambda ruling: ruling.forbid(None),
    Effect.OPENER_DEMAND: lambda ruling: ruling.demand(ruling.sheet.opener),
    Effect.OPENER_FORBID: lambda ruling: ruling.forbid(ruling.sheet.opener),
    Effect.LEAD: lambda ruling: ruling.put(LeadGiven(ruling.offender)),
    Effect.LIMIT: lambda ruling: ruling.put(CallLimited(ruling.offender, ruling.ruled.denomination)),
    Effect.PASSES: lambda ruling: ruling.put(PassesOwed(other_side(ruling.side))),
    Effect.POINT: lambda ruling: ruling.award(1),
    Effect.EXTRA: lambda ruling: ruling.award(ruling.ruled.extra),
    Effect.REDEAL: lambda ruling: ruling.cancel(),
    Effect.COMPLETE: lambda ruling: ruling.adjust(0),
    Effect.LOSE: lambda ruling: ruling.adjust(lost(ruling.sheet, ruling.side)),
    Effect.LOSE_TWICE: lambda ruling: ruling.adjust(2 * lost(ruling.sheet, ruling.side)),
    Effect.MATCH: lambda ruling: ruling.forfeit(),
}
