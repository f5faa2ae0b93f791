"""The pairing in a narrow graph costs what the pairing of the whole field costs."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings

from tests.strategies import SEEDS
from tournaments.pairing import exact
from tournaments.pairing.exact import MAX_WHOLE, best_pairing, whole_pairing
from tournaments.pairing.field import PARTS, field_of
from tournaments.pairing.matching import total


def a_field(seed, sizes):
    """Return a field after some rounds, in which those close to one another have mostly met."""
    chance = Random(seed)
    size = 2 * chance.randint(sizes[0] // 2, sizes[1] // 2)
    rounds = chance.randint(1, 7)
    step = chance.choice((1, 1, 3))
    points = sorted((step * sum(chance.choices((0, 1, 2), (4, 1, 4), k=rounds)) for _ in range(size)), reverse=True)
    met: Counter[tuple[int, int]] = Counter()
    for node in range(size):
        for _ in range(chance.randint(0, rounds) // 2):
            other = min(size - 1, max(0, node + chance.randint(-size // 4, size // 4)))
            if other != node:
                met[min(node, other), max(node, other)] += 1
    forbidden = {tuple(sorted(chance.sample(range(size), 2))) for _ in range(chance.choice((0, 0, size // 4)))}
    floats = [chance.choices((0, 1, 2), (4, 1, 1))[0] for _ in range(size)]
    return field_of(points, [one == 1 for one in floats], [one == 2 for one in floats], met, forbidden)


@pytest.fixture
def whole_fields(monkeypatch):
    """Let small fields be paired in a narrow graph; return the list of those that were matched whole after all."""
    matched = []

    def watched(field):
        matched.append(field)
        return whole_pairing(field)

    monkeypatch.setattr(exact, "MAX_WHOLE", 0)
    monkeypatch.setattr(exact, "_END_SIZES", (4, 8, 16, 24))
    monkeypatch.setattr(exact, "whole_pairing", watched)
    return matched


def cost_of(field, pairing):
    return total((field.cost(*pair) for pair in pairing.pairs), PARTS)


def test_the_narrow_graph_gives_the_cost_of_the_whole(whole_fields):
    """In these fields the bound is always reached, with ends of some size or with none."""
    ends = set()
    for seed in range(80):
        field = a_field(seed, (20, 80))
        found = best_pairing(field)
        assert not whole_fields, f"seed {seed}"
        assert found.cost == cost_of(field, found) == whole_pairing(field).cost, f"seed {seed}"
        assert sorted(node for pair in found.pairs for node in pair) == list(range(field.size))
        ends.add(found.ends)
    assert ends == {0, 4, 8}


@settings(max_examples=40)
@given(SEEDS)
def test_any_field_of_two_to_thirty_gets_the_cost_of_the_whole(seed):
    field = a_field(seed, (2, 30))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(exact, "MAX_WHOLE", 0)
        patched.setattr(exact, "_END_SIZES", (2, 4, 8))
        assert best_pairing(field).cost == whole_pairing(field).cost


def test_a_narrow_window_is_widened_until_the_pairing_is_proved(whole_fields, monkeypatch):
    monkeypatch.setattr(exact, "_WINDOW", 0)
    for seed in range(20):
        field = a_field(seed, (20, 40))
        assert best_pairing(field).cost == whole_pairing(field).cost, f"seed {seed}"


def test_a_field_of_more_than_the_most_is_paired_in_a_narrow_graph(monkeypatch):
    field = a_field(1, (MAX_WHOLE + 2, MAX_WHOLE + 40))
    expected = whole_pairing(field)
    monkeypatch.setattr(exact, "whole_pairing", None)

    assert best_pairing(field).cost == expected.cost


def test_pairs_that_all_met_are_matched_whole(whole_fields):
    size = 30
    met = {(one, other): 1 for one in range(size) for other in range(one + 1, size)}
    field = field_of([0] * size, [0] * size, [0] * size, met, ())

    assert best_pairing(field).cost == (0, size // 2, 0, 0, 0)
    assert len(whole_fields) == 1


def test_a_field_shorter_than_two_of_the_longest_ends_is_matched_whole():
    """The first has met all the others, so that no graph without rematches has a pairing."""
    size = MAX_WHOLE + 10
    field = field_of([0] * size, [0] * size, [0] * size, {(0, other): 1 for other in range(1, size)}, ())

    assert best_pairing(field).cost == (0, 1, 0, 0, 0)


def test_two_who_met_do_not_cross_a_gap_together_where_others_can(monkeypatch):
    """Three on two points, three on none; the two whose crossing would cost the least have met."""
    monkeypatch.setattr(exact, "MAX_WHOLE", 0)
    monkeypatch.setattr(exact, "whole_pairing", None)
    field = field_of([2, 2, 2, 0, 0, 0], [1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 1], {(2, 3): 1}, ())

    found = best_pairing(field)

    assert found.cost == cost_of(field, found) == (0, 0, 4, 0, 1)
