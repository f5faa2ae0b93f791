"""Perfect matchings of least cost, against all the matchings there are."""

from random import Random

import pytest
from hypothesis import given, settings

from tests.strategies import SEEDS
from tests.tournaments.helpers.naive_pairing import all_pairings
from tournaments.pairing.matching import MAX_BITS, CostTooFineError, perfect_matching, total


def least_cost(nodes, edges):
    """Return the least cost of all perfect matchings, or None if there is none."""
    cheapest = {}
    for one, other, cost in edges:
        pair = frozenset((one, other))
        cheapest[pair] = min(cost, cheapest.get(pair, cost))
    found = [
        total((cheapest[frozenset(pair)] for pair in pairs), len(edges[0][2]))
        for pairs in all_pairings(list(range(nodes)))
        if all(frozenset(pair) in cheapest for pair in pairs)
    ]
    return min(found, default=None)


@settings(max_examples=200)
@given(SEEDS)
def test_the_matching_of_a_small_graph_costs_the_least_part_by_part(seed):
    chance = Random(seed)
    nodes, parts, density = chance.choice((2, 4, 6, 8)), chance.randint(1, 4), chance.choice((0.4, 0.7, 1))
    most = chance.choice((1, 3, 1000))
    edges = [
        (one, other, tuple(chance.randint(0, most) for _ in range(parts)))
        for one in range(nodes)
        for other in range(nodes)
        if one != other and chance.random() < density
    ]
    if not edges:
        return

    pairs = perfect_matching(nodes, edges)

    least = least_cost(nodes, edges)
    if pairs is None:
        assert least is None
        return
    assert sorted(node for pair in pairs for node in pair) == list(range(nodes))
    costs = {}
    for one, other, cost in edges:
        pair = (min(one, other), max(one, other))
        costs[pair] = min(cost, costs.get(pair, cost))
    assert total((costs[pair] for pair in pairs), parts) == least


def test_one_unit_of_a_part_weighs_more_than_all_of_the_parts_after_it():
    edges = [(0, 1, (1, 0)), (2, 3, (0, 0)), (0, 2, (0, 999)), (1, 3, (0, 999))]

    assert perfect_matching(4, edges) == ((0, 2), (1, 3))


def test_pairs_are_sorted_with_the_lower_node_first():
    assert perfect_matching(4, [(3, 0, (0,)), (2, 1, (0,))]) == ((0, 3), (1, 2))


def test_of_two_edges_of_one_pair_the_cheaper_counts():
    edges = [(0, 1, (5,)), (1, 0, (1,)), (2, 3, (0,)), (0, 2, (2,)), (1, 3, (0,))]

    assert perfect_matching(4, edges) == ((0, 1), (2, 3))


def test_no_nodes_have_an_empty_matching():
    assert perfect_matching(0, []) == ()


@pytest.mark.parametrize(
    ("nodes", "edges"),
    [
        pytest.param(3, [(0, 1, (0,)), (1, 2, (0,))], id="an-odd-number"),
        pytest.param(2, [], id="no-edges"),
        pytest.param(4, [(0, 1, (0,)), (0, 2, (0,)), (0, 3, (0,))], id="a-star"),
    ],
)
def test_a_graph_without_a_perfect_matching_has_none(nodes, edges):
    assert perfect_matching(nodes, edges) is None


def test_costs_of_the_most_bits_are_told_apart_to_the_last_unit():
    large = 2 ** (MAX_BITS - 2) - 1
    edges = [(0, 1, (large,)), (2, 3, (large,)), (0, 2, (large,)), (1, 3, (large - 1,))]

    assert perfect_matching(4, edges) == ((0, 2), (1, 3))


@pytest.mark.parametrize("cost", [(2**MAX_BITS,), (2**60, 2**60), (1, 2**MAX_BITS)])
def test_costs_of_more_bits_are_refused(cost):
    with pytest.raises(CostTooFineError, match="too many different denominators"):
        perfect_matching(2, [(0, 1, cost)])


def test_a_total_adds_part_by_part():
    assert total([(1, 2), (3, 4)], 2) == (4, 6)
    assert total([], 3) == (0, 0, 0)
