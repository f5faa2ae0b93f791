"""The two lanes of the suite: `make test` leaves out what is marked `whole`, `make test-whole` runs that alone.

A test is marked `whole` where it repeats for every rule set, role, page or order what others of the same test show for
representative ones. A test of its own kind stays in the fast lane.
"""

from collections.abc import Iterable
from typing import Any

import pytest

import engine

REPRESENTATIVE = ("28-kerala-4", "28-wikipedia-3", "28-house-4", "56-international-6", "56-standard-8")
"""Both families, three to eight players, with stakes and without; `make test` plays whole games of these alone."""


def in_lanes(values: Iterable[Any], fast: Iterable[Any] = REPRESENTATIVE) -> list[Any]:
    """Return the values of a parameter, those that are not in the fast lane marked `whole`.

    Raises:
        ValueError: None of them is in the fast lane.
    """
    values, kept = list(values), set(fast)
    if kept.isdisjoint(values):
        raise ValueError(f"None of {values} is in the fast lane.")
    return [value if value in kept else pytest.param(value, marks=pytest.mark.whole) for value in values]


EVERY_RULE_SET_IN_LANES = pytest.mark.parametrize("rule_set", in_lanes(engine.rule_set_ids()))
"""For tests that play whole games; a test that takes milliseconds has `tests.strategies.EVERY_RULE_SET`."""
