"""The score sheet of a match with real cards.

The sheet knows the contract of the running hand, if somebody said it, and how each hand came out; from that follow
stake points, games and the end of the match, by the same functions that score a hand played here.

| rule | where |
| --- | --- |
| 56-SCORE-1 to 56-SCORE-3, 56-CON-3 | `enter_hand` |
| 56-DEAL-3, 56-DEAL-4, 56-MATCH-2 | `running` |
| 56-AUC-6, 56-AUC-7, 56-AUC-8 | `enter_hand`: a hand can be passed out where nobody must bid |
| 56-PLAY-6 | `enter_hand`: a hand known from its record can have ended by a claim |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from engine.errors import SheetError
from engine.events import Event, GameFinished, HandScored, IrregularityRuled, PenaltyAwarded
from engine.fiftysix import dealing, score
from engine.fiftysix.calls import HIGHEST, LOWEST, NO_TRUMP
from engine.fiftysix.cards import ALL_POINTS, SUIT_MASK
from engine.fiftysix.ruleset import FiftySix
from engine.fiftysix.state import Between, Contract, Tally
from engine.standing import ahead
from engine.written import SheetHand

DENOMINATIONS = (*SUIT_MASK, NO_TRUMP)
"""What a contract can name. Source: 56-CON-1."""
OUTCOMES = ("made", "failed", "passed_out", "cancelled")
"""How a hand can come out on a sheet."""
CLAIMED = "claimed"
"""The outcome of a hand that a claim ended, known from its record: its points say whether the contract is made.

