"""The order of a round robin's table."""

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from tournaments.tiebreaks.league import CRITERIA, DRAW, WIN, Score, rank


@st.composite
def leagues(draw):
    """Entries and some of the matches between them, each at most once."""
    entries = list(range(draw(st.integers(min_value=0, max_value=7))))
    matches = []
    for home, away in combinations(entries, 2):
        if draw(st.booleans()):
            points = st.integers(min_value=-12, max_value=12)
            winner = draw(st.sampled_from((home, away, None)))
            matches.append(Score(home, away, draw(points), draw(points), winner))
    return entries, matches


def played(home, away, home_points, away_points):
    """A match that was won by more game points."""
    ahead = home_points - away_points
    return Score(home, away, home_points, away_points, home if ahead > 0 else away if ahead < 0 else None)


def order(entries, *scores):
    return [(line.entry, line.decided_by) for line in rank(entries, scores)]


def test_points_decide_first_two_for_a_win_and_one_for_a_draw():
    lines = rank("abc", [played("b", "a", 3, -1), played("b", "c", 2, 2)])

    assert [(line.entry, line.points, line.won, line.drawn, line.lost) for line in lines] == [
        ("b", 3, 1, 1, 0),
        ("c", 1, 0, 1, 0),
        ("a", 0, 0, 0, 1),
    ]
    assert [line.decided_by for line in lines] == ["", "points", "points"]


def test_a_match_is_won_by_whom_its_game_was_won_by_and_its_points_count_in_the_difference_alone():
    """56-IRR-27, 28-WIK-5."""
    lines = rank("abc", [Score("a", "b", 5, 0, "b"), Score("b", "c", 3, 1, None)])

    assert [(line.entry, line.points, line.won, line.drawn, line.lost, line.difference) for line in lines] == [
        ("b", 3, 1, 1, 0, -3),
        ("c", 1, 0, 1, 0, -2),
        ("a", 0, 0, 0, 1, 5),
    ]


def test_teams_level_on_points_are_told_apart_by_the_match_between_them():
    scores = [
        played("a", "c", 9, 0),
        played("a", "d", 9, 0),
        played("b", "a", 1, 0),
        played("b", "c", 1, 0),
        played("d", "b", 1, 0),
        played("c", "d", 1, 0),
    ]

    lines = rank("abcd", scores)

    assert [(line.entry, line.points, line.mutual, line.decided_by) for line in lines] == [
        ("b", 4, 2, ""),
        ("a", 4, 0, "mutual"),
        ("c", 2, 2, "points"),
        ("d", 2, 0, "mutual"),
    ]


def test_difference_decides_when_the_mutual_matches_leave_a_circle():
    scores = [played("a", "b", 2, 0), played("b", "c", 5, 0), played("c", "a", 1, 0)]

    assert order("abc", *scores) == [("b", ""), ("a", "difference"), ("c", "difference")]


def test_the_draw_decides_when_nothing_else_does():
    assert order("ba", played("a", "b", 1, 1)) == [("b", ""), ("a", "seed")]
    assert order("xyz") == [("x", ""), ("y", "seed"), ("z", "seed")]


def test_the_mutual_matches_are_not_begun_again_for_those_they_leave_level():
    among_the_four = [
        played("a", "b", 1, 0),
        played("c", "a", 1, 0),
        played("a", "d", 0, 0),
        played("b", "c", 0, 0),
        played("b", "d", 1, 0),
        played("c", "d", 1, 0),
    ]
    others = [played("a", "e", 1, 0), played("b", "e", 9, 0), played("d", "e", 1, 0), played("d", "f", 1, 0)]

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


def match_points(entries, scores):
    """The match points of every entry from these matches."""
    points = dict.fromkeys(entries, 0)
    for score in scores:
        if score.winner is not None:
            points[score.winner] += WIN
        else:
            points[score.home] += DRAW
            points[score.away] += DRAW
    return points


def rank_slowly(entries, scores):
    """The entries in their order with their criteria: for each all matches are looked through, as defined."""
    points = match_points(entries, scores)
    rows = []
    for seed, entry in enumerate(entries):
        level = [other for other in entries if points[other] == points[entry]]
        among = [score for score in scores if score.home in level and score.away in level]
        mutual = match_points(entries, among)[entry] if len(level) > 1 else None
        mine = [score for score in scores if entry in (score.home, score.away)]
        margins = [(1 if score.home == entry else -1) * (score.home_points - score.away_points) for score in mine]
        rows.append((-points[entry], -(mutual or 0), -sum(margins), seed, entry, mutual, len(mine)))
    return [(entry, -points, mutual, -less, played) for points, _, less, _, entry, mutual, played in sorted(rows)]


@given(leagues())
def test_the_order_is_the_one_that_the_definitions_give(league):
    entries, scores = league

    lines = [(line.entry, line.points, line.mutual, line.difference, line.played) for line in rank(entries, scores)]
    assert lines == rank_slowly(entries, scores)


def test_each_match_is_looked_at_a_fixed_number_of_times_however_many_teams_there_are():
    looked = []

    class Watched(Score):
        """A score that notes each look at its home team."""

        def __getattribute__(self, name):
            if name == "home":
                looked.append(1)
            return super().__getattribute__(name)

    def looks(size):
        looked.clear()
        rank(range(size), [Watched(one, one + 1, 1, 0, one) for one in range(0, size, 2)])
        return len(looked) / (size // 2)

    assert looks(100) == looks(10)
