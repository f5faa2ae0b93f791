"""The field of a Swiss round in whole numbers, and what each pair in it would cost."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from tournaments.pairing.matching import Cost, Edge

PARTS = 5
"""Forbidden, rematches, squared difference of points, repeated floats, distance from the ideal opponent."""


class Field(Struct, frozen=True):
    """The entrants to be paired, by points and then by place; a node is the position in this order.

    Attributes:
        points: Match points, scaled to whole numbers.
        places: The place in the score group, from 0.
        groups: Of each score group, its first node and the node after its last.
        group: The score group of each node.
        down: 1 for an entrant that met one on fewer points in the round before; else 0.
        up: Likewise with more points.
        met: How often two nodes, the lower first, have met.
        forbidden: The pairs of nodes, the lower first, that are to be kept apart.
    """

    points: tuple[int, ...]
    places: tuple[int, ...]
    groups: tuple[tuple[int, int], ...]
    group: tuple[int, ...]
    down: tuple[int, ...]
    up: tuple[int, ...]
    met: Mapping[tuple[int, int], int]
    forbidden: Collection[tuple[int, int]]

    @property
    def size(self) -> int:
        """The number of entrants."""
        return len(self.points)

    def cost(self, one: int, other: int) -> Cost:
        """Return what it costs to pair two nodes, the lower first."""
        pair = (one, other)
        gap = self.points[one] - self.points[other]
        floats = self.down[one] + self.up[other] if gap else 0
        return (pair in self.forbidden, self.met.get(pair, 0), gap * gap, floats, 0 if gap else self.off(one, other))

    def off(self, one: int, other: int) -> int:
        """Return the square of how far two nodes of one score group are from the ideal distance, half its size."""
        first, end = self.groups[self.group[one]]
        return (abs(self.places[one] - self.places[other]) - (end - first) // 2) ** 2

    def may_meet(self, one: int, other: int) -> bool:
        """Tell whether two nodes, the lower first, may meet and have not met."""
        return (one, other) not in self.met and (one, other) not in self.forbidden

    def edges(self) -> Iterator[Edge]:
        """Yield every pair, in the order of the entrants: the matching is several times slower in any other."""
        for one in range(self.size):
            for other in range(one + 1, self.size):
                yield one, other, self.cost(one, other)


def field_of(
    points: Sequence[int],
    down: Sequence[int],
    up: Sequence[int],
    met: Mapping[tuple[int, int], int],
    forbidden: Collection[tuple[int, int]],
) -> Field:
    """Return a field whose entrants are given by points, the most first, and then by place."""
    groups: list[tuple[int, int]] = []
    for _points, level in groupby(points):
        first = groups[-1][1] if groups else 0
        groups.append((first, first + sum(1 for _ in level)))
    return Field(
        points=tuple(points),
        places=tuple(node - first for first, end in groups for node in range(first, end)),
        groups=tuple(groups),
        group=tuple(number for number, (first, end) in enumerate(groups) for _ in range(first, end)),
        down=tuple(down),
        up=tuple(up),
        met=met,
        forbidden=forbidden,
    )
