"""The rule sets of the 56 family: the members beyond those of every rule set."""

from __future__ import annotations

import msgspec

from engine.fiftysix.calls import Form
from engine.fiftysix.state import Tally
from engine.options import Ending, Games
from engine.rules import RuleSet

RESULT_MEMBERS = ("outcome", "declarer", "bid", "denomination", "doubled", "points", "score")
"""The members of a result, on which a claimed one is compared. Source: 56-SCORE-5, 56-AUD-5."""


class Band(msgspec.Struct, frozen=True):
    """The undoubled value of contracts from `lowest` up to the next band, in stake points.

    `made` goes to the declarer's side, `failed` to the other. Source: 56-SCORE-3.
    """

    lowest: int
    made: int
    failed: int


class FiftySix(RuleSet, frozen=True, kw_only=True):
    """A rule set of the 56 family.

    Attributes:
        conventions: The name of the tradition whose conventions partners use unless they agree on others. Source:
            56-CNV-1.
        forms: The forms of contract bid that are admitted. Source: 56-AUC-4.
        compulsory_bidder: The position (the opener's is 1) of who must bid if all before passed, or None. Source:
            56-AUC-6, 56-AUC-7, 56-AUC-8.
        pass_bids: Whether that player's pass counts as a bid of 28 no-trump, or else is refused. Source: 56-AUC-6,
            56-AUC-7.
        bids_over_redouble: Whether a redoubled contract may be outbid. Source: 56-AUC-13.
        bands: The undoubled values of contracts, by rising number. Source: 56-SCORE-3.
        doubling: The effect of a double: `multiply` or `add`. Source: 56-SET-3.
        ending: The ending of the match. Source: 56-MATCH-1, 56-MATCH-2, 56-MATCH-3.
    """

    conventions: str
    forms: tuple[Form, ...]
    compulsory_bidder: int | None = None
    pass_bids: bool = False
    bids_over_redouble: bool = False
    bands: tuple[Band, ...]
    doubling: str
    ending: Ending

    def stake(self, number: int, doubled: int, *, made: bool) -> int:
        """Return the stake points that a contract moves.

        Args:
            number: The contract's number, 28 to 56.
            doubled: 0, 1 doubled or 2 redoubled.
            made: Whether it was made.

        Source: 56-SCORE-3.
        """
        band = [band for band in self.bands if band.lowest <= number][-1]
        value = band.made if made else band.failed
        return value * (doubled + 1) if self.doubling == "multiply" else value + doubled

    def opening_tally(self) -> Tally:
        """Return the standing before the first hand. Source: 56-MATCH-5."""
        nothing = (0,) * len(self.sides)
        return Tally(
            hand=0,
            dealer=None,
            score=nothing,
            games=nothing if isinstance(self.ending, Games) else None,
        )
