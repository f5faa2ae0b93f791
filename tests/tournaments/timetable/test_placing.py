"""Matches on tables: no placing clashes, fixed seats are kept, and no table is idle while a match waits."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tournaments.events.scheduling import VenueTable
from tournaments.timetable.placing import Hall, Wish, next_free, place

TABLES = tuple(VenueTable(str(number), "Hall") for number in range(1, 13))


@st.composite
def halls(draw):
    """Draw a hall and the matches of a round, each entrant in one of them."""
    tables = TABLES[: draw(st.integers(1, 12))]
    count = draw(st.integers(1, 14))
    wishes = tuple(
        Wish(number, (2 * number, 2 * number + 1), draw(st.sampled_from((1, 1, 1, 2))), draw(st.integers(0, 3)))
        for number in range(1, count + 1)
    )
    entrants = [entrant for wish in wishes for entrant in wish.entrants]
    fixed = draw(st.dictionaries(st.sampled_from(entrants), st.sampled_from(tables), max_size=4))
    taken = frozenset(draw(st.lists(st.sampled_from(tables), max_size=4)))
    visits = draw(st.dictionaries(st.sampled_from(entrants), st.lists(st.sampled_from(tables), min_size=1, max_size=3)))
    return Hall(tables, fixed, taken, draw(st.sampled_from(("top", "spread", "stay"))), visits), wishes


@given(halls())
def test_no_placing_clashes_and_every_match_is_placed_or_waits(drawn):
    hall, wishes = drawn
    placings = place(hall, wishes)
    assert [one.match for one in placings] == [wish.match for wish in wishes]
    given_out = Counter(table for one in placings for table in one.tables)
    assert all(count == 1 for count in given_out.values())
    assert given_out.keys() <= set(hall.tables) - hall.taken
    for wish, placing in zip(wishes, placings, strict=True):
        assert len(placing.tables) in (0, wish.rooms)
        seats = [hall.fixed[entrant] for entrant in wish.entrants if entrant in hall.fixed]
        if placing.tables and seats:
            assert not set(seats).isdisjoint(placing.tables)


@given(halls())
def test_a_free_table_never_idles_while_a_match_waits_that_could_sit_there(drawn):
    hall, wishes = drawn
    placings = place(hall, wishes)
    free = set(hall.tables) - hall.taken - {table for one in placings for table in one.tables}
    for wish, placing in zip(wishes, placings, strict=True):
        seats = {hall.fixed[entrant] for entrant in wish.entrants if entrant in hall.fixed}
        if not placing.tables and wish.rooms == 1:
            assert not seats & free
            assert seats or not free


@given(halls())
def test_free_tables_go_to_those_that_wait_longest(drawn):
    hall, wishes = drawn
    given_out = next_free(hall, wishes)
    tables = [table for one in given_out for table in one.tables]
    assert len(tables) == len(set(tables))
    free = set(hall.tables) - hall.taken
    assert set(tables) <= free
    left = free - set(tables)
    with_table = {one.match for one in given_out}
    for wish in wishes:
        seats = {hall.fixed[entrant] for entrant in wish.entrants[:1] if entrant in hall.fixed}
        if wish.match not in with_table and wish.rooms == 1 and not hall.fixed.keys() & set(wish.entrants):
            assert not left, seats


def test_the_leaders_sit_at_the_top_tables():
    wishes = tuple(Wish(number, (2 * number, 2 * number + 1)) for number in range(1, 5))
    assert [one.tables[0].name for one in place(Hall(TABLES[:4]), wishes)] == ["1", "2", "3", "4"]
    assert [bool(one.tables) for one in place(Hall(TABLES[:2]), wishes)] == [True, True, False, False]


def test_of_too_many_matches_those_play_first_that_have_waited_most():
    wishes = (Wish(1, (1, 2)), Wish(2, (3, 4), waited=1), Wish(3, (5, 6), waited=2))
    assert [bool(one.tables) for one in place(Hall(TABLES[:2]), wishes)] == [False, True, True]
