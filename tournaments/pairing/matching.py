"""Minimum-cost perfect matching, exact, with costs that are compared part by part from the left."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

import rustworkx

Cost: TypeAlias = tuple[int, ...]
"""The parts of a cost, the weightiest first; none is negative."""
Edge: TypeAlias = tuple[int, int, Cost]
"""Two nodes, and the cost of matching them."""

MAX_BITS: Final = 120
"""The bits of a packed cost that the library's 128-bit integers can add and compare without loss."""


class CostTooFineError(ValueError):
    """The costs cannot be told apart in the integers of the library."""


def perfect_matching(nodes: int, edges: Sequence[Edge]) -> tuple[tuple[int, int], ...] | None:
    """Return the pairs of a perfect matching of least total cost, or None if there is no perfect matching.

    Args:
        nodes: The number of nodes; they are 0 to `nodes` - 1.
        edges: The pairs that may be matched; of two edges of one pair the cheaper counts.

    Raises:
        CostTooFineError: The costs do not fit into 120 bits.
    """
    if not nodes:
        return ()
    if nodes % 2 or not edges:
        return None
    weights = _packed([cost for _, _, cost in edges], nodes // 2)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False, node_count_hint=nodes)
    graph.add_nodes_from(range(nodes))
    cheapest: dict[tuple[int, int], int] = {}
    for (one, other, _), weight in zip(edges, weights, strict=True):
        pair = (one, other) if one < other else (other, one)
        cheapest[pair] = min(weight, cheapest.get(pair, weight))
    graph.add_edges_from([(one, other, weight) for (one, other), weight in cheapest.items()])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=_negative)
    if len(matched) * 2 < nodes:
        return None
    return tuple(sorted((min(pair), max(pair)) for pair in matched))


def _negative(weight: int) -> int:
    return -weight


def _packed(costs: Sequence[Cost], pairs: int) -> list[int]:
    """Return costs as single integers that add and compare like the sums of their parts over so many pairs."""
    width = len(costs[0])
    factors = [1] * width
    for part in range(width - 1, 0, -1):
        factors[part - 1] = factors[part] * (max(cost[part] for cost in costs) * pairs + 1)
    if (factors[0] * (max(cost[0] for cost in costs) * pairs + 1)).bit_length() > MAX_BITS:
        raise CostTooFineError("the match points have too many different denominators to be compared exactly")
    return [sum(part * factor for part, factor in zip(cost, factors, strict=True)) for cost in costs]


def total(costs: Iterable[Cost], width: int) -> Cost:
    """Return the sum of costs, part by part."""
    sums = [0] * width
    for cost in costs:
        for part, value in enumerate(cost):
            sums[part] += value
    return tuple(sums)
