"""The score sheet of a game with real cards.

The sheet knows the standing and how each hand came out; from that follow game points, stakes, base cards, kunukku,
salaams and the end of the game, by the same functions that score a hand played here. The trump is never written down.

| rule | where |
| --- | --- |
| 28-DEAL-3, 28-SEAT-3 | `Sheet.running`, `Sheet.opener` |
| 28-AUC-3, 28-AUC-4, 28-AUC2-2, 28-PAG-3, 28-W8-1 | `contract_of` |
| 28-AUC-7, 28-SCO-2, 28-SCO-3, 28-PAG-6, 28-WIK-1, 28-W8-3 | `enter`: the band of the number and its auction |
| 28-SCO-1, 28-DECK-3, 28-HSE-4, 28-HSE-8 | `_counted`: card points go with the bid and the outcome |
| 28-CON-1, 28-CON-4, 28-AUC-2, 28-WIK-6 | `outcomes`, `_check_outcome` |
| 28-THANI-1, 28-THANI-3, 28-HSE-6, 28-HSE-9, 28-HSE-10 | `_check_alone`, `enter` |
| 28-COT-1, 28-HSE-2, 28-HSE-4, 28-HSE-5 | `_check_tricks`, `enter` |
| 28-STK-2 to 28-STK-4, 28-WIK-2 to 28-WIK-4, 28-HSE-11 to 28-HSE-13, 28-END-2, 28-END-3 | `engine.twentyeight.score` |

Each hand is judged by itself: whether this seat could come to this bid is a matter of the auction, which a sheet does
not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from engine import standing
from engine.actions import Concede
from engine.errors import SheetError
from engine.events import (
    BidMade,
    CardPlayed,
    CotCalled,
    Event,
    GameFinished,
    HandScored,
    KunukkuPlaced,
    KunukkuRemoved,
    SurrenderAccepted,
    SurrenderOffered,
    SurrenderRefused,
    ThaniCalled,
    TrumpFolded,
)
from engine.twentyeight import score
from engine.twentyeight.ruleset import TwentyEight
from engine.twentyeight.state import Contract, Playing, Solo, Tally
from engine.written import SheetHand


class Sheet(msgspec.Struct, frozen=True):
    """The state of a game.

    Attributes:
        rules: The rule set with its options.
        tally: What lasts from hand to hand; of the hand last decided where `decided`, else of the running one.
        decided: The hand of the tally is decided, and the next has not begun yet.
    """

    rules: TwentyEight
    tally: Tally
    decided: bool = False

    @property
    def contract(self) -> None:
        """No contract: one of 28 is entered with its result."""
        return

    @property
    def running(self) -> Tally:
        """The tally at the running hand; of a decided game that of its last. Source: 28-DEAL-3."""
        tally = self.tally
        if not self.decided or tally.finished:
            return tally
        return replace(tally, hand=tally.hand + 1, dealer=self.rules.next_seat(cast("int", tally.dealer)))

    @property
    def dealer(self) -> int:
        """The dealer of the running hand."""
        return cast("int", self.running.dealer)

    @property
    def opener(self) -> int:
        """The seat that bids and leads first in the running hand. Source: 28-SEAT-3."""
        return self.rules.next_seat(self.dealer)


def open_sheet(rules: TwentyEight, dealer: int) -> Sheet:
    """Return the sheet of a game whose first hand is dealt by a seat.

    Raises:
        SheetError: There is no such seat.

    Source: 28-DEAL-3.
    """
    return Sheet(rules, replace(rules.opening_tally(), hand=1, dealer=_seat(rules, dealer, "dealer")))


def outcomes(rules: TwentyEight) -> tuple[str, ...]:
    """Return how a hand can come out. Source: 28-CON-1, 28-WIK-6."""
    conceded = ("conceded",) if Concede in rules.tradition.judges[Playing] else ()
    return ("made", "failed", *conceded, *(() if rules.opener_bids else ("passed_out",)))


def form_members(rules: TwentyEight) -> dict[str, Any]:
    """Return the members of the `engine.written.SheetForm` of a rule set."""
    return {
        "outcomes": outcomes(rules),
        "lowest": rules.lowest_bid,
        "highest": rules.highest_bid,
        "later_lowest": rules.later_lowest,
        "auctions_differ": rules.auctions_differ,
        "deck_points": rules.deck_points,
        "alone": tuple(rules.undertakings),
        "sweeps": rules.cot,
        "surrenders": rules.surrender,
    }


def check(rules: TwentyEight, hand: SheetHand) -> None:
    """Raise `SheetError` if no hand by these rules can come out so. As `tidied`."""
    tidied(rules, hand)


def tidied(rules: TwentyEight, hand: SheetHand) -> SheetHand:
    """Return a hand in its canonical form. As `engine.sheets.tidied`.

    Raises:
        SheetError: No hand by these rules can come out so.
    """
    return _read(rules, hand)[0]


def _read(rules: TwentyEight, hand: SheetHand) -> tuple[SheetHand, Contract | None]:
    """Return a hand as `tidied` does, with its contract; None for one that was passed out."""
    _check_outcome(rules, hand)
    if hand.outcome == "passed_out":
        return hand, None
    for field in ("denomination", "doubled"):
        if getattr(hand, field) is not None:
            raise SheetError("not-of-28", "A hand of 28 has nothing like this: leave it out.", field)
    declarer = _seat(rules, hand.declarer, "declarer")
    _check_alone(rules, hand)
    _check_tricks(rules, hand)
    if hand.alone == "cot":
        contract = Contract(declarer, 0, 1)
        return _counted(rules, hand, contract), contract
    contract = contract_of(rules, declarer, hand.number, hand.auction)
    if hand.alone == "thani" and hand.auction == 2:
        raise SheetError("thani-raised", "A thani raises no bid: enter the bid of the auction.", "auction")
    soloist = None if hand.soloist == declarer else hand.soloist
    auction = contract.auction if rules.auctions_differ else None
    return _counted(rules, replace(hand, auction=auction, soloist=soloist), contract), contract


def _check_outcome(rules: TwentyEight, hand: SheetHand) -> None:
    """Raise `SheetError` if these rules do not know the outcome. Source: 28-AUC-2, 28-WIK-6, 28-CON-1, 28-CON-4."""
    outcome = hand.outcome
    if outcome not in ("made", "failed", "conceded", "passed_out"):
        raise SheetError("no-such-outcome", "Say how the hand ended.", "outcome")
    if outcome not in outcomes(rules):
        if outcome == "passed_out":
            raise SheetError(
                "somebody-must-bid", "By these rules somebody must bid: the hand cannot be passed out.", "outcome"
            )
        raise SheetError(
            "no-concessions", "By these rules nobody concedes: enter the hand as made or failed.", "outcome"
        )
    if outcome == "passed_out" and hand != SheetHand(outcome):
        raise SheetError("not-played", "A hand on which nobody bid has nothing else to enter.", "outcome")
    if outcome == "conceded" and (hand.points is not None or hand.shares):
        raise SheetError("not-played", "For a conceded hand, enter no card points.", "points")


def contract_of(rules: TwentyEight, declarer: int | None, number: int | None, auction: int | None = None) -> Contract:
    """Return a contract, without a trump.

    Args:
        rules: The rule set.
        declarer: The seat that bid it, or whose partner raised it.
        number: The number bid.
        auction: The auction in which it was bid, 1 or 2; None where that is the same or follows from the number. The
            contract has 1 for a raise that is worth no more.

    Raises:
        SheetError: There is none like this.

    Source: 28-AUC-3, 28-AUC-4, 28-AUC2-2, 28-PAG-3.
    """
    declarer = _seat(rules, declarer, "declarer")
    if number is None or not rules.lowest_bid <= number <= rules.highest_bid:
        raise SheetError(
            "no-such-number",
            "A bid is from {lowest} to {highest}.",
            "number",
            lowest=rules.lowest_bid,
            highest=rules.highest_bid,
        )
    later = rules.later_lowest
    if auction not in (None, 1, 2):
        raise SheetError("no-such-auction", "A number is bid in auction 1 or 2.", "auction")
    if auction == 2 and not later:
        raise SheetError("no-later-auction", "By these rules there is one auction, and nobody raises later.", "auction")
    if auction == 2 and number < later:
        raise SheetError("bid-too-low", "After the first auction a bid is at least {lowest}.", "auction", lowest=later)
    if rules.auctions_differ and auction is None and number >= later:
        raise SheetError("auction-missing", "Say whether that was bid in the first auction or the second.", "auction")
    return Contract(declarer, number, (auction or 1) if rules.auctions_differ else 1)


def _check_alone(rules: TwentyEight, hand: SheetHand) -> None:
    """Raise `SheetError` if nobody can have undertaken this alone.

    Source: 28-THANI-1, 28-HSE-6, 28-HSE-8, 28-HSE-9, 28-HSE-10.
    """
    if hand.alone and hand.alone not in rules.undertakings:
        raise SheetError("not-alone", "By these rules nobody plays that alone: leave it out.", "alone")
    if hand.soloist is not None:
        if hand.alone != "late_thani":
            raise SheetError(
                "no-soloist", "Only a late thani can be said by another player than the declarer.", "soloist"
            )
        _seat(rules, hand.soloist, "soloist")
    if hand.alone == "cot" and (hand.number is not None or hand.auction is not None):
        raise SheetError("cot-has-no-bid", "A four-card cot is above every bid: leave the bid out.", "number")


def _check_tricks(rules: TwentyEight, hand: SheetHand) -> None:
    """Raise `SheetError` if all tricks cannot have gone to one camp, or nobody can have given in so.

    Source: 28-COT-1, 28-HSE-2, 28-HSE-4, 28-THANI-3.
    """
    if hand.swept:
        if not rules.cot:
            raise SheetError("no-cot", "By these rules all tricks count no more than the bid: leave it out.", "swept")
        if hand.alone or hand.surrender == "accepted":
            raise SheetError(
                "no-cot",
                "All tricks count double only if all were played and nobody played alone: leave it out.",
                "swept",
            )
    if hand.surrender:
        if hand.surrender not in ("accepted", "refused"):
            raise SheetError("no-such-surrender", "An offer to surrender is accepted or refused.", "surrender")
        if not rules.surrender:
            raise SheetError("no-surrender", "By these rules nobody offers to surrender: leave it out.", "surrender")
        if hand.alone:
            raise SheetError(
                "no-surrender",
                "After a thani or a four-card cot nobody offers to surrender: leave it out.",
                "surrender",
            )


def _counted(rules: TwentyEight, hand: SheetHand, contract: Contract) -> SheetHand:
    """Return the hand with the card points that follow from the rest.

    Raises:
        SheetError: These points cannot be, or not with this bid and outcome.

    Source: 28-DECK-3, 28-SCO-1, 28-COT-1, 28-THANI-3, 28-HSE-4, 28-HSE-5, 28-HSE-8, 28-HSE-10.
    """
    most, sides, number = rules.deck_points, len(rules.sides), contract.bid
    declaring = rules.side_of(contract.declarer)
    own, shares = hand.points, hand.shares
    if shares:
        _check_shares(rules, hand, declaring)
        own = shares[declaring]
    if own is not None and not 0 <= own <= most:
        raise SheetError("no-such-points", "The declarer's side has 0 to {most} card points.", "points", most=most)
    made, field = hand.outcome == "made", "shares" if shares else "points"
    has_all = _has_all(rules, hand, declaring)
    if has_all is not None and hand.alone != "cot":
        due = most if has_all else 0
        if own not in (None, due):
            raise SheetError(
                "points-differ", "With this outcome the declarer's side has {due} card points.", field, due=due
            )
        own = due
    elif has_all is not None:
        if shares and sum(shares) != own:
            raise SheetError("points-differ", "A four-card cot that is won leaves no card points to others.", field)
        if own is not None:
            shares = tuple(own if side == declaring else 0 for side in range(sides))
    elif own is not None and not hand.alone and hand.surrender != "refused" and made != (own >= number):
        if made:
            raise SheetError(
                "points-differ", "A bid of {number} is made with {number} card points or more.", field, number=number
            )
        raise SheetError(
            "points-differ", "A bid of {number} has failed with fewer card points than that.", field, number=number
        )
    if sides == 2 and hand.alone != "cot":
        shares = ()
    elif own == most:
        # Nothing is left for the others, however many they are.
        shares = tuple(most if side == declaring else 0 for side in range(sides))
    return replace(hand, points=own, shares=shares)


def _check_shares(rules: TwentyEight, hand: SheetHand, declaring: int) -> None:
    """Raise `SheetError` if the sides cannot have these card points. Source: 28-DECK-3, 28-HSE-8."""
    most, shares = rules.deck_points, hand.shares
    if len(shares) != len(rules.sides):
        raise SheetError(
            "no-such-points", "Enter the card points of all {sides} sides.", "shares", sides=len(rules.sides)
        )
    # In a four-card cot half of the cards are not dealt.
    if min(shares) < 0 or sum(shares) > most or (sum(shares) < most and hand.alone != "cot"):
        raise SheetError("no-such-points", "All sides together have {most} card points.", "shares", most=most)
    if hand.points not in (None, shares[declaring]):
        raise SheetError("points-differ", "These are not the card points of the declarer's side.", "points")


def _has_all(rules: TwentyEight, hand: SheetHand, declaring: int) -> bool | None:
    """Return whether by its outcome all card points of the hand are the declarer's side's, or none of them.

    None where neither follows.

    Source: 28-COT-1, 28-THANI-3, 28-HSE-4, 28-HSE-8, 28-HSE-10.
    """
    if hand.alone:
        if hand.outcome == "failed":
            return None
        return hand.soloist is None or rules.side_of(hand.soloist) == declaring
    if hand.swept or hand.surrender == "accepted":
        return hand.outcome == "made"
    return None


def enter(sheet: Sheet, hand: SheetHand) -> list[Event]:
    """Return the events that decide the running hand.

    Raises:
        SheetError: The game is over, or no hand by these rules can come out so.

    Source: 28-SCO-1 to 28-SCO-4, 28-CON-4, 28-THANI-3, 28-COT-1, 28-HSE-4, 28-HSE-5, 28-HSE-8, 28-HSE-10, 28-WIK-6.
    """
    check_open(sheet)
    rules, tally = sheet.rules, sheet.running
    hand, contract = _read(rules, hand)
    if contract is None:
        return score.score_passed_out(rules, tally)
    made, points = hand.outcome == "made", _by_side(rules, hand, rules.side_of(contract.declarer))
    if hand.outcome == "conceded":
        return score.score_conceded(rules, tally, contract)
    if hand.alone:
        solo = Solo(contract.declarer, *rules.undertakings[hand.alone])
        if hand.soloist is not None:
            solo = replace(solo, seat=hand.soloist)
        return score.score_alone(rules, tally, contract, solo, points, won=made)
    times = 2 if hand.swept or hand.surrender == "refused" else 1
    return score.score_contract(rules, tally, contract, points, made=made, times=times)


def _by_side(rules: TwentyEight, hand: SheetHand, declaring: int) -> tuple[int, ...] | None:
    """Return the card points of each side of a tidied hand; None if they are not known of all."""
    if hand.shares or hand.points is None or len(rules.sides) > 2 or hand.alone == "cot":
        return hand.shares or None
    return tuple(hand.points if side == declaring else rules.deck_points - hand.points for side in range(2))


def evolve(sheet: Sheet, event: Event) -> Sheet:
    """Return the sheet after an event; one that changes nothing of it is passed over."""
    match event:
        case KunukkuRemoved():
            return replace(sheet, tally=score.taken_off(sheet.running, event.seats), decided=False)
        case KunukkuPlaced():
            return replace(sheet, tally=score.put_on(sheet.running, event.seats), decided=False)
        case HandScored():
            return replace(sheet, tally=score.tally_after(sheet.running, event), decided=True)
        case GameFinished():
            return replace(sheet, tally=replace(sheet.tally, finished=True, winners=event.winners))
    return sheet


def leaders(sheet: Sheet) -> tuple[int, ...]:
    """Return the sides that win if the game ends now; all that are level. Source: 28-END-3, 28-WIK-5."""
    return standing.leaders(sheet.rules, sheet.running)


def check_open(sheet: Sheet) -> None:
    """Raise `SheetError` if the game is over. Source: 28-END-1."""
    if sheet.tally.finished:
        raise SheetError("match-over", "The game is over.", "outcome")


def _seat(rules: TwentyEight, seat: int | None, field: str) -> int:
    """Return a seat, or raise `SheetError` if there is none like this."""
    if seat is None or not 0 <= seat < rules.players:
        raise SheetError("no-such-seat", "There is no such seat at this table.", field)
    return seat


def told_of(rules: TwentyEight, events: Sequence[Event], scored: HandScored) -> SheetHand:
    """Return a hand that was played here as it is written on a sheet. As `engine.sheets.told_of`.

    Args:
        rules: The rule set.
        events: The events of the hand, up to its score at least.
        scored: Its score.
    """
    if scored.declarer is None:
        return SheetHand(scored.outcome)
    alone, soloist = _undertaken(events)
    hand = SheetHand(
        scored.outcome,
        declarer=scored.declarer,
        number=scored.bid,
        auction=None if scored.bid is None else _auction(rules, events),
        shares=scored.points or (),
        alone=alone,
        soloist=soloist,
        surrender=_surrender(events),
    )
    return tidied(rules, replace(hand, swept=_swept(rules, events, hand, scored, rules.side_of(scored.declarer))))


def _auction(rules: TwentyEight, events: Sequence[Event]) -> int | None:
    """Return the auction of the last bid: what comes after a fold is of the second. Source: 28-AUC2-1, 28-AUC2-5."""
    if not rules.auctions_differ:
        return None
    later = dropwhile(lambda event: not isinstance(event, TrumpFolded), events)
    return 2 if any(isinstance(event, BidMade) for event in later) else 1


def _undertaken(events: Sequence[Event]) -> tuple[str, int | None]:
    """Return the undertaking of one player, and for a late thani the seat. Source: 28-THANI-1, 28-HSE-6, 28-HSE-9."""
    for place, event in enumerate(events):
        if isinstance(event, CotCalled):
            return "cot", None
        if isinstance(event, ThaniCalled):
            late = any(isinstance(before, CardPlayed) for before in events[:place])
            return ("late_thani", event.seat) if late else ("thani", None)
    return "", None


def _surrender(events: Sequence[Event]) -> str:
    """Return the answer to an offer to give in. Source: 28-HSE-3."""
    for event in events:
        if isinstance(event, SurrenderAccepted):
            return "accepted"
        if isinstance(event, SurrenderRefused):
            return "refused"
    return ""


def _swept(rules: TwentyEight, events: Sequence[Event], hand: SheetHand, scored: HandScored, declaring: int) -> bool:
    """Return whether one camp took every trick, as the game points say: they are double.

    After a refused surrender they always are; then the side that refused has won only if it took every trick.

    Source: 28-COT-1, 28-HSE-5.
    """
    made = scored.outcome == "made"
    if scored.bid is None or hand.alone:
        return False
    if hand.surrender == "refused":
        offered = next(event.seat for event in events if isinstance(event, SurrenderOffered))
        return made != (rules.side_of(offered) == declaring)
    band = rules.band_of(scored.bid, hand.auction or 1)
    return scored.game_points is not None and scored.game_points[declaring] == 2 * (band.made if made else -band.failed)
