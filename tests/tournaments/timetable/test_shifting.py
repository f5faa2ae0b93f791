"""Delays move the rounds that follow, within sessions and rests, and never their order."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.events.scheduling import RoundTime, Session
from tournaments.timetable.shifting import Delay, Times, starts_of

MORNING, AFTERNOON, TOMORROW = Session(0, 4 * 3600), Session(5 * 3600, 9 * 3600), Session(24 * 3600, 28 * 3600)
DAYS = (MORNING, AFTERNOON, TOMORROW)


def times(
    *rounds: RoundTime,
    delays: tuple[Delay, ...] = (),
    sessions: tuple[Session, ...] = DAYS,
    limit: int = 45,
    rest: int = 0,
) -> Times:
    return Times(sessions, rounds, (limit,) * len(rounds), rest, delays)


def at(hours: float, number: int, stage: int = 1) -> RoundTime:
    return RoundTime(stage, number, int(hours * 3600))


def minutes(value: Times) -> list[int]:
    return [start.at // 60 for start in starts_of(value)]


DAY = (at(0, 1), at(1, 2), at(2, 3), at(5, 4), at(6, 5))


def test_without_a_delay_rounds_begin_as_planned():
    assert minutes(times(*DAY)) == [0, 60, 120, 300, 360]
    assert not any(start.late or start.carried or start.outside for start in starts_of(times(*DAY)))


def test_a_delay_moves_its_round_and_all_later_rounds_of_the_session():
    assert minutes(times(*DAY, delays=(Delay(1, 2, 20),))) == [0, 80, 140, 300, 360]


def test_the_break_makes_up_for_a_delay_only_as_far_as_the_rest_allows():
    long = times(*DAY, delays=(Delay(1, 3, 70),), rest=30)
    # The third round ends at 235 minutes, and the break of 60 minutes is left whole.
    assert minutes(long) == [0, 60, 190, 300, 360]
    assert minutes(times(at(0, 1), at(3.2, 2), at(5, 3), limit=60, delays=(Delay(1, 1, 130),))) == [130, 322, 382]


def test_a_round_that_no_longer_fits_begins_with_the_next_session_and_moves_those_after_it():
    late = times(*DAY, delays=(Delay(1, 3, 90),))
    starts = starts_of(late)
    assert [start.at // 60 for start in starts] == [0, 60, 300, 345, 405]
    assert [start.carried for start in starts] == [False, False, True, False, False]
    over_night = starts_of(times(at(7, 1), at(8, 2), delays=(Delay(1, 1, 30),)))
    assert [start.at // 3600 for start in over_night] == [7, 24]
    assert over_night[1].carried


def test_a_round_that_fits_into_no_session_any_more_is_said_to_be_outside():
    (start,) = starts_of(times(at(27, 1), delays=(Delay(1, 1, 30),)))
    assert (start.late, start.outside, start.carried) == (30, True, False)


def test_rounds_side_by_side_with_a_delayed_round_stay_and_later_ones_move():
    value = times(at(0, 1), at(0, 1, stage=2), at(1, 2, stage=2), delays=(Delay(1, 1, 20),))
    assert [(one.stage, one.at // 60) for one in starts_of(value)] == [(1, 20), (2, 0), (2, 80)]


@given(
    st.lists(st.tuples(st.integers(1, 2), st.integers(0, 120)), min_size=1, max_size=12),
    st.lists(st.tuples(st.integers(1, 2), st.integers(1, 6), st.integers(0, 300)), max_size=3),
    st.lists(st.tuples(st.integers(0, 40), st.integers(1, 8)), max_size=4),
    st.integers(0, 90),
    st.integers(0, 40),
)
def test_no_shifting_reorders_rounds_nor_lets_one_begin_early_nor_eats_the_rest(steps, delays, blocks, limit, rest):
    begins: dict[int, int] = {1: 0, 2: 0}
    rounds: list[RoundTime] = []
    for stage, step in steps:
        number = sum(one.stage == stage for one in rounds) + 1
        begins[stage] += (step + limit + rest) * 60
        rounds.append(RoundTime(stage, number, begins[stage]))
    sessions: list[Session] = []
    last = 0
    for pause, hours in blocks:
        sessions.append(Session(last + pause * 900, last + pause * 900 + hours * 3600))
        last = sessions[-1].ends
    value = times(
        *rounds, delays=tuple(Delay(*one) for one in delays), sessions=tuple(sessions), limit=limit, rest=rest
    )
    starts = starts_of(value)
    assert len(starts) == len(rounds)
    for one in starts:
        assert one.at >= one.planned
        for other in starts:
            if one.planned < other.planned:
                assert one.at <= other.at
            if one.stage == other.stage and one.round < other.round:
                assert other.at >= one.ends + rest * 60
