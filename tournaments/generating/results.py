"""How made-up matches end: points as games of 28 and 56 come to, and everything that ends a match beside them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import exp
from random import Random
from typing import Any, Final

from tournaments.stages.stage import AWARDED, DOUBLE_FORFEIT, FORFEIT, PLAYED, VOID

Result = dict[str, Any]
"""The members of a match that say how it ended."""

GAMES: Final = ("28", "56")
HANDS: Final = (4, 6, 8, 12, 16, 20)

_CHANCE_MADE: Final = 0.6
_GAME_POINTS: Final = ((1, -1), (2, -2), (2, -3))
"""28: what the declarer's side gets for a contract made and failed: normal, honours, second auction.

Source: 28-SCO-2, 28-SCO-3.
"""
_BAND_WEIGHTS: Final = (60, 25, 12, 3)
"""56: how often contracts of 28 to 39, 40 to 47, 48 to 55 and 56 are bid; they are worth 1 to 4. Source: 56-SCORE-3."""
_AGAINST_POINTS: Final = 0.06
"""How often kunukku decide a match that was played for game points, so that its winner is named."""
_WITH_POINTS: Final = 0.3
"""How often a match that ended without being played out has points all the same."""


class Results:
    """Makes up how matches end.

    Args:
        strengths: Of each entrant; a difference of 1 wins a hand in three of four cases.
        unit: The match points that are awarded are multiples of 1 / unit.
        win: The match points of a win, which the two sides of an award share.
        irregular: The share of matches that are not just played, from 0 to 1.
    """

    def __init__(
        self, random: Random, strengths: Mapping[str, float], *, unit: int, win: Fraction, irregular: float
    ) -> None:
        self._random = random
        self._strengths = strengths
        self._unit = unit
        self._win = win
        self._irregular = irregular
        self._game = random.choice(GAMES)
        self._hands = random.choice(HANDS)

    def result(self, home: str, away: str, *, decisive: bool = False, both_may_lose: bool = True) -> Result:
        """Return how a match ended.

        Args:
            decisive: One side goes on: there is no draw and no void match.
            both_may_lose: It may be forfeited by both sides.
        """
        if self._random.random() >= self._irregular:
            return self._played(home, away, decisive)
        outcomes = [FORFEIT, AWARDED, *([DOUBLE_FORFEIT] if both_may_lose else []), *([] if decisive else [VOID])]
        outcome = self._random.choice(outcomes)
        result: Result = {"outcome": outcome}
        if outcome == FORFEIT:
            result["winner"] = self._random.choice((home, away))
        if outcome == AWARDED:
            result["match_points"] = self._match_points(decisive)
        if self._random.random() < _WITH_POINTS:
            result |= self._points(home, away)
        return result

    def absence(self, home: str, away: str, absent: Sequence[str], *, decisive: bool, both_may_lose: bool) -> Result:
        """Return how a match ended to which one side did not come, or neither."""
        if not decisive and self._random.random() < 0.3:
            return {"outcome": VOID}
        if len(absent) == 2 and both_may_lose:
            return {"outcome": DOUBLE_FORFEIT}
        present = [name for name in (home, away) if name not in absent] or [home, away]
        return {"outcome": FORFEIT, "winner": self._random.choice(present)}

    def _played(self, home: str, away: str, decisive: bool) -> Result:
        result = self._points(home, away)
        if self._random.random() < 0.1:
            result["outcome"] = PLAYED
        is_level = result["home_points"] == result["away_points"]
        if decisive and is_level:
            result["winner"] = self._random.choice((home, away))
        elif self._game == "28" and self._random.random() < _AGAINST_POINTS:
            result["winner"] = self._random.choice((home, away, *(() if decisive else (None,))))
        return result

    def _match_points(self, decisive: bool) -> dict[str, int | str]:
        """Return match points of home and away that add up to those of a win."""
        whole = int(self._win * self._unit)
        home = self._random.randint(0, whole)
        if decisive and 2 * home == whole:
            home = 0
        return {"home": self._written(home), "away": self._written(whole - home)}

    def _written(self, parts: int) -> int | str:
        value = Fraction(parts, self._unit)
        return int(value) if value.denominator == 1 and self._random.random() < 0.5 else str(value)

    def _points(self, home: str, away: str) -> Result:
        """Return the points of a match of several hands."""
        of_hand = self._game_points if self._game == "28" else self._stake_points
        chance = 1 / (1 + exp(self._strengths[away] - self._strengths[home]))
        totals = [0, 0]
        for _ in range(self._hands):
            side, points = of_hand(chance)
            totals[side] += points
        return {"home_points": totals[0], "away_points": totals[1]}

    def _game_points(self, chance: float) -> tuple[int, int]:
        """Return the declarer's side and its game points; no other total moves. Source: 28-SCO-4.

        Args:
            chance: That a hand goes well for home.
        """
        side = self._random.randrange(2)
        made, failed = self._random.choices(_GAME_POINTS, (70, 25, 5))[0]
        luck = chance if side == 0 else 1 - chance
        return side, made if self._random.random() < _CHANCE_MADE + (luck - 0.5) / 2 else failed

    def _stake_points(self, chance: float) -> tuple[int, int]:
        """Return the side that scores and its stake points. Source: 56-SCORE-1, 56-SCORE-2, 56-SCORE-3 (`multiply`)."""
        side = int(self._random.random() >= chance)
        if self._random.random() < 0.03:
            return side, 0
        value = self._random.choices((1, 2, 3, 4), _BAND_WEIGHTS)[0] + int(self._random.random() >= _CHANCE_MADE)
        return side, value * self._random.choices((1, 2, 3), (90, 8, 2))[0]
