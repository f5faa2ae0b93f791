"""Groups of a stage: by seeds in a snake, or by lot; entrants of one club in different groups where it is possible."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from tournaments.pairing.matching import Edge, perfect_matching

MAX_MATCHED: Final = 128
"""The groups up to which the clubs of a row are kept apart exactly."""


def groups_of(
    order: Sequence[int], count: int, clubs: Mapping[int, str | None] | None = None
) -> tuple[tuple[int, ...], ...]:
    """Return the groups of a field.

    The seeds are dealt out in a snake: the first row from left to right, the second from right to left. A row departs
    from it where two of a club would meet in a group that need not, and then as little as it can.

    Args:
        order: The entrants in seeding order, or in the order of a lot.
        count: The number of groups; their sizes differ by one at most.
        clubs: The club of each entrant; entrants of one club are kept apart. None: clubs do not matter.

    >>> groups_of([1, 2, 3, 4, 5, 6], 2)
    ((1, 4, 5), (2, 3, 6))
    >>> groups_of([1, 2, 3, 4], 2, {1: "Pala", 2: "Kochi", 3: None, 4: "Pala"})
    ((1, 3), (2, 4))
    """
    groups: list[list[int]] = [[] for _ in range(count)]
    members: list[Counter[str]] = [Counter() for _ in range(count)]
    for row, start in enumerate(range(0, len(order), count)):
        snake = list(range(count)) if row % 2 == 0 else list(reversed(range(count)))
        dealt = order[start : start + count]
        names = [None if clubs is None else clubs.get(entrant) for entrant in dealt]
        for entrant, club, group in zip(dealt, names, _row(snake, names, members), strict=True):
            groups[group].append(entrant)
            if club is not None:
                members[group][club] += 1
    return tuple(tuple(group) for group in groups)


def _row(snake: list[int], clubs: Sequence[str | None], members: Sequence[Counter[str]]) -> list[int]:
    """Return the groups of a row of entrants by their clubs: the snake, or what keeps more of a club apart."""
    meeting = [[0 if club is None else members[group][club] for group in snake] for club in clubs]
    if not any(row[place] for place, row in enumerate(meeting)):
        return snake[: len(clubs)]
    if len(snake) > MAX_MATCHED:
        return _greedy(snake, meeting)
    size = len(snake)
    edges: list[Edge] = [
        (entrant, size + place, (meeting[entrant][place], abs(entrant - place)) if entrant < len(clubs) else (0, 0))
        for entrant in range(size)
        for place in range(size)
    ]
    pairs = perfect_matching(2 * size, edges)
    assert pairs is not None, "every entrant may go to every group"
    return [snake[place - size] for entrant, place in pairs if entrant < len(clubs)]


def _greedy(snake: list[int], meeting: Sequence[Sequence[int]]) -> list[int]:
    """Return for each entrant in turn the first free group with fewest of its club."""
    free = list(range(len(snake)))
    chosen: list[int] = []
    for row in meeting:
        place = min(free, key=row.__getitem__)
        free.remove(place)
        chosen.append(snake[place])
    return chosen
