"""The event log: appending, conflicts, repeated commands, and what is read back."""

import uuid
from datetime import datetime, timedelta, timezone

import msgspec
import pytest
from django.db import connection, transaction

from clubs.base import failures
from engine.events import BidMade, HandScored, Passed, TrumpKept
from games import store
from games.events.tables import DealCommitted, TableOpened
from games.store import log
from games.store.verify import Verification
from tests.games.helpers.logs import A_HAND, DEAL, append, facts, stream_in_lane

pytestmark = pytest.mark.django_db


def test_what_was_appended_is_read_back_in_order():
    stream = uuid.uuid4()

    appended = append(stream, *A_HAND)
    append(stream, TrumpKept(seat=0))

    loaded = store.load(stream)
    assert tuple(stored.event for stored in loaded) == (*A_HAND, TrumpKept(seat=0))
    assert [stored.version for stored in loaded] == [1, 2, 3, 4, 5, 6]
    assert loaded[:5] == appended
    assert store.load(stream, after=4) == loaded[4:]
    assert store.load(uuid.uuid4()) == []


def test_what_append_returns_is_what_load_returns():
    """The caller need not read again what it has just written, whatever the zone of its clock."""
    ist = timezone(timedelta(hours=5, minutes=30))
    now = datetime(2026, 1, 31, 20, 30, 15, 123456, tzinfo=ist)
    stream = uuid.uuid4()

    appended = store.append(stream, expected=0, events=A_HAND, command=uuid.uuid4(), actor="p1", now=now)

    assert store.load(stream) == appended
    assert {stored.recorded_at for stored in appended} == {now}
    assert [stored.seq for stored in appended] == [0, 1, 2, 3, 4]
    assert {stored.actor for stored in appended} == {"p1"}


def test_a_stale_writer_gets_a_conflict_and_appends_nothing():
    stream = uuid.uuid4()
    append(stream, DEAL)
    append(stream, BidMade(seat=0, value=14))

    with pytest.raises(store.ConflictError) as conflict:
        append(stream, Passed(seat=0), expected=1)

    assert (conflict.value.stream, conflict.value.expected, conflict.value.actual) == (stream, 1, 2)
    assert len(store.load(stream)) == 2


@pytest.mark.parametrize("expected", [1, 7, -1])
def test_a_writer_ahead_of_the_stream_gets_a_conflict(expected: int):
    with pytest.raises(store.ConflictError):
        append(uuid.uuid4(), expected=expected)


def test_a_conflict_leaves_the_transaction_usable():
    stream = uuid.uuid4()
    with transaction.atomic():
        append(stream)
        with pytest.raises(store.ConflictError):
            append(stream, expected=0)
        append(stream)

    assert len(store.load(stream)) == 2


def test_the_same_command_again_gets_its_first_answer_and_appends_nothing():
    stream, command = uuid.uuid4(), uuid.uuid4()
    first = store.append(stream, expected=0, events=A_HAND[:2], command=command, actor="p1")
    append(stream, Passed(seat=1))

    for expected in (0, 3):
        again = store.append(stream, expected=expected, events=[Passed(seat=3)], command=command, actor="p2")
        assert again == first

    assert len(store.load(stream)) == 3
    assert store.find_command(stream, command) == first
    assert store.find_command(stream, uuid.uuid4()) == []


def test_a_command_is_known_by_stream():
    """Two tables may be told the same thing under one id."""
    command = uuid.uuid4()
    for stream in (uuid.uuid4(), uuid.uuid4()):
        store.append(stream, expected=0, events=[Passed(seat=0)], command=command)
        assert len(store.load(stream)) == 1


def test_all_events_of_a_command_are_appended_or_none():
    stream = uuid.uuid4()

    with pytest.raises(TypeError, match="float"):
        append(stream, Passed(seat=0), BidMade(seat=0, value=14.5), expected=0)

    assert store.load(stream) == []


def test_a_command_without_events_is_refused():
    with pytest.raises(ValueError, match="appends nothing"):
        store.append(uuid.uuid4(), expected=0, events=[], command=uuid.uuid4())


def test_what_the_callers_transaction_takes_back_was_never_appended():
    stream = uuid.uuid4()
    with transaction.atomic():
        append(stream)
        transaction.set_rollback(True)

    assert store.load(stream) == []


def test_a_lane_is_read_on_from_a_position():
    streams = [stream_in_lane(5), stream_in_lane(5), stream_in_lane(6)]
    for stream in (streams[0], streams[1], streams[2], streams[0]):
        append(stream)

    everything = store.read_lane(5, 0, 10)
    assert [stored.stream for stored in everything] == [streams[0], streams[1], streams[0]]
    assert store.read_lane(5, everything[0].pos, 1) == everything[1:2]
    assert store.read_lane(5, 0, 10, up_to=everything[1].pos) == everything[:2]
    assert store.lane_ends()[5] == everything[-1].pos
    assert store.lane_ends()[7] == 0
    assert store.count_lane(5, everything[1].pos) == 2


def test_positions_rise_with_versions():
    stream = uuid.uuid4()
    for _ in range(3):
        append(stream, Passed(seat=0), Passed(seat=1))

    positions = [stored.pos for stored in store.load(stream)]
    assert positions == sorted(set(positions))


