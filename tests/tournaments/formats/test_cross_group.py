"""The schedule of a cross-group: one half against the other."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.tournaments.helpers.written import field, stage
from tournaments.formats.cross_group import schedule
from tournaments.formats.drawing import draw
from tournaments.formats.errors import DrawError


def drawn(size: int, rounds: int | None = None):
    """Return the halves and the rounds between them."""
    names = [f"T{number}" for number in range(1, 2 * size + 1)]
    halves = [names[::2], names[1::2]]
    options = {"halves": halves} if rounds is None else {"halves": halves, "rounds": rounds}
    return halves, draw(field(2 * size, "cross_group", **options))["rounds"]


def test_three_against_three_are_drawn_as_the_format_has_it():
    assert draw(stage(names="ABCDEF", type="cross_group", options={"halves": [["A", "B", "C"], ["D", "E", "F"]]})) == {
        "rounds": [
            [["A", "D"], ["B", "E"], ["C", "F"]],
            [["E", "A"], ["F", "B"], ["D", "C"]],
            [["A", "F"], ["B", "D"], ["C", "E"]],
        ]
    }


@settings(max_examples=40)
@given(st.integers(1, 100), st.data())
@example(100, None)
@example(1, None)
def test_every_round_each_plays_one_of_the_other_half_and_nobody_twice(size, data):
    rounds = size if data is None else data.draw(st.integers(1, size))
    (one, other), found = drawn(size, rounds)

    assert len(found) == rounds
    met = set()
    for pairs in found:
        assert sorted(name for pair in pairs for name in pair) == sorted([*one, *other])
        for pair in pairs:
            assert len(set(pair) & set(one)) == 1
            met.add(frozenset(pair))
    assert len(met) == rounds * size


@settings(max_examples=40)
@given(st.integers(1, 40))
def test_homes_and_aways_differ_by_one_at_most(size):
    (one, other), found = drawn(size)
    for name in (*one, *other):
        homes = sum(pair[0] == name for pairs in found for pair in pairs)
        assert abs(homes - (len(found) - homes)) <= 1


def test_without_a_number_of_rounds_everybody_meets_the_whole_other_half():
    (one, other), found = drawn(4)

    assert {frozenset(pair) for pairs in found for pair in pairs} == {frozenset((a, b)) for a in one for b in other}


@pytest.mark.parametrize("rounds", [0, 3, -1, "2", True, 1.0])
def test_there_are_no_more_rounds_than_opponents(rounds):
    with pytest.raises(DrawError, match="rounds is a whole number from 1 to 2"):
        drawn(2, rounds)


@pytest.mark.parametrize(
    "halves", [None, "AB", {"A": "B"}, [], [["A", "B"]], [["A"], ["B"], ["C"]], ["AB", "CD"], [["A", 2], ["B", "C"]]]
)
def test_halves_are_two_lists_of_ids(halves):
    with pytest.raises(DrawError, match="halves is two lists of ids"):
        schedule(stage(type="cross_group", options={"halves": halves}))


def test_the_halves_are_needed():
    with pytest.raises(DrawError, match="halves is two lists of ids"):
        schedule(stage(type="cross_group"))


def test_halves_of_two_sizes_are_refused():
    with pytest.raises(DrawError, match="one size; here they have 3 and 1 entrants"):
        schedule(stage(type="cross_group", options={"halves": [["A", "B", "C"], ["D"]]}))


@pytest.mark.parametrize(
    "halves", [[["A", "B"], ["C", "X"]], [["A", "B"], ["C", "A"]], [["A"], ["B"]], [["A", "B", "C"], ["D", "A", "B"]]]
)
def test_halves_that_do_not_hold_every_entrant_once_are_refused(halves):
    with pytest.raises(DrawError, match="every entrant of the stage once"):
        schedule(stage(type="cross_group", options={"halves": halves}))
