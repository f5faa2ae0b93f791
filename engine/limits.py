"""The bounds of a game's points: a check against typing errors."""

from engine.fiftysix.ruleset import FiftySix
from engine.rules import RuleSet
from engine.twentyeight.ruleset import TwentyEight

MOST_HANDS = 300
"""Nobody plays more in one game."""
_COT = 2
"""A hand without a trick for one camp counts twice. Source: 28-COT-1."""


def least_and_most(rules: RuleSet, hands: int) -> tuple[int, int]:
    """Return the most that a side can have lost and won in a number of hands.

    In 28 what a side wins in its contracts less what it loses in them; in 56 stake points, which never fall.

    Source: 28-SCO-2, 28-THANI-3, 28-COT-1, 56-SCORE-1, 56-SCORE-3.
    """
    if isinstance(rules, FiftySix):
        best = max(rules.stake(band.lowest, 2, made=made) for band in rules.bands for made in (True, False))
        return 0, best * hands
    assert isinstance(rules, TwentyEight)
    won = max(rules.thani_won, *(_COT * band.made for band in rules.bands))
    lost = max(rules.thani_lost, *(_COT * band.failed for band in rules.bands))
    return -lost * hands, won * hands
