"""The phases of a game of 56, each a frozen value with just what that phase needs.

`Between` → `Auction` → `Playing` → `Between`, or straight back where nobody bids or the hand is cancelled. Collections
of cards are counts (`engine.fiftysix.cards`). What changes with every card is a handful of small members of `Playing`;
the rest is shared between successive states and never copied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.events import HandScored
from engine.rules import State
from engine.tricks import Trick
from engine.views import AuctionStep

if TYPE_CHECKING:
    from engine.fiftysix.ruleset import FiftySix


class Tally(msgspec.Struct, frozen=True):
    """The accounts carried from hand to hand.

    Attributes:
        hand: The number of the running or last hand; 0 before the first.
        dealer: Its dealer; None before the first.
        score: Each side's stake points, in the running game of a match of games.
        games: The games each side has won, or None where the match does not go by games.
        counted: The number of hands that count towards the ending; cancelled ones do not.
        cancelled: The last decided hand was cancelled, so that its dealer deals again. Source: 56-DEAL-4.
        game_won: The last decided hand won a game; the next starts at 0 : 0. Source: 56-MATCH-2.
        finished: The match is decided.
        winners: The sides that won it.
    """

    hand: int
    dealer: int | None
    score: tuple[int, ...]
    games: tuple[int, ...] | None
    counted: int = 0
    cancelled: bool = False
    game_won: bool = False
    finished: bool = False
    winners: tuple[int, ...] = ()

    @property
    def stakes(self) -> None:
        """No stakes: 56 keeps none. Here for `engine.standing.Accounts`."""
        return

    @property
    def kunukku(self) -> None:
        """No kunukku."""
        return

    @property
    def salaams(self) -> None:
        """No salaams."""
        return


class Deal(msgspec.Struct, frozen=True):
    """The cards of a hand as dealt, by seat."""

    hands: tuple[int, ...]
    opener: int

    def __repr__(self) -> str:
        """Return the deal for a log or an error page: without a card."""
        return f"<Deal, opener {self.opener}>"


class Contract(msgspec.Struct, frozen=True):
    """The contract. `trump` is the trump suit's mask, 0 in no trump; `doubled` is 0, 1 or 2. Source: 56-CON-1."""

    declarer: int
    number: int
    denomination: str
    doubled: int
    trump: int


class Game(State, frozen=True):
    """Base of every phase."""

    rules: FiftySix
    tally: Tally


class Hand(Game, frozen=True):
    """Base of every phase of a running hand. `said` is every call so far."""

    deal: Deal
    said: tuple[AuctionStep, ...]


class Between(Game, frozen=True):
    """No hand is running: before the first, between two, or after the last.

    `last` is the hand that ended, as it ended; `result` its score, None for the moment before it is scored.
    """

    last: Hand | None = None
    result: HandScored | None = None


class Auction(Hand, frozen=True):
    """The auction.

    Attributes:
        turn: The seat to call.
        bid: The number of the last contract bid; 0 before the first.
        denomination: The denomination it names; empty before the first.
        bidder: The seat that made it; -1 before the first.
        doubled: 0, or 1 doubled, 2 redoubled.
        passes: The number of passes in a row.
        self_raised: Somebody has raised the bid on which all others had passed. Source: 56-AUC-15.
    """

    turn: int
    bid: int = 0
    denomination: str = ""
    bidder: int = -1
    doubled: int = 0
    passes: int = 0
    self_raised: bool = False

    @property
    def position(self) -> int:
        """The position of the seat to call: 1 for the opener, and on beyond the first round. Source: 56-AUC-1."""
        return len(self.said) + 1


class Playing(Hand, frozen=True):
    """Tricks are played.

    Attributes:
        contract: The contract in play.
        held: The cards in hand, by seat.
        turn: The seat to play; once all cards are played, the winner of the last trick.
        points: Card points in complete tricks, by side.
        trick: The units of the running trick, in the order played.
        led: The mask of the suit led; stale while `trick` is empty.
        tricks: The complete tricks.
    """

    contract: Contract
    held: tuple[int, ...]
    turn: int
    points: tuple[int, ...]
    trick: tuple[int, ...] = ()
    led: int = 0
    tricks: tuple[Trick, ...] = ()
