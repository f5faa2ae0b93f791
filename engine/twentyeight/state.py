"""The phases of a game of 28, each a frozen value with just what that phase needs.

In the Kerala game `Between` → `Auction` (first) → `Folding` → `Auction` (second) → `Deciding` → `Playing` →
`Between`; elsewhere `Between` → `Auction` → `Folding` → `Raising`, where there are raise turns → `Playing` →
`Between`. Sets of cards are masks (`engine.cards`). What changes with every card is a handful of small members
of `Playing`; the rest is shared between successive states and never copied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.events import HandScored
from engine.rules import State
from engine.tricks import Trick
from engine.views import AuctionStep

if TYPE_CHECKING:
    from engine.twentyeight.ruleset import TwentyEight


class Tally(msgspec.Struct, frozen=True):
    """The accounts carried from hand to hand.

    `hand` and `dealer` are those of the running or last hand (0 and None before the first); `counted` is how
    many hands count towards the ending. Either `stakes` or `score` is kept, by side, and by seat `kunukku`, with
    the hand in which each was last put on (`put_on`, -1 for never), or `salaams`. `winners` are sides.
    """

    hand: int
    dealer: int | None
    stakes: tuple[int, ...] | None
    score: tuple[int, ...] | None
    kunukku: tuple[int, ...] | None = None
    put_on: tuple[int, ...] = ()
    salaams: tuple[int, ...] | None = None
    counted: int = 0
    finished: bool = False
    winners: tuple[int, ...] = ()

    @property
    def games(self) -> None:
        """No games: none of 28 goes by them. Here for `engine.standing.Accounts`."""
        return


class Deal(msgspec.Struct, frozen=True):
    """The cards of a hand, as masks by seat: all of them, and those of the first batch.

    `size` is how many cards a seat has, and so the number of tricks.
    """

    hands: tuple[int, ...]
    first: tuple[int, ...]
    opener: int
    size: int

    def __repr__(self) -> str:
        """Return the deal for a log or an error page: without a card."""
        return f"<Deal, opener {self.opener}>"


class Solo(msgspec.Struct, frozen=True):
    """A player's undertaking to take every trick alone, and the game points won or lost by it.

    Source: 28-THANI-1, 28-THANI-3.
    """

    seat: int
    won: int
    lost: int


class Contract(msgspec.Struct, frozen=True):
    """The contract: `indicator` is the folded card's bit, `trump` its whole suit's mask; 0 where none is known."""

    declarer: int
    bid: int
    auction: int
    indicator: int = 0
    trump: int = 0
    solo: Solo | None = None

    def __repr__(self) -> str:
        """Return the contract for a log or an error page: without the trump."""
        return f"<Contract of {self.bid}, seat {self.declarer}>"


class TrumpedTrick(Trick, frozen=True):
    """A complete trick, and its trump.

    `trump` is the open trump's mask, or 0. Where trumps played before the turning up never count (28-BOOK-3),
    `plain` is how many of the cards those are.
    """

    trump: int
    plain: int


class Game(State, frozen=True):
    """Base of every phase."""

    rules: TwentyEight
    tally: Tally


class Hand(Game, frozen=True):
    """Base of every phase of a running hand. `said` is the strip of bids, folds and keeps."""

    deal: Deal
    said: tuple[AuctionStep, ...]


class Between(Game, frozen=True):
    """No hand is running: before the first, between two, or after the last.

    `last` is the hand that ended, as it ended; `result` its score, None for the moment between a concession
    and its score.
    """

    last: Hand | None = None
    result: HandScored | None = None


class Auction(Hand, frozen=True):
    """An auction, the first or the second.

    `bid` is 0 and `bidder` -1 before the first bid. `passes` counts passes in succession. `first_bidder` is
    Bidder 1 and `indicator` that seat's folded card, in the second auction; -1 and 0 in the first.
    """

    number: int
    turn: int
    bid: int
    bid_auction: int
    bidder: int
    passes: int
    first_bidder: int
    indicator: int


class Folding(Hand, frozen=True):
    """Bidder 1 is about to fold a card of the first batch."""

    bid: int
    bidder: int


class Deciding(Hand, frozen=True):
    """The declarer makes the final trump decision. `indicator` is 0 once it went back to Bidder 1's hand."""

    bid: int
    bid_auction: int
    declarer: int
    first_bidder: int
    indicator: int


class Raising(Hand, frozen=True):
    """The declarer, then the partner, may raise the bid once; the declarer may say thani.

    `indicator` is the folded card's bit. Source: 28-PAG-3, 28-THANI-1.
    """

    bid: int
    declarer: int
    turn: int
    indicator: int


class Playing(Hand, frozen=True):
    """Tricks are played.

    Attributes:
        gone: Every card that is in nobody's hand: played, or the hidden indicator.
        turn: The seat to play; once all cards are played, the winner of the last trick.
        trick: The bits of the running trick, in the order played.
        led: The mask of the suit led; stale while `trick` is empty.
        trump: The trump suit's mask once it is up, else 0.
        must: After an ask the trump suit, after a reveal the indicator: what the seat in turn plays if it
            holds any. Else 0.
        turned_by: The seat by whose act the trump came up, or None.
        points: Card points in complete tricks, by side.
        plain: How many cards of the running trick were played before the trump was turned up in it.
        offered: A side has offered to give in; once play goes on, in vain. Source: 28-HSE-2, 28-HSE-5.
    """

    contract: Contract
    gone: int
    turn: int
    trick: tuple[int, ...]
    led: int
    trump: int
    must: int
    turned_by: int | None
    points: tuple[int, ...]
    tricks: tuple[TrumpedTrick, ...]
    plain: int = 0
    offered: bool = False

    def held(self, seat: int) -> int:
        """Return the cards in a seat's hand; the hidden indicator is not among them. Source: 28-FOLD-3."""
        return self.deal.hands[seat] & ~self.gone


class CotPlaying(Playing, frozen=True):
    """The four tricks of a four-card cot; the declarer's partner's cards lie open. Source: 28-HSE-7."""


class Offered(Playing, frozen=True):
    """The seat in turn offers to give in; the next seat answers. Source: 28-HSE-3."""
