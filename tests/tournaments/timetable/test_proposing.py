"""A proposal of times: rounds in their order, within sessions, with as many turns as the tables need."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.events.scheduling import Session
from tournaments.timetable.proposing import Need, propose

HOUR = 3600
DAY = (Session(0, 3 * HOUR), Session(4 * HOUR, 8 * HOUR))


def test_rounds_follow_one_another_with_their_rest_and_none_is_cut_by_a_break():
    slots = [[Need(1, number, 4, 50)] for number in range(1, 6)]
    proposal = propose(slots, tables=4, windows=DAY, rest_minutes=10)
    assert [one.at / HOUR for one in proposal.rounds] == [0, 1, 2, 4, 5]
    assert proposal.sessions == DAY
    assert proposal.waves == ()


def test_a_round_with_more_matches_than_tables_takes_several_turns():
    proposal = propose([[Need(1, 1, 5, 50)], [Need(1, 2, 4, 50)]], tables=4, windows=DAY, rest_minutes=0)
    assert [one.at / 60 for one in proposal.rounds] == [0, 100]
    assert proposal.waves == ((1, 1, 2),)


def test_the_days_go_on_as_the_last_one_was():
    slots = [[Need(1, number, 1, 120)] for number in range(1, 6)]
    proposal = propose(slots, tables=1, windows=DAY, rest_minutes=0)
    assert [one.at / HOUR for one in proposal.rounds] == [0, 4, 6, 24, 28]
    assert [one.begins / HOUR for one in proposal.sessions] == [0, 4, 24, 28]


@given(
    st.lists(st.tuples(st.integers(1, 40), st.integers(5, 300)), min_size=1, max_size=12),
    st.integers(0, 20),
    st.integers(0, 60),
)
def test_no_two_rounds_overlap_and_each_begins_in_a_session(rounds, tables, rest):
    slots = [[Need(1, number, count, minutes)] for number, (count, minutes) in enumerate(rounds, start=1)]
    proposal = propose(slots, tables=tables, windows=DAY, rest_minutes=rest)
    waves = {number: count for _stage, number, count in proposal.waves}
    end = 0
    for one in proposal.rounds:
        assert one.at >= end
        assert any(session.begins <= one.at < session.ends for session in proposal.sessions)
        end = one.at + (waves.get(one.round, 1) * one.minutes + rest) * 60
