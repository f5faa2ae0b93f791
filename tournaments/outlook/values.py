"""What is said of an entrant's outlook: data only, no sentences."""

from fractions import Fraction
from typing import Final

from msgspec import Struct

SAFE: Final = "safe"
LIVE: Final = "live"
OUT: Final = "out"
VERDICTS: Final = (OUT, LIVE, SAFE)
"""From the least safe to the safest."""

WIN: Final = "win"
DRAW: Final = "draw"
LOSS: Final = "loss"


class OutlookError(ValueError):
    """There is no outlook: the stage has no table of points, or the question is not a possible one."""


class Outlook(Struct, frozen=True):
    """Whether an entrant finishes in the qualifying places on points.

    Attributes:
        verdict: One of `VERDICTS`. `SAFE`: in the places whatever happens, ties on points counted against the entrant.
            `OUT`: not in them even if everything goes its way, ties counted for it. `LIVE`: neither.
        exact: The verdict is that of all possible results of the remaining matches. If false it is the bound's: `SAFE`
            and `OUT` hold all the same, but an entrant that is `LIVE` may in truth be safe or out.
    """

    entrant: str
    verdict: str
    exact: bool


class NextMatch(Struct, frozen=True):
    """The next match of an entrant, and its outlook after each result, the other matches still open.

    Attributes:
        round: From 1.
        draw: None where matches are not drawn.
    """

    round: int
    opponent: str
    at_home: bool
    win: Outlook
    draw: Outlook | None
    loss: Outlook


class Needs(Struct, frozen=True):
    """What an entrant needs for the qualifying places. All points are match points.

    Attributes:
        points: The entrant's points now.
        points_to_play_for: The most it can still add.
        safe_points: A final total that makes it safe: with this many points or more it is safe whatever happens, in
            its own matches and in the others. None: there is no such total within its reach.
        safe_points_exact: `safe_points` is the smallest such total (or there is none). If false the total is enough,
            but a smaller one may be (or, for None, there may be one after all).
        wins_suffice: It is safe if it wins all its remaining matches. None: the bound cannot tell.
        next_match: None: no match of it is written that is still to be played.
    """

    outlook: Outlook
    points: Fraction
    points_to_play_for: Fraction
    safe_points: Fraction | None
    safe_points_exact: bool
    wins_suffice: bool | None
    next_match: NextMatch | None

    @property
    def in_own_hands(self) -> bool | None:
        """Whether its own results can make it safe, whatever the others do. None: the bound cannot tell.

        A better result of its own never makes an entrant less safe, so this is so if it is safe already or if winning
        all its matches suffices. If it is false and the entrant is live, it needs results of others, or a tie-break.
        """
        return self.outlook.verdict == SAFE or self.wins_suffice
