"""Clashes of matches that are placed: tables, players, rests, sessions, fixed seats."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.events.scheduling import Session, VenueTable
from tournaments.timetable.clashes import Booking, Clash, all_clashes, clashes_of, seat_clashes

ONE, TWO = VenueTable("1", "Hall"), VenueTable("2", "Hall")


def booking(match: int, begins: int, *players: str, table: VenueTable = ONE, minutes: int = 40) -> Booking:
    return Booking("cup", match, (table,), begins * 60, (begins + minutes) * 60, frozenset(players), (match,))


def kinds(*bookings: Booking, rest: int = 0, sessions: tuple[Session, ...] = ()) -> list[str]:
    return [clash.kind for clash in all_clashes(bookings, rest_minutes=rest, sessions=sessions)]


def test_two_matches_at_a_table_clash_only_while_both_last():
    assert kinds(booking(1, 0), booking(2, 39)) == ["table"]
    assert kinds(booking(1, 0), booking(2, 40)) == []
    assert kinds(booking(1, 0), booking(2, 10, table=TWO)) == []


def test_a_player_is_in_one_place_at_a_time_and_has_the_rest_between():
    first = booking(1, 0, "a", "b")
    assert kinds(first, booking(2, 30, "b", table=TWO)) == ["players"]
    assert kinds(first, booking(2, 45, "b", table=TWO), rest=10) == ["rest"]
    assert kinds(first, booking(2, 50, "b", table=TWO), rest=10) == []
    (clash,) = all_clashes([first, booking(2, 45, "b", table=TWO)], rest_minutes=10)
    assert (clash.players, clash.minutes) == (("b",), 5)


def test_a_match_lies_in_one_session_as_a_whole():
    morning = Session(0, 60 * 60)
    assert kinds(booking(1, 20), sessions=(morning,)) == []
    assert kinds(booking(1, 21), sessions=(morning,)) == ["session"]
    assert kinds(booking(1, 70), sessions=(morning,)) == ["session"]


def test_a_fixed_seat_is_kept_and_two_of_one_match_cannot_be():
    placed = Booking("cup", 1, (ONE,), entrants=(3, 4))
    known = frozenset((ONE, TWO))
    assert list(seat_clashes(placed, {3: ONE}, known)) == []
    assert [clash.kind for clash in seat_clashes(placed, {3: TWO}, known)] == ["seat"]
    assert [clash.kind for clash in seat_clashes(placed, {3: ONE, 4: TWO}, known)] == ["seats"]
    assert [clash.kind for clash in seat_clashes(placed, {}, frozenset((TWO,)))] == ["unknown-table"]


@given(
    st.lists(
        st.tuples(
            st.integers(0, 100), st.integers(0, 60), st.sampled_from((ONE, TWO)), st.sets(st.sampled_from("abcd"))
        ),
        max_size=12,
    ),
    st.integers(0, 20),
)
def test_all_clashes_are_those_of_every_pair(drawn, rest):
    bookings = [
        booking(number, begins, *players, table=table, minutes=minutes)
        for number, (begins, minutes, table, players) in enumerate(drawn, start=1)
    ]
    found = {_pair(clash) for clash in all_clashes(bookings, rest_minutes=rest)}
    expected = {
        _pair(clash)
        for one, other in combinations(bookings, 2)
        for clash in clashes_of(one, [other], rest_minutes=rest)
    }
    assert found == expected


def _pair(clash: Clash) -> tuple[str, frozenset[int], tuple[str, ...]]:
    return clash.kind, frozenset((clash.match, clash.other)), clash.players
