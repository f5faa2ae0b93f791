"""The order of a round robin's table."""

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from tournaments.tiebreaks import CRITERIA, Score, rank


@st.composite
def leagues(draw):
    """Entries and some of the matches between them, each at most once."""
    entries = list(range(draw(st.integers(min_value=0, max_value=7))))
    played = []
    for home, away in combinations(entries, 2):
        if draw(st.booleans()):
            points = st.integers(min_value=-12, max_value=12)
            played.append(Score(home, away, draw(points), draw(points)))
    return entries, played


def order(entries, *scores):
    return [(line.entry, line.decided_by) for line in rank(entries, scores)]


def test_points_decide_first_two_for_a_win_and_one_for_a_draw():
    lines = rank("abc", [Score("b", "a", 3, -1), Score("b", "c", 2, 2)])

    assert [(line.entry, line.points, line.won, line.drawn, line.lost) for line in lines] == [
        ("b", 3, 1, 1, 0),
        ("c", 1, 0, 1, 0),
        ("a", 0, 0, 0, 1),
    ]
    assert [line.decided_by for line in lines] == ["", "points", "points"]


def test_teams_level_on_points_are_told_apart_by_the_match_between_them():
    scores = [
        Score("a", "c", 9, 0),
        Score("a", "d", 9, 0),
        Score("b", "a", 1, 0),
        Score("b", "c", 1, 0),
        Score("d", "b", 1, 0),
        Score("c", "d", 1, 0),
    ]

    lines = rank("abcd", scores)

    assert [(line.entry, line.points, line.mutual, line.decided_by) for line in lines] == [
        ("b", 4, 2, ""),
        ("a", 4, 0, "mutual"),
        ("c", 2, 2, "points"),
        ("d", 2, 0, "mutual"),
    ]


def test_difference_decides_when_the_mutual_matches_leave_a_circle():
    scores = [Score("a", "b", 2, 0), Score("b", "c", 5, 0), Score("c", "a", 1, 0)]

    assert order("abc", *scores) == [("b", ""), ("a", "difference"), ("c", "difference")]


def test_the_draw_decides_when_nothing_else_does():
    assert order("ba", Score("a", "b", 1, 1)) == [("b", ""), ("a", "seed")]
    assert order("xyz") == [("x", ""), ("y", "seed"), ("z", "seed")]


def test_the_mutual_matches_are_not_begun_again_for_those_they_leave_level():
    among_the_four = [
        Score("a", "b", 1, 0),
        Score("c", "a", 1, 0),
        Score("a", "d", 0, 0),
        Score("b", "c", 0, 0),
        Score("b", "d", 1, 0),
        Score("c", "d", 1, 0),
    ]
    others = [Score("a", "e", 1, 0), Score("b", "e", 9, 0), Score("d", "e", 1, 0), Score("d", "f", 1, 0)]

    lines = rank("abcdef", among_the_four + others)

    assert [(line.entry, line.points, line.mutual, line.decided_by) for line in lines[:4]] == [
        ("c", 5, 5, ""),
        ("b", 5, 3, "mutual"),
        ("a", 5, 3, "difference"),  # though a won the match against b
        ("d", 5, 1, "mutual"),
    ]


@given(leagues())
def test_ranks_have_no_gaps_and_no_ties(league):
    entries, scores = league

    assert [line.rank for line in rank(entries, scores)] == list(range(1, len(entries) + 1))


@given(leagues())
def test_what_one_wins_another_loses(league):
    entries, scores = league
    lines = rank(entries, scores)

    assert sum(line.points for line in lines) == 2 * len(scores)
    assert sum(line.difference for line in lines) == 0
    assert sum(line.played for line in lines) == 2 * len(scores)


@given(leagues(), st.randoms())
def test_the_order_in_which_matches_are_reported_changes_nothing(league, random):
    entries, scores = league
    shuffled = list(scores)
    random.shuffle(shuffled)

    assert rank(entries, shuffled) == rank(entries, scores)


@given(leagues())
def test_each_row_is_below_the_one_above_by_the_criterion_it_names(league):
    entries, scores = league
    lines = rank(entries, scores)

    for above, below in pairwise(lines):
        for criterion in CRITERIA[: CRITERIA.index(below.decided_by)]:
            assert getattr(above, criterion) == getattr(below, criterion)
        if below.decided_by == "seed":
            assert entries.index(above.entry) < entries.index(below.entry)
        else:
            assert getattr(above, below.decided_by) > getattr(below, below.decided_by)