def test_only_the_wanted_types_of_a_lane_are_decoded():
    stream = uuid.uuid4()
    append(stream, *A_HAND)

    events = [stored.event for stored in store.read_lane(store.lane_of(stream), 0, 10, only={"BidMade"})]

    assert events == [None, A_HAND[1], None, None, None]


def test_the_database_and_the_program_agree_on_the_lane():
    for _ in range(50):
        stream = uuid.uuid4()
        (stored,) = append(stream, expected=0)
        assert stored.lane == store.lane_of(stream)
    with connection.cursor() as cursor:
        cursor.execute("SELECT bool_and(lane = get_byte(uuid_send(stream), 15) & 15) FROM games_event")
        assert cursor.fetchone() == (True,)


def test_every_registered_event_survives_the_log():
    """Nested tuples, missing members and texts in any script come back as they went in."""
    scored = HandScored(1, "made", 0, 20, (18, 10), (2, 0), stakes=(21, 19))
    opened = TableOpened(
        rules="28-kerala-4", options={"b": 1, "a": "മലയാളം \U0001f0a1 \"'\\"}, opened_by=str(uuid.uuid4()),
        action_seconds=30, reserve_seconds=60, pause_seconds=8,
    )  # fmt: skip
    committed = DealCommitted(hand=1, commitment="c0", secret="5ec")
    stream = uuid.uuid4()

    append(stream, opened, committed, scored)

    assert [stored.event for stored in store.load(stream)] == [opened, committed, scored]


def test_an_unregistered_event_is_refused():
    class Shrugged(msgspec.Struct, frozen=True, tag=True):
        seat: int

    with pytest.raises(store.UnknownEventError, match="not registered"):
        append(uuid.uuid4(), Shrugged(seat=0))


def test_a_name_belongs_to_one_class():
    class Passed(msgspec.Struct, frozen=True, tag=True):
        seat: int

    with pytest.raises(ValueError, match="taken"):
        store.register(Passed)


def test_a_repr_names_the_place_and_no_card():
    stream = uuid.uuid4()
    append(stream, DEAL)

    (stored,) = store.load(stream)

    assert "HandDealt" in repr(stored)
    assert "SJ" not in repr(stored)
    assert "SJ" not in str(facts(stored))


def test_subscribers_hear_of_events_after_the_commit_and_cannot_spoil_it(
    django_capture_on_commit_callbacks, monkeypatch
):
    heard = []

    def fail(events):
        raise RuntimeError

    monkeypatch.setattr("games.store.log._subscribers", [])
    store.subscribe(fail)
    store.subscribe(heard.extend)
    stream = uuid.uuid4()

    with django_capture_on_commit_callbacks(execute=True):
        appended = append(stream, DEAL)
        assert heard == []

    assert heard == appended


def test_a_subscriber_that_fails_after_each_commit_is_a_task_that_fails_again_and_again(
    django_capture_on_commit_callbacks, monkeypatch
):
    def fail(events):
        raise RuntimeError

    monkeypatch.setattr("games.store.log._subscribers", [])
    store.subscribe(fail)

    for _ in range(failures.REPEATED):
        with django_capture_on_commit_callbacks(execute=True):
            append(uuid.uuid4(), DEAL)

    assert [failed.times for failed in failures.failing_tasks()] == [failures.REPEATED]


@pytest.mark.django_db(transaction=True)
def test_many_commands_are_appended_as_one_by_one_and_subscribers_hear_of_them_once(monkeypatch):
    heard = []
    monkeypatch.setattr(log, "_subscribers", [heard.append])
    streams = [uuid.uuid4(), uuid.uuid4()]
    commands = [
        store.Command(streams[0], 0, [Passed(seat=0), Passed(seat=1)], uuid.uuid4(), "ammini"),
        store.Command(streams[1], 0, [Passed(seat=2)], uuid.uuid4()),
        store.Command(streams[0], 2, [Passed(seat=3)], uuid.uuid4()),
    ]
    with transaction.atomic():
        store.lock_streams(streams)
        store.append_all(commands)
        assert heard == []
    first, second = (store.load(stream) for stream in streams)

    assert [one.event.seat for one in first] == [0, 1, 3]
    assert [one.version for one in first] == [1, 2, 3]
    assert [(one.command, one.seq, one.actor) for one in first[:2]] == [
        (commands[0].command, seq, "ammini") for seq in (0, 1)
    ]
    assert heard == [[first[0], first[1], second[0], first[2]]]
    assert list(Verification()) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("expected", [0, 2])
def test_of_many_commands_none_is_appended_if_a_stream_is_at_another_version(expected):
    known, fresh = uuid.uuid4(), uuid.uuid4()
    store.append(known, expected=0, events=[Passed(seat=0)], command=uuid.uuid4())
    commands = [
        store.Command(fresh, 0, [Passed(seat=1)], uuid.uuid4()),
        store.Command(known, expected, [Passed(seat=2)], uuid.uuid4()),
    ]
    with pytest.raises(store.ConflictError), transaction.atomic():
        store.append_all(commands)
    assert store.load(fresh) == []
    assert len(store.load(known)) == 1