Source: 56-PLAY-6.
"""
OF_28 = ("auction", "shares", "alone", "soloist", "swept", "surrender")
"""The members of `SheetHand` that no hand of 56 has."""
_NOTHING = SheetHand("")


class Sheet(msgspec.Struct, frozen=True):
    """The state of a match.

    Attributes:
        rules: The rule set with its options.
        tally: What lasts from hand to hand; of the hand last decided where `decided`, else of the running one.
        decided: The hand of the tally is decided, and the next has not begun yet.
        contract: The contract of the running hand, if it is known.
        rulings: The rulings of the match that stand.
    """

    rules: FiftySix
    tally: Tally
    decided: bool = False
    contract: Contract | None = None
    rulings: tuple[IrregularityRuled, ...] = ()

    @property
    def running(self) -> Tally:
        """The tally at the running hand; of a decided match that of its last.

        Source: 56-DEAL-3, 56-DEAL-4, 56-MATCH-2.
        """
        tally = self.tally
        if not self.decided or tally.finished:
            return tally
        between = Between(self.rules, tally)
        fresh = (0,) * len(self.rules.sides) if tally.game_won else tally.score
        return replace(tally, hand=tally.hand + 1, dealer=dealing.next_dealer(between), score=fresh, game_won=False)

    @property
    def dealer(self) -> int:
        """The dealer of the running hand."""
        return cast("int", self.running.dealer)

    @property
    def opener(self) -> int:
        """The seat that calls and leads first in the running hand. Source: 56-SEAT-3."""
        return self.rules.next_seat(self.dealer)


def open_sheet(rules: FiftySix, dealer: int) -> Sheet:
    """Return the sheet of a match whose first hand is dealt by a seat.

    Raises:
        SheetError: There is no such seat.

    Source: 56-DEAL-2.
    """
    _check_seat(rules, dealer, "dealer")
    return Sheet(rules, replace(rules.opening_tally(), hand=1, dealer=dealer))


def contract_of(rules: FiftySix, declarer: int, number: int, denomination: str, doubled: int) -> Contract:
    """Return a contract.

    Raises:
        SheetError: There is none like this.

    Source: 56-CON-1, 56-AUC-3.
    """
    _check_seat(rules, declarer, "declarer")
    if not LOWEST <= number <= HIGHEST:
        raise SheetError(
            "no-such-number",
            "A contract has a number from {lowest} to {highest}.",
            "bid",
            lowest=LOWEST,
            highest=HIGHEST,
        )
    if denomination not in DENOMINATIONS:
        raise SheetError("no-such-denomination", "A contract names a suit or no trump.", "denomination")
    if doubled not in (0, 1, 2):
        raise SheetError("no-such-double", "A contract is undoubled, doubled or redoubled.", "doubled")
    return Contract(declarer, number, denomination, doubled, SUIT_MASK.get(denomination, 0))


def form_members(rules: FiftySix) -> dict[str, Any]:
    """Return the members of the `engine.written.SheetForm` of a rule set."""
    must_bid = rules.compulsory_bidder is not None
    return {
        "outcomes": tuple(outcome for outcome in OUTCOMES if outcome != "passed_out" or not must_bid),
        "lowest": LOWEST,
        "highest": HIGHEST,
        "denominations": DENOMINATIONS,
        "doubles": True,
        "deck_points": ALL_POINTS,
    }


def check(rules: FiftySix, hand: SheetHand) -> None:
    """Raise `SheetError` if no hand by these rules can come out so. As `tidied`. Source: 56-CON-1, 56-SCORE-2."""
    tidied(rules, hand)


def tidied(rules: FiftySix, hand: SheetHand) -> SheetHand:
    """Return a hand in its canonical form: a contract is undoubled unless it says more.

    Raises:
        SheetError: No hand by these rules can come out so.
    """
    enter(open_sheet(rules, 0), hand)
    return hand if hand.declarer is None else replace(hand, doubled=hand.doubled or 0)


def enter(sheet: Sheet, hand: SheetHand) -> list[Event]:
    """Return the events that decide the running hand. As `enter_hand`.

    Raises:
        SheetError: The match is over, or the hand cannot have come out so.
    """
    for field in OF_28:
        if getattr(hand, field) != getattr(_NOTHING, field):
            raise SheetError("not-of-56", "A hand of 56 has nothing like this: leave it out.", field)
    contract = None
    if any(member is not None for member in (hand.declarer, hand.number, hand.denomination, hand.doubled)):
        contract = contract_of(
            sheet.rules,
            -1 if hand.declarer is None else hand.declarer,
            hand.number or 0,
            hand.denomination or "",
            hand.doubled or 0,
        )
    return enter_hand(sheet, hand.outcome, contract, hand.points)


def enter_hand(sheet: Sheet, outcome: str, contract: Contract | None = None, points: int | None = None) -> list[Event]:
    """Return the events that decide the running hand.

    Args:
        sheet: The match so far.
        outcome: One of `OUTCOMES`, or `CLAIMED`.
        contract: The contract; None for a hand that was not played.
        points: The card points of the declarers, if they were counted.

    Raises:
        SheetError: The match is over, or the hand cannot have come out so.

    Source: 56-SCORE-1, 56-SCORE-2, 56-SCORE-3, 56-CON-3, 56-PLAY-6.
    """
    check_open(sheet)
    rules = sheet.rules
    if outcome not in (*OUTCOMES, CLAIMED):
        raise SheetError("no-such-outcome", "Say how the hand ended.", "outcome")
    if outcome in ("passed_out", "cancelled"):
        if outcome == "passed_out" and rules.compulsory_bidder is not None:
            raise SheetError(
                "somebody-must-bid", "By these rules somebody must bid: the hand cannot be passed out.", "outcome"
            )
        if contract is not None or points is not None:
            raise SheetError("not-played", "A hand that was not played has neither contract nor points.", "outcome")
        return decided(sheet, outcome, (0,) * len(rules.sides))
    if contract is None:
        raise SheetError("contract-missing", "Enter the contract of this hand first.", "declarer")
    made = outcome == "made"
    if points is None and outcome == CLAIMED:
        raise SheetError("points-missing", "For a claimed hand, enter the declarers' card points.", "points")
    if points is not None:
        if not 0 <= points <= ALL_POINTS:
            raise SheetError("no-such-points", "The declarers have 0 to {most} card points.", "points", most=ALL_POINTS)
        if outcome == CLAIMED:
            made = points >= contract.number
        elif made != (points >= contract.number):
            raise SheetError("points-differ", "These points and this result do not match.", "points")
    declaring = rules.side_of(contract.declarer)
    stake = rules.stake(contract.number, contract.doubled, made=made)
    gained = tuple(stake * ((side == declaring) == made) for side in range(len(rules.sides)))
    taken = None if points is None else tuple(
        points if side == declaring else ALL_POINTS - points for side in range(len(rules.sides))
    )  # fmt: skip
    return decided(sheet, outcome, gained, contract=contract, points=taken)


def decided(
    sheet: Sheet,
    outcome: str,
    gained: tuple[int, ...],
    *,
    contract: Contract | None = None,
    points: tuple[int, ...] | None = None,
) -> list[Event]:
    """Return the events of a decided hand: its score, and the match's end if it decides that.

    Args:
        sheet: The match so far.
        outcome: The outcome of the hand.
        gained: The stake points of each side in it.
        contract: The contract, if it is part of the result.
        points: The card points of each side, if they are known.

    Source: 56-SCORE-1, 56-SCORE-5, 56-MATCH-1, 56-MATCH-2.
    """
    tally = sheet.running
    return score.decided(
        sheet.rules,
        tally,
        HandScored(
            hand=tally.hand,
            outcome=outcome,
            declarer=None if contract is None else contract.declarer,
            bid=None if contract is None else contract.number,
            points=points,
            game_points=None,
            score=tuple(total + more for total, more in zip(tally.score, gained, strict=True)),
            denomination=None if contract is None else contract.denomination,
            doubled=None if contract is None else contract.doubled,
        ),
    )


def note_contract(sheet: Sheet, contract: Contract | None) -> Sheet:
    """Return the sheet with the contract of the running hand.

    Raises:
        SheetError: The match is over.
    """
    check_open(sheet)
    return replace(sheet, tally=sheet.running, decided=False, contract=contract)


def evolve(sheet: Sheet, event: Event) -> Sheet:
    """Return the sheet after an event; one that changes nothing of it is passed over."""
    match event:
        case HandScored():
            between = score.apply_scored(Between(sheet.rules, sheet.running), event)
            return replace(sheet, tally=between.tally, decided=True, contract=None)
        case GameFinished():
            return replace(sheet, tally=replace(sheet.tally, finished=True, winners=event.winners))
        case PenaltyAwarded():
            return replace(sheet, tally=awarded(sheet.running, event), decided=False)
        case IrregularityRuled():
            return replace(sheet, rulings=(*sheet.rulings, event))
    return sheet


def leaders(sheet: Sheet) -> tuple[int, ...]:
    """Return the sides that win if the match ends now: by games won, then by stake points; both if they are level.

    Source: 56-MATCH-1, 56-MATCH-2, 56-FMT-2.
    """
    tally = sheet.running
    return ahead(sheet.rules, None, tally.score, games=tally.games)


def awarded(tally: Tally, event: PenaltyAwarded) -> Tally:
    """Return the standing with stake points awarded to a side. Source: 56-IRR-14."""
    total = tuple(points + event.stake * (side == event.side) for side, points in enumerate(tally.score))
    return replace(tally, score=total)


def check_open(sheet: Sheet) -> None:
    """Raise `SheetError` if the match is over. Source: 56-MATCH-4."""
    if sheet.tally.finished:
        raise SheetError("match-over", "The match is over.", "rule")


def _check_seat(rules: FiftySix, seat: int, field: str) -> None:
    if not 0 <= seat < rules.players:
        raise SheetError("no-such-seat", "There is no such seat at this table.", field)


def told_of(rules: FiftySix, events: Sequence[Event], scored: HandScored) -> SheetHand:
    """Return a hand that was played here as it is written on a sheet. As `engine.sheets.told_of`.

    Raises:
        ValueError: A director adjusted the hand. Source: 56-IRR-14, 56-IRR-21, 56-IRR-24, 56-IRR-25.
    """
    if scored.outcome not in (*OUTCOMES, CLAIMED):
        raise ValueError(f"a hand that is {scored.outcome} is a ruling, no result of its own")
    if scored.declarer is None:
        return SheetHand(scored.outcome)
    return SheetHand(
        scored.outcome,
        declarer=scored.declarer,
        number=scored.bid,
        denomination=scored.denomination,
        doubled=scored.doubled,
        points=None if scored.points is None else scored.points[rules.side_of(scored.declarer)],
    )
