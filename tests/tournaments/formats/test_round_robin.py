"""The schedule of a round robin, for any number of entrants and both legs."""

from collections import Counter
from itertools import combinations, groupby

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.tournaments.helpers.written import field, stage
from tournaments.formats.drawing import draw
from tournaments.formats.errors import DrawError
from tournaments.formats.round_robin import schedule

SIZES = st.one_of(st.integers(2, 20), st.integers(2, 200))
LEGS = st.integers(1, 2)


def legs_of(size: int, legs: int):
    """Return the rounds of each leg."""
    rounds = draw(field(size, "round_robin", legs=legs))["rounds"]
    length = len(rounds) // legs
    return [rounds[start : start + length] for start in range(0, len(rounds), length)]


def sides_of(leg):
    """Return for each entrant its matches in order: True at home."""
    sides: dict[str, list[bool]] = {}
    for pairs in leg:
        for home, away in pairs:
            sides.setdefault(home, []).append(True)
            sides.setdefault(away, []).append(False)
    return sides


def test_four_entrants_are_drawn_as_the_format_has_it():
    assert draw(stage(type="round_robin")) == {
        "rounds": [[["A", "D"], ["B", "C"]], [["D", "B"], ["C", "A"]], [["C", "D"], ["A", "B"]]]
    }


@settings(max_examples=40)
@given(SIZES, LEGS)
@example(200, 2)
@example(2, 2)
def test_everybody_meets_everybody_once_a_leg(size, legs):
    everybody = [f"T{number}" for number in range(1, size + 1)]
    drawn = legs_of(size, legs)

    assert len(drawn) == legs
    for leg in drawn:
        met = Counter(frozenset(pair) for pairs in leg for pair in pairs)
        assert met == Counter(map(frozenset, combinations(everybody, 2)))


@settings(max_examples=40)
@given(SIZES, LEGS)
def test_nobody_plays_twice_in_a_round_and_with_an_odd_number_each_rests_once_a_leg(size, legs):
    for leg in legs_of(size, legs):
        rested: Counter[str] = Counter(f"T{number}" for number in range(1, size + 1) for _ in leg)
        for pairs in leg:
            playing = [name for pair in pairs for name in pair]
            assert len(playing) == len(set(playing)) == size - size % 2
            rested.subtract(playing)
        assert set(rested.values()) == {size % 2}


@settings(max_examples=40)
@given(SIZES, LEGS)
@example(200, 1)
@example(199, 1)
def test_homes_and_aways_of_a_leg_differ_by_one_at_most(size, legs):
    for leg in legs_of(size, legs):
        assert all(abs(sum(sides) - (len(sides) - sum(sides))) <= 1 for sides in sides_of(leg).values())


@settings(max_examples=40)
@given(SIZES, LEGS)
@example(200, 1)
@example(199, 1)
def test_nobody_has_three_homes_or_three_aways_in_succession_in_one_leg(size, legs):
    for leg in legs_of(size, legs):
        assert all(len(list(run)) < 3 for sides in sides_of(leg).values() for _, run in groupby(sides))


@settings(max_examples=40)
@given(SIZES)
def test_the_second_leg_has_home_and_away_exchanged(size):
    first, second = legs_of(size, 2)

    assert second == [[[away, home] for home, away in pairs] for pairs in first]


def test_there_is_one_leg_unless_two_are_asked_for():
    assert schedule(field(5, "round_robin")) == schedule(field(5, "round_robin", legs=1))
    assert len(schedule(field(5, "round_robin", legs=2))) == 10


def test_entrants_are_paired_in_the_seeding_order_of_the_stage():
    assert draw(stage(type="round_robin", entrants=["D", "A"])) == {"rounds": [[["D", "A"]]]}


@pytest.mark.parametrize("legs", [0, 3, -1, "2", True, None, 1.0, [1]])
def test_legs_are_one_or_two(legs):
    with pytest.raises(DrawError, match="legs is a whole number from 1 to 2"):
        draw(field(4, "round_robin", legs=legs))
