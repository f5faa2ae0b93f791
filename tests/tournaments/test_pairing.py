"""Pairings of a round robin, for any number of entries."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.round_robin import byes, round_robin

ENTRIES = st.integers(min_value=0, max_value=40)


@given(ENTRIES)
def test_every_two_entries_meet_exactly_once(entries):
    met = Counter(frozenset(pair) for pairs in round_robin(entries) for pair in pairs)

    assert met == Counter(frozenset(pair) for pair in combinations(range(entries), 2))


@given(ENTRIES)
def test_nobody_plays_twice_in_a_round(entries):
    for pairs in round_robin(entries):
        playing = [place for pair in pairs for place in pair]
        assert len(playing) == len(set(playing))


@given(ENTRIES)
def test_there_are_no_more_rounds_than_needed(entries):
    least = 0 if entries < 2 else entries - 1 if entries % 2 == 0 else entries

    assert len(round_robin(entries)) == least


@given(ENTRIES)
def test_an_odd_number_lets_everybody_rest_once_and_an_even_number_nobody(entries):
    resting = byes(entries)

    if entries < 2:
        assert resting == ()
    elif entries % 2:
        assert sorted(resting) == list(range(entries))
    else:
        assert set(resting) == {None}


@given(ENTRIES)
def test_home_and_away_differ_by_one_at_most(entries):
    rounds = round_robin(entries)
    home = Counter(pair[0] for pairs in rounds for pair in pairs)
    away = Counter(pair[1] for pairs in rounds for pair in pairs)

    assert all(abs(home[place] - away[place]) <= 1 for place in range(entries))


def test_four_entries_are_paired_as_in_the_handbooks():
    assert round_robin(4) == (((0, 3), (1, 2)), ((3, 1), (2, 0)), ((2, 3), (0, 1)))


def test_a_negative_number_is_refused():
    with pytest.raises(ValueError, match="fewer than no entries"):
        round_robin(-1)
