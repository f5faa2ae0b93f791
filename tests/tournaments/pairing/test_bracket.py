"""The parts of brackets: places of seeds, byes, and matches that are made only where somebody meets somebody."""

import pytest

from tournaments.pairing.bracket import BracketBuilder, BracketMatch, Source, first_places, play_round, seeds_by_place

SEED = [Source("seed", number) for number in range(9)]


@pytest.mark.parametrize("size", [1, 2, 4, 8, 64, 1024])
def test_every_seed_has_one_place(size):
    assert sorted(seeds_by_place(size)) == list(range(1, size + 1))


@pytest.mark.parametrize("size", [2, 4, 8, 64, 1024])
def test_in_every_round_the_best_left_meets_the_worst_left_if_the_better_always_win(size):
    seeds = seeds_by_place(size)
    while len(seeds) > 1:
        pairs = list(zip(seeds[::2], seeds[1::2], strict=True))
        assert {sum(pair) for pair in pairs} == {len(seeds) + 1}
        seeds = [min(pair) for pair in pairs]


@pytest.mark.parametrize("part", [1, 2, 4, 8, 16])
def test_the_first_seeds_stand_in_different_parts_of_the_bracket(part):
    seeds = seeds_by_place(64)
    width = 64 // part

    assert [sum(seed <= part for seed in seeds[start : start + width]) for start in range(0, 64, width)] == [1] * part


@pytest.mark.parametrize("entrants", range(1, 66))
def test_a_first_round_has_every_seed_once_and_its_byes_go_to_the_first_seeds(entrants):
    places = first_places(entrants)
    byes = (
        {
            place.number
            for pair in zip(places[::2], places[1::2], strict=True)
            if None in pair
            for place in pair
            if place is not None
        }
        if entrants > 1
        else set()
    )

    assert sorted(place.number for place in places if place is not None) == list(range(1, entrants + 1))
    assert byes == set(range(1, len(places) - entrants + 1))
    assert len(places) < 2 * entrants


def test_a_match_is_made_where_two_places_are_filled():
    builder = BracketBuilder()
    builder.next_round()

    assert builder.play(SEED[1], SEED[2], "winners", if_needed=True) == (Source("winner", 1), Source("loser", 1))
    assert builder.matches == [BracketMatch(1, 1, SEED[1], SEED[2], "winners", True)]


@pytest.mark.parametrize(
    ("home", "away", "through"), [(SEED[1], None, SEED[1]), (None, SEED[2], SEED[2]), (None, None, None)]
)
def test_a_place_that_nobody_is_in_makes_no_match(home, away, through):
    builder = BracketBuilder()
    builder.next_round()

    assert builder.play(home, away) == (through, None)
    assert builder.matches == []


def test_a_round_without_matches_gets_no_number():
    builder = BracketBuilder()
    for away in (SEED[2], None, SEED[3]):
        builder.next_round()
        builder.play(SEED[1], away)

    assert [(match.number, match.round) for match in builder.matches] == [(1, 1), (2, 2)]


def test_neighbours_meet():
    builder = BracketBuilder()
    builder.next_round()

    winners, losers = play_round(builder, [SEED[1], None, SEED[2], SEED[3]])

    assert winners == [SEED[1], Source("winner", 1)]
    assert losers == [None, Source("loser", 1)]
