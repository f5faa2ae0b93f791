"""Views: the part of a game that one seat, or the public, may know; cards leave the engine in no other way.

A `View` holds nothing but numbers, texts and tuples, and encodes as JSON. Two states that differ only in what
a seat may not know give that seat equal views (`tests/engine/test_noninterference.py` holds this).
"""

from typing import Any

import msgspec

from engine.actions import Action
from engine.events import HandScored
from engine.rules import RuleSet


class AuctionStep(msgspec.Struct, frozen=True):
    """One entry of the strip of bids.

    `word` is the record's word of the action, such as `bid`, `pass`, `fold`, `thani`, `call` or `double`.
    `auction` is 1 or 2; what follows the first auction's first fold belongs to 2. `value` is the number of a
    bid; of a call (56) `call` is what was said and `denomination` what it names. A pass that counts as a bid has
    the `value` and `denomination` of that bid (56-AUC-7).
    """

    seat: int
    auction: int
    word: str
    value: int | None = None
    call: str | None = None
    denomination: str | None = None


class Played(msgspec.Struct, frozen=True):
    """A card lying in a trick."""

    seat: int
    card: str


class TrickTaken(msgspec.Struct, frozen=True):
    """A complete trick.

    `number` counts from 1. `cards` are in the order played, from `leader` on; empty where the trick may not
    be looked at any more. `points` are its card points, None where a table does not tell them. `reason` says why it
    was won: `highest-led` (no trump in it, or the trump still hidden), `only-trump` (one trump among plain cards),
    `highest-trump`, or `trump-led` (the suit led was the open trump).
    """

    number: int
    leader: int
    cards: tuple[Played, ...]
    winner: int
    points: int | None
    reason: str


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A game as one seat may see it, or the public.

    Attributes:
        rules: The rule set's id.
        version: The version of the engine by which the game is played.
        options: Its options whose value is not the default, as JSON: with the id, the rules that the game is played by.
        seat: The seat that looks, or None for the public.
        phase: `deal`, `auction`, `fold`, `auction2`, `trump`, `raise`, `play`, `surrender` (an offer to give in
            awaits its answer), `scored` or `finished`.
        hand_number: The running or last hand, from 1; 0 before the first.
        dealer: The dealer's seat, or None before the first hand.
        opener: The seat that speaks and leads first, or None before the first hand.
        to_act: The seats whose turn it is: one, or none between hands.
        hand: The looking seat's own cards, as dealt so far and not yet played, in game order. Empty for the
            public.
        indicator: The face-down card, if the looking seat folded it, else None.
        indicator_at: The seat that has a face-down indicator before it, or None.
        trump: The trump suit's letter once it is up (in 56 from the first lead), else None.
        trump_card: The turned-up indicator's code once it is up, else None.
        trump_revealed_by: The seat whose ask, reveal or card turned the trump up, or None.
        counts: How many cards each seat has in hand.
        auction: Everything said before the play, folded and kept in this hand, in order.
        bid: The standing bid, after the auction the contract; None before the first bid and in a four-card cot.
        bid_auction: The auction the standing bid was made in, 1 or 2 (a raise keeps it at 1); None where
            `bid` is.
        bidder: The seat that made the standing bid, or said the four-card cot; else None.
        declarer: The seat that plays the contract, once the auctions are over, else None.
        honours: The standing bid is an honours bid (28-AUC-7).
        denomination: What the standing bid names in 56: a suit's letter or `NT`; else None.
        doubled: 0, or 1 for a doubled and 2 for a redoubled contract (56).
        thani: The seat that has undertaken to win every trick alone, or None (28-THANI-1, 28-HSE-6, 28-HSE-9).
        trick: The cards of the running trick, in the order played.
        winning: The seat whose card wins the running trick as it lies, or None for an empty trick.
        last_trick: The last complete trick of this hand with its cards, or None.
        tricks: All complete tricks of this hand; only the last one shows its cards.
        points: Card points taken so far in this hand, by side; empty where a table does not tell them.
        taken: Tricks taken so far in this hand, by seat.
        result: The score of the hand last decided, in the phases `scored` and `finished`; else None.
        stakes: Each side's stakes or base cards, or None where none are kept.
        score: Each side's game points or stake points, or None where stakes are kept.
        kunukku: How many kunukku each seat wears, or None in a game without them.
        salaams: How many salaams each seat has made, or None in a game without them.
        games: The games each side has won in a match of games (56-MATCH-2), else None.
        finished: The game is decided.
        winners: The winning sides; empty while undecided.
        legal: What the looking seat may do now. Empty for the public.
        must_play: What the seat to act is bound to after an ask or a reveal: `trump` (if it holds one),
            `indicator`, or None.
        open_hands: The hands that lie open for everybody, by seat; an empty one for a seat whose cards do not.
            Empty as a whole where nobody's do.
    """

    rules: str
    version: int = 1
    options: dict[str, Any] = {}
    seat: int | None
    phase: str
    hand_number: int
    dealer: int | None
    opener: int | None
    to_act: tuple[int, ...]
    hand: tuple[str, ...] = ()
    indicator: str | None = None
    indicator_at: int | None = None
    trump: str | None = None
    trump_card: str | None = None
    trump_revealed_by: int | None = None
    counts: tuple[int, ...]
    auction: tuple[AuctionStep, ...] = ()
    bid: int | None = None
    bid_auction: int | None = None
    bidder: int | None = None
    declarer: int | None = None
    honours: bool = False
    denomination: str | None = None
    doubled: int = 0
    thani: int | None = None
    trick: tuple[Played, ...] = ()
    winning: int | None = None
    last_trick: TrickTaken | None = None
    tricks: tuple[TrickTaken, ...] = ()
    points: tuple[int, ...]
    taken: tuple[int, ...]
    result: HandScored | None = None
    stakes: tuple[int, ...] | None = None
    score: tuple[int, ...] | None = None
    kunukku: tuple[int, ...] | None = None
    salaams: tuple[int, ...] | None = None
    games: tuple[int, ...] | None = None
    finished: bool = False
    winners: tuple[int, ...] = ()
    legal: tuple[Action, ...] = ()
    must_play: str | None = None
    open_hands: tuple[tuple[str, ...], ...] = ()

    def __repr__(self) -> str:
        """Return the view for a log or an error page: without a card."""
        return f"<View of {self.rules} by seat {self.seat}, hand {self.hand_number}, {self.phase}>"


def before_the_first_hand(rules: RuleSet, seat: int | None) -> View:
    """Return a view of a game of which nothing has been dealt, without its accounts."""
    return View(
        rules=rules.id,
        version=rules.version,
        options=rules.chosen_options,
        seat=seat,
        phase="deal",
        hand_number=0,
        dealer=None,
        opener=None,
        to_act=(),
        counts=(0,) * rules.players,
        points=(0,) * len(rules.sides),
        taken=(0,) * rules.players,
    )
