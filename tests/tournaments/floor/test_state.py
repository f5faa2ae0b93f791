"""The floor folded from its events: any order of them folds, and no clock writes."""

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from tournaments.floor import events
from tournaments.floor.codes import OUTCOMES, PHRASES, PLACES, REASONS
from tournaments.floor.state import EMPTY, Arrival, FloorState, fold_all, median_answer

BEGAN = datetime(2026, 11, 26, 9, 0, tzinfo=UTC)
ANNA, BIJU = "5d5b000b-a563-55e2-a175-e9b2a02c4529", "0b9d6c0e-4b0d-5f5e-9a53-5b0f2f4f6c11"


class Stored(NamedTuple):
    version: int
    recorded_at: datetime
    event: Any


def floor(*told: tuple[int, Any]) -> FloorState:
    """Return the floor after events, each so many seconds after the beginning."""
    return fold_all(EMPTY, [Stored(n, BEGAN + timedelta(seconds=at), event) for n, (at, event) in enumerate(told, 1)])


def seconds(after: int) -> int:
    return int((BEGAN + timedelta(seconds=after)).timestamp())


def at(after: int) -> datetime:
    return BEGAN + timedelta(seconds=after)


def call(number: int = 1, match: int = 1) -> events.DirectorCalled:
    return events.DirectorCalled(number, match, ANNA, "score", game=1)


def test_a_claim_runs_out_by_itself_and_the_call_is_unclaimed_again():
    state = floor((0, call()), (30, events.CallClaimed(1, BIJU, seconds(330))))

    assert [open_call.claimant(at(329)) for open_call in state.open_calls] == [BIJU]
    assert [open_call.claimant(at(330)) for open_call in state.open_calls] == [""]


def test_the_answer_is_the_first_claim_and_a_claim_given_up_leaves_it():
    state = floor(
        (0, call()),
        (30, events.CallClaimed(1, BIJU, seconds(330))),
        (60, events.CallReleased(1)),
        (90, events.CallClaimed(1, ANNA, seconds(390))),
        (120, events.CallClosed(1, ANNA, "ruled")),
    )

    (known,) = state.calls
    assert (known.answered_at, known.closed_at, known.outcome) == (at(30), at(120), "ruled")
    assert known.claimant(at(121)) == ""
    assert state.open_calls == ()


def test_the_median_leaves_out_calls_that_nobody_answered():
    state = floor(
        (0, call(1, 1)), (0, call(2, 2)), (0, call(3, 3)), (0, call(4, 4)),
        (10, events.CallClaimed(1, BIJU, seconds(300))),
        (20, events.CallClosed(2, BIJU, "nothing")),
        (25, events.CallClosed(3, ANNA, "withdrawn")),
    )  # fmt: skip

    assert median_answer(state) == 15
    assert median_answer(EMPTY) is None
    assert [known.waited(at(60)) for known in state.calls] == [10, 20, 25, 60]


def test_an_announcement_is_shown_until_it_is_over_or_withdrawn():
    state = floor(
        (0, events.AnnouncementMade(1, ANNA, phrase="take-seats", until=seconds(60))),
        (0, events.AnnouncementMade(2, ANNA, "tables", (4,))),
        (0, events.AnnouncementMade(3, ANNA, "entrants", (7,))),
        (50, events.AnnouncementWithdrawn(3)),
    )

    assert [told.number for told in state.shown(at(59))] == [2, 1]
    assert [told.number for told in state.shown(at(60))] == [2]
    assert [told.is_for([4], []) for told in state.announcements] == [True, True, False]
    assert [told.is_for([], [7]) for told in state.announcements] == [True, False, True]


def test_a_side_that_is_there_came_when_it_said_so_first():
    state = floor(
        (0, events.ArrivalNoted(1, 5)),
        (9, events.ArrivalNoted(1, 5)),
        (9, events.ArrivalNoted(1, 6)),
        (20, events.ArrivalNoted(1, 6, here=False)),
    )

    assert state.arrived == {Arrival(1, 5): BEGAN}


def test_every_phrase_says_its_places():
    assert set(PLACES) == set(PHRASES)


NUMBERS = st.integers(1, 4)
EVENTS = st.one_of(
    st.just(events.FloorOpened(ANNA)),
    st.builds(events.DirectorCalled, NUMBERS, NUMBERS, st.sampled_from([ANNA, BIJU]), st.sampled_from(REASONS)),
    st.builds(events.CallClaimed, NUMBERS, st.sampled_from([ANNA, BIJU]), st.integers(0, 2**31)),
    st.builds(events.CallReleased, NUMBERS),
    st.builds(events.CallClosed, NUMBERS, st.just(ANNA), st.sampled_from([*OUTCOMES, "withdrawn"])),
    st.builds(events.AnnouncementMade, NUMBERS, st.just(ANNA), until=st.none() | st.integers(0, 2**31)),
    st.builds(events.AnnouncementWithdrawn, NUMBERS),
    st.builds(events.ArrivalNoted, NUMBERS, NUMBERS, st.booleans()),
)


@given(happened=st.lists(st.tuples(st.integers(0, 9_000), EVENTS), max_size=40), cut=st.integers(0, 40))
def test_any_order_of_events_folds_and_in_parts_it_is_the_same(happened: list[tuple[int, Any]], cut: int):
    stored = [Stored(number, at(after), event) for number, (after, event) in enumerate(happened, 1)]
    state = fold_all(EMPTY, stored)

    assert state == fold_all(fold_all(EMPTY, stored[:cut]), stored[cut:])
    assert state.version == len(stored)
    assert len({known.number for known in state.calls}) == len(state.calls)
    for known in state.calls:
        assert known.is_open == (known.outcome == "")
        assert known.is_open or known.claimant(at(0)) == ""
        assert known.answered_at is not None or known.is_open or known.withdrawn
    assert set(state.open_calls) == {known for known in state.calls if known.closed_at is None}
