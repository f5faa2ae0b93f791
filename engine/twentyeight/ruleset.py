"""The rule sets of the 28 family: the members beyond those of every rule set."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from engine.cards import SUITS, mask_of
from engine.events import Event
from engine.options import Ending
from engine.rules import RuleSet
from engine.twentyeight.state import Playing, Tally

RESULT_MEMBERS = ("outcome", "declarer", "bid", "points", "game_points", "stakes", "score", "kunukku")
"""The members of a result, on which a claimed one is compared. Source: 28-AUD-6, 28-AUD-7."""


class Band(msgspec.Struct, frozen=True):
    """The value of contracts from `lowest` up to the next band, if bid in this auction.

    `made` is won and `failed` is lost, both as positive numbers of game points.
    """

    lowest: int
    made: int
    failed: int
    auction: int = 1


class Settled(msgspec.Struct, frozen=True):
    """The effects of a hand: the stakes after it, if kept; the seats with a kunukku taken off, put on, or a salaam."""

    stakes: tuple[int, ...] | None = None
    off: tuple[int, ...] = ()
    on: tuple[int, ...] = ()
    salaams: tuple[int, ...] = ()


Settle = Callable[["TwentyEight", Tally, int, int, bool], Settled]
"""Says what a hand moves: from the rule set, the standing before the hand, the declarer, the change in game points, and
whether the contract was made."""


class TwentyEight(RuleSet, frozen=True, kw_only=True):
    """A rule set of the 28 family.

    Attributes:
        lowest_bid: The lowest bid of the first auction. Source: 28-AUC-3.
        highest_bid: The highest bid. Source: 28-AUC-4, 28-W8-1.
        opener_bids: Whether the opener must bid at its first turn. Source: 28-AUC-2, 28-WIK-6.
        lowest_bid_of_dealer: The dealer's lowest bid while nobody has bid. Source: 28-WIK-6.
        over_partner: The lowest bid over one's own partner's; 0 where any will do. Source: 28-PAG-2.
        second_lowest_bid: The lowest bid of the second auction; 0 where there is none. Source: 28-AUC2-2.
        lowest_raise: The lowest bid of a raise turn; 0 where there is none. Source: 28-PAG-3.
        raisers: How many of the declarer's side have a raise turn, the bidder first. Source: 28-PAG-3.
        honours_above: A first-auction bid over this is an honours bid. Source: 28-AUC-7, 28-W8-3.
        bands: The values of contracts, by auction and rising bid. Source: 28-SCO-2, 28-SCO-3, 28-PAG-6.
        indicator_binds: Whether a declarer who reveals must play the indicator itself, or else any trump.
            Source: 28-REV-5, 28-PAG-5.
        early_trumps: Whether trumps played before the trump was turned up count in that trick. Source:
            28-TRICK-2, 28-BOOK-3.
        level: The cards that rank level at the top of their suit, as a mask; the first played is the higher.
            Source: 28-W8-2.
        ending: The ending of the game. Source: 28-END-2, 28-END-3, 28-PAG-7.
        starting_stakes: What each side starts with, where stakes or base cards are kept. Source: 28-STK-1,
            28-WIK-2.
        keeps_stakes: Whether stakes or base cards are kept, rather than a score. Source: 28-END-3, 28-WIK-2.
        keeps_kunukku: Whether kunukku are worn. Source: 28-WIK-3.
        settle: Says what stakes and kunukku a hand moves; None where neither is kept.
        score_played_out: Returns the events that decide a hand whose last card is played.
        cot: Whether game points double where one camp takes every trick. Source: 28-COT-1.
        thani: Whether the bidder may undertake to take every trick alone. Source: 28-THANI-1.
        thani_won: The game points won by that. Source: 28-THANI-3, 28-HSE-11.
        thani_lost: The game points lost by it. Source: 28-THANI-3.
        surrender: Whether a side may offer to give in. Source: 28-HSE-2.
    """

    lowest_bid: int
    highest_bid: int = 28
    opener_bids: bool = True
    lowest_bid_of_dealer: int = 0
    over_partner: int = 0
    second_lowest_bid: int = 0
    lowest_raise: int = 0
    raisers: int = 0
    honours_above: int = 28
    bands: tuple[Band, ...]
    indicator_binds: bool = False
    early_trumps: bool = True
    level: int = 0
    ending: Ending
    starting_stakes: int = 0
    keeps_stakes: bool = False
    keeps_kunukku: bool = False
    settle: Settle | None = None
    score_played_out: Callable[[Playing], list[Event]]
    cot: bool = False
    thani: bool = False
    thani_won: int = 4
    thani_lost: int = 5
    surrender: bool = False

    @property
    def undertakings(self) -> Mapping[str, tuple[int, int]]:
        """The undertakings of one player alone, each with the game points won and lost by it. Source: 28-THANI-3."""
        return {"thani": (self.thani_won, self.thani_lost)} if self.thani else {}

    @property
    def later_lowest(self) -> int:
        """The lowest bid of the second auction or of a raise; 0 where there is neither. Source: 28-AUC2-2, 28-PAG-3."""
        return self.second_lowest_bid or (self.lowest_raise if self.raisers else 0)

    @property
    def auctions_differ(self) -> bool:
        """Whether a bid of the second auction is worth something else than the same of the first. Source: 28-SCO-3."""
        return any(band.auction > 1 for band in self.bands)

    def is_honours(self, bid: int, auction: int) -> bool:
        """Return whether this is an honours bid. Source: 28-AUC-7."""
        return auction == 1 and bid > self.honours_above

    def band_of(self, bid: int, auction: int) -> Band:
        """Return the value of a contract. Source: 28-SCO-2, 28-SCO-3, 28-PAG-6, 28-WIK-1, 28-W8-3."""
        return [band for band in self.bands if band.auction == auction and band.lowest <= bid][-1]

    def partners(self, seat: int, other: int) -> bool:
        """Return whether two seats are different players of one side."""
        return seat != other and self.side_of(seat) == self.side_of(other)

    def opening_tally(self) -> Tally:
        """Return the standing before the first hand. Source: 28-STK-1, 28-WIK-2."""
        sides = len(self.sides)
        return Tally(
            hand=0,
            dealer=None,
            stakes=(self.starting_stakes,) * sides if self.keeps_stakes else None,
            score=None if self.keeps_stakes else (0,) * sides,
            kunukku=(0,) * self.players if self.keeps_kunukku else None,
            put_on=(-1,) * self.players if self.keeps_kunukku else (),
        )


def level_mask(ranks: str) -> int:
    """Return the cards of these ranks in every suit, as a mask.

    >>> level_mask("J3").bit_count()
    8
    """
    return mask_of(suit + rank for suit in SUITS for rank in ranks)
