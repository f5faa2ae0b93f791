"""The individual: partners and opponents that change from round to round, and how evenly."""

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.helpers.written import field
from tournaments.formats import individual
from tournaments.formats.drawing import draw
from tournaments.formats.errors import DrawError
from tournaments.formats.individual import MAX_PLAYERS, MAX_ROUNDS

WHIST = [*(players for players in range(4, 41) if players % 4 in (0, 1)), 41, 53]


def drawn(players: int, rounds: int, seats: int | None = None):
    return draw(field(players, "individual", rounds=rounds, **({} if seats is None else {"seats": seats})))


def names(players: int) -> list[str]:
    return [f"T{number}" for number in range(1, players + 1)]


def meetings(players: int, answer):
    """Return how often each pair were partners, and opponents."""
    partners = {frozenset(pair): 0 for pair in combinations(names(players), 2)}
    opponents = dict(partners)
    for one in answer["rounds"]:
        for table in one["tables"]:
            for place, other in combinations(range(len(table)), 2):
                counts = partners if (other - place) % 2 == 0 else opponents
                counts[frozenset((table[place], table[other]))] += 1
    return partners, opponents


def true_spread(players: int, answer):
    partners, opponents = meetings(players, answer)
    return {
        "partners": [min(partners.values()), max(partners.values())],
        "opponents": [min(opponents.values()), max(opponents.values())],
    }


def everybody_plays_or_rests(players: int, seats: int, answer):
    """Assert that each player has one seat or rests, at as many tables as there can be, and that rests are even."""
    rests = Counter(dict.fromkeys(names(players), 0))
    for one in answer["rounds"]:
        assert all(len(table) == seats for table in one["tables"])
        assert len(one["tables"]) == players // seats
        assert sorted([*(name for table in one["tables"] for name in table), *one["resting"]]) == sorted(names(players))
        rests.update(one["resting"])
    assert max(rests.values()) - min(rests.values()) <= 1


@pytest.mark.parametrize("players", WHIST)
def test_all_rounds_of_4k_and_4k_and_1_make_everybody_partners_once_and_opponents_twice(players):
    rounds = players if players % 4 else players - 1
    answer = drawn(players, rounds)
    partners, opponents = meetings(players, answer)

    everybody_plays_or_rests(players, 4, answer)
    assert set(partners.values()) == {1}
    assert set(opponents.values()) == {2}
    assert answer["spread"] == {"partners": [1, 1], "opponents": [2, 2]}


@pytest.mark.parametrize("players", [4, 5, 8, 9, 12, 13, 16, 17])
def test_in_fewer_rounds_nobody_partners_anybody_twice(players):
    for rounds in range(1, players - 1):
        answer = drawn(players, rounds)
        assert len(answer["rounds"]) == rounds
        assert answer["spread"] == true_spread(players, answer)
        assert answer["spread"]["partners"][1] == 1
        assert answer["spread"]["opponents"][1] <= 2


def test_more_rounds_than_a_whole_whist_tournament_begin_it_again():
    twice = drawn(8, 14)

    assert twice["rounds"][7:] == twice["rounds"][:7]
    assert twice["spread"] == {"partners": [2, 2], "opponents": [4, 4]}


@pytest.fixture
def few_steps(monkeypatch):
    """Let the search be short."""
    monkeypatch.setattr(individual, "_STEPS", 4_000)


@given(st.data())
def test_for_any_number_the_spread_that_is_told_is_true_and_everybody_plays_or_rests(data):
    seats = data.draw(st.sampled_from((4, 6)))
    players = data.draw(st.integers(seats, 30))
    rounds = data.draw(st.integers(1, 8))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(individual, "_STEPS", 2_000)
        answer = drawn(players, rounds, seats)

    everybody_plays_or_rests(players, seats, answer)
    assert len(answer["rounds"]) == rounds
    assert answer["spread"] == true_spread(players, answer)


@pytest.mark.parametrize(("players", "rounds", "seats"), [(6, 5, 4), (7, 7, 4), (10, 6, 4), (12, 5, 6), (13, 4, 6)])
def test_the_same_numbers_give_the_same_draw(few_steps, players, rounds, seats):
    assert drawn(players, rounds, seats) == drawn(players, rounds, seats)


@pytest.mark.parametrize(
    ("players", "rounds", "seats", "partners", "opponents"),
    [(6, 1, 4, 1, 1), (10, 4, 4, 1, 2), (18, 3, 6, 1, 2), (22, 5, 4, 1, 2), (6, 10, 6, 4, 6)],
)
def test_the_search_keeps_meetings_even(players, rounds, seats, partners, opponents):
    """Six at one table of six: with ten ways to divide them everybody partners everybody four times."""
    spread = drawn(players, rounds, seats)["spread"]

    assert spread["partners"][1] <= partners
    assert spread["opponents"][1] <= opponents


def test_partners_alternate_at_a_table_of_six():
    answer = drawn(6, 1, 6)
    ((table,),) = (one["tables"] for one in answer["rounds"])
    partners, opponents = meetings(6, answer)

    together = [*combinations(table[::2], 2), *combinations(table[1::2], 2)]
    assert {pair for pair, times in partners.items() if times} == set(map(frozenset, together))
    assert {pair for pair, times in opponents.items() if times} == set(map(frozenset, product(table[::2], table[1::2])))


def test_there_are_four_seats_unless_six_are_asked_for():
    assert drawn(12, 3) == drawn(12, 3, 4)


@pytest.mark.parametrize("seats", [3, 7, 0, "4", True, None, 4.0])
def test_seats_are_a_number(seats):
    with pytest.raises(DrawError, match="seats is a whole number from 4 to 6"):
        draw(field(8, "individual", rounds=3, seats=seats))


def test_five_seats_are_refused():
    with pytest.raises(DrawError, match="4 or 6 seats"):
        drawn(10, 3, 5)


@pytest.mark.parametrize("rounds", [0, MAX_ROUNDS + 1, "3", None, True])
def test_rounds_are_a_number(rounds):
    with pytest.raises(DrawError, match="rounds is a whole number from 1 to 400"):
        drawn(8, rounds)


def test_rounds_are_needed():
    with pytest.raises(DrawError, match="rounds is a whole number from 1 to 400"):
        draw(field(8, "individual"))


@pytest.mark.parametrize(("players", "seats"), [(3, 4), (5, 6), (MAX_PLAYERS + 1, 4)])
def test_fewer_players_than_seats_or_too_many_are_refused(players, seats):
    with pytest.raises(DrawError, match=f"has {seats} to {MAX_PLAYERS} players"):
        drawn(players, 1, seats)
