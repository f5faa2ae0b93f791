"""Whist tournaments: every known one is verified whole."""

from collections import Counter
from itertools import combinations

import pytest

from tournaments.pairing.whist import STARTERS, whist

UP_TO_40 = [players for players in range(4, 41) if players % 4 in (0, 1)]
SUMS_OF_SQUARES = [41, 45, 49, 53, 61, 65, 73, 81, 85, 89, 97, 101]
PLAYERS = [*UP_TO_40, *SUMS_OF_SQUARES]


def pairs_of(players):
    return {frozenset(pair) for pair in combinations(range(players), 2)}


def test_there_is_one_for_every_4k_and_4k_and_1_up_to_40():
    assert [players for players in range(41) if whist(players) is not None] == UP_TO_40
    assert set(STARTERS) == set(UP_TO_40) - {9}


def test_above_there_is_one_for_every_4k_and_1_that_is_a_sum_of_two_squares():
    sums = {one * one + other * other for one in range(11) for other in range(11)}

    assert [number for number in range(41, 102, 4) if number in sums] == SUMS_OF_SQUARES
    assert [players for players in range(41, 102) if whist(players) is not None] == SUMS_OF_SQUARES


@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_partners_everybody_once_and_opposes_everybody_twice(players):
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for tables in whist(players):
        for north, east, south, west in tables:
            partners.update(map(frozenset, ((north, south), (east, west))))
            opponents.update(frozenset((one, other)) for one in (north, south) for other in (east, west))

    assert partners == Counter(pairs_of(players))
    assert opponents == Counter(dict.fromkeys(pairs_of(players), 2))


@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_plays_every_round_or_rests_once_in_all(players):
    resting = [set(range(players)) - {player for table in tables for player in table} for tables in whist(players)]

    assert all(len({player for table in tables for player in table}) == 4 * len(tables) for tables in whist(players))
    if players % 4:
        assert sorted(player for few in resting for player in few) == list(range(players))
        assert len(resting) == players
    else:
        assert not any(resting)
        assert len(resting) == players - 1


@pytest.mark.parametrize("players", [0, 1, 2, 3, 6, 7, 10, 39])
def test_other_numbers_have_none(players):
    assert whist(players) is None
