"""The order of a round robin's table.

Criteria, in this order; the first that differs decides:

1. `points`: two match points a win, one a draw.
2. `mutual`: match points from the matches among those who are level on points, each of them with the others. It is
   not begun again for those whom it leaves level.
3. `difference`: game points won less game points lost, in all matches.
4. `seed`: the order of the draw.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

CRITERIA = ("points", "mutual", "difference", "seed")
"""The criteria by their stable codes, the weightiest first."""

WIN, DRAW = 2, 1

E = TypeVar("E", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Score(Generic[E]):
    """A finished match: who met whom and the game points each side took (negative where bids failed)."""

    home: E
    away: E
    home_points: int
    away_points: int


@dataclass(frozen=True, slots=True)
class Line(Generic[E]):
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


def rank(entries: Sequence[E], scores: Iterable[Score[E]]) -> tuple[Line[E], ...]:
    """Order the entries by what they have played so far.

    Args:
        entries: All who take part, in the order of the draw (the best seed first).
        scores: The finished matches between them.

    Returns:
        One line an entry, the first place first. Ranks are 1 to n without gaps: the draw leaves no ties.
    """
    scores = tuple(scores)
    points = _match_points(entries, scores)
    mutual: dict[E, int | None] = {}
    for entry in entries:
        level = {other for other in entries if points[other] == points[entry]}
        among = [score for score in scores if score.home in level and score.away in level]
        mutual[entry] = _match_points(entries, among)[entry] if len(level) > 1 else None
    difference = dict.fromkeys(entries, 0)
    for score in scores:
        difference[score.home] += score.home_points - score.away_points
        difference[score.away] += score.away_points - score.home_points

    keys = {
        entry: (-points[entry], -(mutual[entry] or 0), -difference[entry], seed) for seed, entry in enumerate(entries)
    }
    lines: list[Line[E]] = []
    above: tuple[int, ...] | None = None
    for place, entry in enumerate(sorted(entries, key=keys.__getitem__), start=1):
        key = keys[entry]
        decided = next(
            (name for name, mine, theirs in zip(CRITERIA, key, above or key, strict=True) if mine != theirs),
            "",
        )
        margins = [margin for score in scores for margin in _margin(score, entry)]
        lines.append(
            Line(
                entry=entry,
                rank=place,
                played=len(margins),
                won=sum(margin > 0 for margin in margins),
                drawn=sum(margin == 0 for margin in margins),
                lost=sum(margin < 0 for margin in margins),
                points=points[entry],
                mutual=mutual[entry],
                difference=difference[entry],
                decided_by=decided,
            )
        )
        above = key
    return tuple(lines)


def _margin(score: Score[E], entry: E) -> list[int]:
    """Return by how much the entry won this match, or nothing if it did not play it."""
    if entry not in (score.home, score.away):
        return []
    margin = score.home_points - score.away_points
    return [margin if entry == score.home else -margin]


def _match_points(entries: Sequence[E], scores: Iterable[Score[E]]) -> dict[E, int]:
    """Return the match points of every entry from these matches."""
    points = dict.fromkeys(entries, 0)
    for score in scores:
        if score.home_points > score.away_points:
            points[score.home] += WIN
        elif score.home_points < score.away_points:
            points[score.away] += WIN
        else:
            points[score.home] += DRAW
            points[score.away] += DRAW
    return points
