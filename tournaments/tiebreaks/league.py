"""The order of a round robin's table.

Criteria, in this order; the first that differs decides:

1. `points`: two match points a win, one a draw. The winner is the game's, who need not have more game points.
2. `mutual`: match points from the matches among those who are level on points, each of them with the others. It is
   not begun again for those whom it leaves level.
3. `difference`: game points won less game points lost, in all matches.
4. `seed`: the order of the draw.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

CRITERIA = ("points", "mutual", "difference", "seed")
"""The criteria by their stable codes, the weightiest first."""

WIN, DRAW = 2, 1

E = TypeVar("E", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Score(Generic[E]):
    """A finished match.

    Attributes:
        home_points: The game points that the home team took, negative if bids failed.
        away_points: Those of the away team.
        winner: The team that won, whatever the points say; None: a draw.
    """

    home: E
    away: E
    home_points: int
    away_points: int
    winner: E | None


@dataclass(frozen=True, slots=True)
class Ranked(Generic[E]):
    """A row of the table.

    Attributes:
        mutual: Match points among those level on points; None where nobody is level.
        decided_by: The criterion that put this row below the one above it; empty for the first row.
    """

    entry: E
    rank: int
    played: int
    won: int
    drawn: int
    lost: int
    points: int
    mutual: int | None
    difference: int
    decided_by: str


def rank(entries: Sequence[E], scores: Iterable[Score[E]]) -> tuple[Ranked[E], ...]:
    """Order the entries by what they have played so far.

    Each pass goes once over the scores or the entries, so that the time grows as their number does.

    Args:
        entries: All who take part, in the order of the draw (the best seed first).
        scores: The finished matches between them.

    Returns:
        One line an entry, the first place first. Ranks are 1 to n without gaps: the draw leaves no ties.
    """
    scores = tuple(scores)
    won, drawn, lost, difference = (dict.fromkeys(entries, 0) for _ in range(4))
    for score in scores:
        margin = score.home_points - score.away_points
        for entry, ahead in ((score.home, margin), (score.away, -margin)):
            won[entry] += score.winner == entry
            drawn[entry] += score.winner is None
            lost[entry] += score.winner not in (entry, None)
            difference[entry] += ahead
    points = {entry: WIN * won[entry] + DRAW * drawn[entry] for entry in entries}
    level = Counter(points.values())
    mutual = {entry: 0 if level[points[entry]] > 1 else None for entry in entries}
    for score in scores:
        if points[score.home] != points[score.away]:
            continue
        for entry in (score.home, score.away):
            gained = DRAW if score.winner is None else WIN if score.winner == entry else 0
            mutual[entry] = (mutual[entry] or 0) + gained

    keys = {
        entry: (-points[entry], -(mutual[entry] or 0), -difference[entry], seed) for seed, entry in enumerate(entries)
    }
    lines: list[Ranked[E]] = []
    above: tuple[int, ...] | None = None
    for place, entry in enumerate(sorted(entries, key=keys.__getitem__), start=1):
        key = keys[entry]
        decided = next(
            (name for name, mine, theirs in zip(CRITERIA, key, above or key, strict=True) if mine != theirs),
            "",
        )
        lines.append(
            Ranked(
                entry=entry,
                rank=place,
                played=won[entry] + drawn[entry] + lost[entry],
                won=won[entry],
                drawn=drawn[entry],
                lost=lost[entry],
                points=points[entry],
                mutual=mutual[entry],
                difference=difference[entry],
                decided_by=decided,
            )
        )
        above = key
    return tuple(lines)
