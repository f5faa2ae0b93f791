"""The search: so many entrants reach their points from the matches between them, or not."""

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.outlook.reach import Points, Work, WorkLimitError, can_reach

POINTS = (
    Points(2, 1), Points(3, 1), Points(3, 2), Points(1, None), Points(1, 0), Points(2, 2), Points(7, 3), Points(7, 4),
    Points(10, 1), Points(0, 0),
)  # fmt: skip
ENTRANTS = st.integers(0, 5)
PAIRS = st.lists(st.tuples(ENTRANTS, ENTRANTS).filter(lambda pair: pair[0] != pair[1]), max_size=7)


def by_trying(needs, pairs, size, points):
    """Tell the same by all results of all matches."""
    ways = [(points.win, 0), (0, points.win)]
    if points.draw is not None:
        ways.append((points.draw, points.draw))
    for course in product(ways, repeat=len(pairs)):
        table = Counter()
        for (home, away), (own, others) in zip(pairs, course, strict=True):
            table[home] += own
            table[away] += others
        if sum(table[entrant] >= need for entrant, need in needs.items()) >= size:
            return True
    return False


@settings(deadline=None, max_examples=400)
@given(st.dictionaries(ENTRANTS, st.integers(-2, 12)), PAIRS, st.integers(0, 6), st.sampled_from(POINTS))
def test_the_answer_is_that_of_all_courses(needs, pairs, size, points):
    assert can_reach(needs, pairs, size, points, Work(10_000)) == by_trying(needs, pairs, size, points)


@settings(deadline=None, max_examples=300)
@given(st.data(), st.sampled_from([Points(3, 1), Points(3, 2), Points(7, 3), Points(7, 4), Points(10, 1)]))
def test_points_that_matches_can_just_give_are_reached_and_a_little_more_is_judged_rightly(data, points):
    """Needs next to a course that is possible: here the flow alone does not decide."""
    pairs = data.draw(st.lists(st.sampled_from(list(combinations(range(4), 2))), min_size=3, max_size=7))
    ways = [(points.win, 0), (0, points.win), (points.draw, points.draw)]
    needs = Counter(dict.fromkeys(range(4), 0))
    for home, away in pairs:
        own, others = data.draw(st.sampled_from(ways))
        needs[home] += own
        needs[away] += others
    assert can_reach(needs, pairs, 4, points, Work(10_000))

    more = Counter(needs)
    more[data.draw(st.integers(0, 3))] += data.draw(st.integers(1, points.win))
    more[data.draw(st.integers(0, 3))] -= data.draw(st.integers(0, points.win))
    assert can_reach(more, pairs, 4, points, Work(10_000)) == by_trying(more, pairs, 4, points)


def test_the_entrant_with_least_to_spare_may_have_to_lose_a_match():
    """A rare case where all three results of a match have to be tried."""
    needs = {0: 12, 1: 7, 2: 4, 3: 25, 4: 11, 5: 8}
    pairs = [(5, 0), (0, 3), (3, 0), (2, 3), (3, 2), (1, 5), (3, 4), (1, 4), (5, 4)]

    assert can_reach(needs, pairs, 6, Points(7, 4), Work(10_000))


def test_all_three_of_a_cycle_can_win_once_and_two_of_them_can_have_a_draw_more():
    cycle = [(0, 1), (1, 2), (2, 0)]

    assert can_reach(dict.fromkeys(range(3), 3), cycle, 3, Points(3, 1), Work(100))
    assert can_reach(dict.fromkeys(range(3), 4), cycle, 2, Points(3, 1), Work(100))
    assert not can_reach(dict.fromkeys(range(3), 4), cycle, 3, Points(3, 1), Work(100))


def test_a_match_with_somebody_who_needs_nothing_is_won():
    assert can_reach({0: 2}, [(0, 9)], 1, Points(2, 1), Work(0))


def test_the_search_stops_at_its_limit():
    cycle = [(0, 1), (1, 2), (2, 0)]

    with pytest.raises(WorkLimitError):
        can_reach(dict.fromkeys(range(3), 1), cycle, 3, Points(3, 1), Work(1))


def test_a_position_too_deep_for_the_stack_is_given_up_like_one_that_takes_too_much_work():
    """All 190 matches have to be drawn."""
    pairs = list(combinations(range(20), 2))

    with pytest.raises(WorkLimitError):
        can_reach(dict.fromkeys(range(20), 57), pairs, 20, Points(4, 3), Work(1_000_000))


def test_entrants_whose_points_are_settled_cost_no_work():
    """Eleven of twelve are above or below whatever happens: their matches are not looked at."""
    pairs = list(combinations(range(12), 2))
    needs = {entrant: -1 if entrant % 2 else 100 for entrant in range(12)} | {0: 5}
    work = Work(0)

    assert can_reach(needs, pairs, 7, Points(3, 1), work)
    assert work.positions == 0
