"""The best pairing of a Swiss round, proved.

A small field is matched whole. In a large one that would take long, so the pairing is found in a narrow graph and
proved to be the best of all:

1. Let a gap be the difference of points between two neighbouring score groups. If the number of entrants above a gap
   is odd, some pair crosses it. A pair that crosses several gaps costs the square of their sum, at least the sum of
   their squares. So every pairing costs at least the squares of all odd gaps. A pairing that costs no more crosses each
   odd gap once, by a pair of neighbouring groups, and no even gap.
2. The first and the last groups are small, and their entrants have often met, so that this bound is not reached there.
   For these two ends the bound is the least cost of matching all of an end, where an entrant may also leave the end at
   the cost of the gaps it crosses there.
3. A pairing without forbidden pairs or rematches that reaches the bound is the best in all parts but the last. All such
   pairings lie in the graph with: every pair within an end; every pair within a score group between the ends; a pair of
   extra nodes for each odd gap, the one for the entrant above that crosses it, the other for the entrant below.
4. Within this graph the last part of the cost decides. A pair whose own last part is larger than the whole of a pairing
   already found is in no better one, so score groups need only the pairs near the ideal distance.

If the bound is not reached the ends are made longer; in the end the whole field is matched.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from math import isqrt
from typing import Final, TypeAlias

from msgspec import Struct

from tournaments.pairing.field import PARTS, Field
from tournaments.pairing.matching import Cost, Edge, perfect_matching, total

Pairs: TypeAlias = tuple[tuple[int, int], ...]

MAX_WHOLE: Final = 240
"""Entrants that are matched whole; more are matched in a narrow graph."""
_END_SIZES: Final = (48, 96, 192, 288)
_FEW_GROUPS: Final = 6
"""Up to so many score groups, as in the first rounds, the bound is reached without ends."""
_WINDOW: Final = 6
"""The distance from the ideal opponent within which pairs are tried first."""
_MAX_BRANCHES: Final = 60


class Pairing(Struct, frozen=True):
    """A pairing of least cost.

    Attributes:
        pairs: The pairs of nodes, the lower first.
        cost: The sums of the parts of `Field.cost`.
        ends: The entrants in each of the ends that were matched whole; 0: the field was.
    """

    pairs: Pairs
    cost: Cost
    ends: int = 0


def best_pairing(field: Field) -> Pairing:
    """Return a pairing of a field with an even number of entrants whose cost is the least possible.

    Raises:
        CostTooFineError: The points are too fine to be compared exactly.
    """
    if field.size > MAX_WHOLE:
        for size in _END_SIZES if len(field.groups) > _FEW_GROUPS else (0, *_END_SIZES):
            if (found := _narrow(field, size)) is not None:
                return found
    return whole_pairing(field)


def whole_pairing(field: Field) -> Pairing:
    """Return the best pairing of a field by matching it whole."""
    pairs = perfect_matching(field.size, list(field.edges()))
    assert pairs is not None, "a complete graph with an even number of nodes has a perfect matching"
    return Pairing(pairs, total((field.cost(*pair) for pair in pairs), PARTS))


class _Ends(Struct, frozen=True):
    """How a field is divided: groups before `top` and from `bottom` on are the ends."""

    top: int
    bottom: int

    def nodes(self, field: Field) -> tuple[range, range]:
        """Return the entrants of the upper and of the lower end."""
        upper = field.groups[self.top - 1][1] if self.top else 0
        lower = field.groups[self.bottom][0] if self.bottom < len(field.groups) else field.size
        return range(upper), range(lower, field.size)

    def gaps(self, field: Field) -> Iterator[int]:
        """Yield the odd gaps outside of the ends, each by the group above it."""
        for group in range(max(0, self.top - 1), min(self.bottom, len(field.groups) - 1)):
            if field.groups[group][1] % 2:
                yield group


def _narrow(field: Field, size: int) -> Pairing | None:
    """Return the best pairing if the bound is reached with ends of a size, else None."""
    ends = _ends(field, size)
    if ends is None:
        return None
    bound = _bound(field, ends)
    window = _WINDOW
    while bound is not None:
        pairs = _without_rematch(field, ends, window)
        if pairs is None:
            return None
        cost = total((field.cost(*pair) for pair in pairs), PARTS)
        if cost[2:4] != bound:
            return None
        if window * window >= cost[4]:
            return Pairing(pairs, cost, size)
        window = isqrt(cost[4]) + 1
    return None


def _ends(field: Field, size: int) -> _Ends | None:
    """Return the ends of so many entrants or a few more; None if nothing would lie between them."""
    if not size:
        return _Ends(0, len(field.groups))
    if 2 * size >= field.size:
        return None
    top = next(number for number, (_, end) in enumerate(field.groups, start=1) if end >= size)
    bottom = max(number for number, (first, _) in enumerate(field.groups) if field.size - first >= size)
    return _Ends(top, bottom) if top < bottom else None


def _bound(field: Field, ends: _Ends) -> tuple[int, int] | None:
    """Return the least squared difference and floats that a pairing without rematches can have."""
    top, bottom = ends.nodes(field)
    parts = [_end_bound(field, top, downwards=True), _end_bound(field, bottom, downwards=False)]
    for group in ends.gaps(field):
        gap = _gap(field, group)
        above, below = (range(*field.groups[number]) for number in (group, group + 1))
        # An entrant that leaves an end is counted there.
        leaves = 0 if group == ends.top - 1 else min(field.down[node] for node in above)
        enters = 0 if group == ends.bottom - 1 else min(field.up[node] for node in below)
        parts.append((gap * gap, leaves + enters))
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    return sum(part[0] for part in known), sum(part[1] for part in known)


def _end_bound(field: Field, nodes: range, *, downwards: bool) -> tuple[int, int] | None:
    """Return the least cost of an end; an entrant may leave it, by an extra node that costs the gaps it crosses."""
    if not nodes:
        return 0, 0
    shift = len(nodes)
    border = field.points[nodes[-1] if downwards else nodes[0]]
    floats = field.down if downwards else field.up
    edges: list[Edge] = []
    for one in nodes:
        at = one - nodes[0]
        leaving = field.points[one] - border
        edges.append((at, at + shift, (leaving * leaving, floats[one])))
        for other in range(one + 1, nodes[-1] + 1):
            to = other - nodes[0]
            edges.append((at + shift, to + shift, (0, 0)))
            if field.may_meet(one, other):
                edges.append((at, to, field.cost(one, other)[2:4]))
    pairs = perfect_matching(2 * shift, edges)
    if pairs is None:
        return None
    costs = {(one, other): cost for one, other, cost in edges}
    squares, repeated = total((costs[pair] for pair in pairs), 2)
    return squares, repeated


def _gap(field: Field, group: int) -> int:
    return field.points[field.groups[group][0]] - field.points[field.groups[group + 1][0]]


Removed: TypeAlias = frozenset[tuple[int, int]]
"""Edges left out: an extra node and an entrant."""


def _without_rematch(field: Field, ends: _Ends, window: int) -> Pairs | None:
    """Return the best pairs of the narrow graph, or None if there are none or they are hard to find.

    The two entrants that cross a gap are chosen apart from one another. If they have met, the search branches: either
    the one does not cross it, or the other does not.
    """
    gaps = list(ends.gaps(field))
    extra = {field.size + 2 * place: group for place, group in enumerate(gaps)}
    edges = list(_narrow_edges(field, ends, gaps, window))
    costs = {(one, other): cost for one, other, cost in edges}
    nodes = field.size + 2 * len(gaps)
    order = count()
    waiting: list[tuple[Cost, int, Removed, Pairs]] = []

    def solve(removed: Removed) -> None:
        kept = [edge for edge in edges if (edge[1], edge[0]) not in removed] if removed else edges
        if (pairs := perfect_matching(nodes, kept)) is not None:
            heappush(waiting, (total((costs[pair] for pair in pairs), 3), next(order), removed, pairs))

    solve(frozenset())
    for _ in range(_MAX_BRANCHES):
        if not waiting:
            return None
        _cost, _order, removed, matched = heappop(waiting)
        partner = {other: one for one, other in matched if other >= field.size}
        crossing = [(node, partner[node], partner[node + 1]) for node in extra]
        conflict = next((found for found in crossing if not field.may_meet(*found[1:])), None)
        if conflict is None:
            within = tuple(pair for pair in matched if pair[1] < field.size)
            return tuple(sorted((*within, *((above, below) for _node, above, below in crossing))))
        node, above, below = conflict
        solve(removed | {(node, above)})
        others = {(node, other) for other in range(*field.groups[extra[node]]) if other != above}
        solve(removed | others | {(node + 1, below)})
    return None


def _narrow_edges(field: Field, ends: _Ends, gaps: list[int], window: int) -> Iterator[Edge]:
    """Yield the pairs of the narrow graph, and the edges of the extra nodes; rematches are left out.

    The order is that of the entrants, in which the matching is quickest (docs/decisions/0015-pairing.md).
    """
    for nodes in ends.nodes(field):
        for one in nodes:
            for other in range(one + 1, nodes.stop):
                if field.may_meet(one, other):
                    yield one, other, field.cost(one, other)[2:]
    for first, end in field.groups[ends.top : ends.bottom]:
        ideal = (end - first) // 2
        for one in range(first, end):
            for other in range(one + max(1, ideal - window), min(end, one + ideal + window + 1)):
                if field.may_meet(one, other):
                    yield one, other, (0, 0, field.off(one, other))
    for place, group in enumerate(gaps):
        node, gap = field.size + 2 * place, _gap(field, group)
        for one in range(*field.groups[group]):
            yield one, node, (gap * gap, field.down[one], 0)
        for other in range(*field.groups[group + 1]):
            yield other, node + 1, (0, field.up[other], 0)
