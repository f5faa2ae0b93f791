"""The situation of a call: the leader, the earlier calls, and the standing bid. Derived from the public auction.

A situation's kind is one of these words:

| kind | our side | the others |
| --- | --- | --- |
| `opening` | has the lead and has said nothing that means anything | have not bid |
| `compulsory` | the same, and this player must bid (56-AUC-7) | have not bid |
| `over nothing` | has bid because it had to; this player has spoken before | have not bid since |
| `overcalled` | has the lead and has said nothing | have bid |
| `over suit` | a partner's suit stands, the only one named | have not bid since |
| `over suits` | a partner's suit stands, others were named before | have not bid since |
| `agreed` | a suit stands that two of the side named, and this player has bid | have not bid since |
| `after own raise` | the same, and this player raised it | have not bid since |
| `over no trump` | a partner's NS or NT stands, no suit named, this player has not bid | have not bid since |
| `over two suits` | a partner's bid of two suits stands | have not bid since |
| `again` | the player's own bid stands, or no trump after it or after suits | any |
| `after their suit` | has bid | have bid a suit since |
| `after their double` | has bid a suit | have doubled it |
| `theirs` | has not the lead and has not bid | have not bid |
| `theirs, over nothing` | the same | have bid because they had to |
| `theirs, they bid` | the same | have bid a suit |
| `theirs, they bid NOS` | the same | have bid NS or NT |

With two or four players a side, the first to speak is `first`, the last is `last` and whoever is between them
`middle`: what the ledger says of positions 1, 3 and 2 of three.
"""

from __future__ import annotations

import msgspec

from engine.conventions.model import Meaning
from engine.fiftysix.calls import LOWEST, NO_TRUMP
from engine.fiftysix.ruleset import FiftySix
from engine.views import AuctionStep

Past = tuple[Meaning | None, ...]


class MeantBid(msgspec.Struct, frozen=True):
    """A contract bid: its seat, number and denomination, and whether it has a meaning."""

    seat: int
    number: int
    denomination: str
    meaning: Meaning | None
    silent: bool


class Situation(msgspec.Struct, frozen=True):
    """The situation in which a call is made.

    Attributes:
        kind: A word of the table above.
        seat: The seat that calls.
        position: `first`, `middle` or `last` of its side.
        base: The last bid's number, from which a raise is counted; 27 where there is none.
        suits: The suits that the side has named, each once, in the order last named.
        theirs: The suit that the others named last, or None.
    """

    kind: str
    seat: int
    position: str
    base: int
    suits: tuple[str, ...]
    theirs: str | None


def position_of(seat: int, opener: int, rules: FiftySix) -> str:
    """Return the position of a seat among the players of its side."""
    place = (seat - opener) % rules.players // 2
    if place == 0:
        return "first"
    return "last" if place == rules.players // 2 - 1 else "middle"


def bids_of(auction: tuple[AuctionStep, ...], past: Past, rules: FiftySix) -> list[MeantBid]:
    """Return the contract bids of an auction, the pass that counts as one among them. Source: 56-AUC-3, 56-AUC-7."""
    bids: list[MeantBid] = []
    for number, (step, meaning) in enumerate(zip(auction, past, strict=True), start=1):
        if step.word == "call" and step.value is not None and step.denomination is not None:
            silent = meaning is not None and meaning.convention.name.endswith("nothing")
            bids.append(MeantBid(step.seat, step.value, step.denomination, meaning, silent))
        elif step.word == "pass" and not bids and rules.pass_bids and number == rules.compulsory_bidder:
            bids.append(MeantBid(step.seat, LOWEST, NO_TRUMP, None, True))
    return bids


def situation(auction: tuple[AuctionStep, ...], past: Past, seat: int, rules: FiftySix) -> Situation:
    """Return the situation in which a seat calls next.

    Args:
        auction: The auction so far.
        past: The meaning of each of these calls.
        seat: The seat that calls.
        rules: The rule set.
    """
    opener = auction[0].seat if auction else seat
    side = rules.side_of(seat)
    bids = bids_of(auction, past, rules)
    told = [bid for bid in bids if rules.side_of(bid.seat) == side and not bid.silent]
    others = [bid for bid in bids if rules.side_of(bid.seat) != side]
    named = [bid.denomination for bid in told if bid.denomination != NO_TRUMP]
    their_suits = [bid.denomination for bid in others if bid.denomination != NO_TRUMP]
    suits = tuple(sorted(set(named), key=lambda suit: _last_index(named, suit)))
    return Situation(
        kind=_kind(auction, bids, told, others, seat, opener, rules),
        seat=seat,
        position=position_of(seat, opener, rules),
        base=bids[-1].number if bids else LOWEST - 1,
        suits=suits,
        theirs=their_suits[-1] if their_suits else None,
    )


def _last_index(named: list[str], suit: str) -> int:
    return len(named) - named[::-1].index(suit)


def _kind(
    auction: tuple[AuctionStep, ...],
    bids: list[MeantBid],
    told: list[MeantBid],
    others: list[MeantBid],
    seat: int,
    opener: int,
    rules: FiftySix,
) -> str:
    """Return the word for the situation."""
    if not told:
        if rules.side_of(seat) != rules.side_of(opener):
            return _theirs(others)
        if others:
            return "overcalled"
        if not bids and rules.pass_bids and len(auction) + 1 == rules.compulsory_bidder:
            return "compulsory"
        return "over nothing" if any(step.seat == seat for step in auction) and bids else "opening"
    last = bids[-1]
    if rules.side_of(last.seat) != rules.side_of(seat):
        return "after their suit" if last.denomination != NO_TRUMP else "again"
    return _over_own(auction, told, seat)


def _theirs(others: list[MeantBid]) -> str:
    """Return the word for a side without the lead that has not bid."""
    if not others:
        return "theirs"
    if others[-1].silent:
        return "theirs, over nothing"
    return "theirs, they bid" if others[-1].denomination != NO_TRUMP else "theirs, they bid NOS"


def _over_own(auction: tuple[AuctionStep, ...], told: list[MeantBid], seat: int) -> str:
    """Return the word for a situation in which the side's own bid stands."""
    last = told[-1]
    suits = [bid for bid in told if bid.denomination != NO_TRUMP]
    if last.denomination == NO_TRUMP:
        if suits or any(bid.seat == seat for bid in told):
            return "again"
        name = last.meaning.convention.name if last.meaning else ""
        return "over two suits" if name.endswith("two-suits") else "over no trump"
    if any(step.word in ("double", "redouble") for step in auction[_index_of_last_bid(auction) :]):
        return "after their double"
    if last.seat == seat:
        return "again"
    mine = [bid for bid in told if bid.seat == seat]
    agreed = len({bid.seat for bid in suits if bid.denomination == last.denomination}) > 1
    if agreed and mine:
        raised = mine[-1].meaning is not None and mine[-1].meaning.convention.name.startswith("raise")
        return "after own raise" if raised and mine[-1].denomination == last.denomination else "agreed"
    return "over suits" if len({bid.denomination for bid in suits}) > 1 else "over suit"


def _index_of_last_bid(auction: tuple[AuctionStep, ...]) -> int:
    return max((index for index, step in enumerate(auction) if step.word == "call"), default=0)
