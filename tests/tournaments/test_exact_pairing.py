"""The best pairing of a large field. Source: `docs/reference/tournament-format.md`, Swiss: exact at every size."""

import pytest

from tournaments.pairing.exact import MAX_WHOLE, best_pairing
from tournaments.pairing.field import field_of


@pytest.mark.parametrize("size", [MAX_WHOLE + 2, 286, 288])
def test_a_field_that_is_hardly_larger_than_its_ends_is_paired(size: int) -> None:
    """The first has met all but the last, so a pair crosses all nine gaps, which costs 18 squared.

    The groups between them are paired with as few others of the next group as their odd numbers need, each 2 squared.
    """
    points = [20 - 2 * (place * 10 // size) for place in range(size)]
    field = field_of(points, [0] * size, [0] * size, {(0, other): 1 for other in range(1, size - 1)}, set())

    paired = best_pairing(field)

    left = points[1:-1]
    odd_gaps = sum(sum(value > gap for value in left) % 2 for gap in range(3, 20, 2))
    assert (0, size - 1) in paired.pairs
    assert paired.cost[:4] == (0, 0, 18 * 18 + 4 * odd_gaps, 0)
