"""Many writers at once, readers that follow them, and writers that are killed: nothing is lost, doubled or forked."""

import contextlib
import signal
import subprocess
import sys
import uuid
from collections import Counter
from uuid import UUID

import pytest
from django.db import OperationalError, connection, transaction

from engine.events import Passed
from games import store
from games.store.verify import Verification
from tests.database import app_connection
from tests.games.helpers.logs import append, append_by, in_thread, stream_in_lane, waiting_for_a_lane
from tests.servers import await_true, program_environment

pytestmark = pytest.mark.django_db(transaction=True)

WRITERS = 8


def write(stream: UUID, commands: list[UUID]) -> None:
    """Append a command's two events again and again until they are in, as a service does."""
    for command in commands:
        while True:
            version = len(store.load(stream))
            with contextlib.suppress(store.ConflictError):
                store.append(stream, expected=version, events=[Passed(seat=0), Passed(seat=1)], command=command)
                break


def test_eight_writers_on_one_stream_lose_nothing_and_fork_nothing():
    stream = uuid.uuid4()
    commands = [[uuid.uuid4() for _ in range(12)] for _ in range(WRITERS)]

    for writer in [in_thread(lambda mine=mine: write(stream, mine)) for mine in commands]:
        writer.finish()

    stored = store.load(stream)
    assert [each.version for each in stored] == list(range(1, 2 * 12 * WRITERS + 1))
    assert Counter(each.command for each in stored) == {command: 2 for mine in commands for command in mine}
    # The two events of a command lie side by side.
    assert [each.seq for each in stored] == [0, 1] * (12 * WRITERS)
    assert list(Verification()) == []


def test_eight_senders_of_one_command_get_one_answer():
    stream, command = uuid.uuid4(), uuid.uuid4()
    answers = []

    def send() -> None:
        answers.append(store.append(stream, expected=0, events=[Passed(seat=0)], command=command))

    for sender in [in_thread(send) for _ in range(WRITERS)]:
        sender.finish()

    assert len(store.load(stream)) == 1
    assert answers == [store.load(stream)] * WRITERS


def test_a_reader_that_follows_eight_writers_misses_nothing():
    streams = [uuid.uuid4() for _ in range(WRITERS)]
    read: list[tuple[UUID, int]] = []
    at = dict.fromkeys(range(store.LANES), 0)

    def follow() -> None:
        for lane in at:
            while batch := store.read_lane(lane, at[lane], 50):
                read.extend((stored.stream, stored.version) for stored in batch)
                at[lane] = batch[-1].pos

    def write_alone(stream: UUID) -> None:
        for version in range(0, 120, 2):
            events = [Passed(seat=0), Passed(seat=1)]
            store.append(stream, expected=version, events=events, command=uuid.uuid4())

    writers = [in_thread(lambda stream=stream: write_alone(stream)) for stream in streams]
    while any(writer.is_alive() for writer in writers):
        follow()
    for writer in writers:
        writer.finish()
    follow()

    assert len(read) == 120 * WRITERS
    for stream in streams:
        assert [version for each, version in read if each == stream] == list(range(1, 121))


def test_an_event_that_commits_late_waits_in_its_lane_for_the_reader():
    """The position drawn first commits last: a reader of the whole log by position would have passed it by."""
    early, late = stream_in_lane(1), stream_in_lane(2)
    at = {1: 0, 2: 0}

    def follow() -> list[UUID]:
        found = []
        for lane in at:
            for stored in store.read_lane(lane, at[lane], 10):
                found.append(stored.stream)
                at[lane] = stored.pos
        return found

    with app_connection() as other, other.transaction():
        first = append_by(other, early)
        (second,) = append(late)
        assert first < second.pos
        assert follow() == [late]

    assert follow() == [early]


def test_within_a_lane_nobody_draws_a_position_before_the_other_has_committed():
    slow, fast = stream_in_lane(3), stream_in_lane(3)
    with app_connection() as other, other.transaction():
        append_by(other, slow)
        writer = in_thread(lambda: append(fast))
        await_true(lambda: waiting_for_a_lane() == 1, "the second writer at the lane's lock")
        assert store.read_lane(3, 0, 10) == []
    writer.finish()

    assert [stored.stream for stored in store.read_lane(3, 0, 10)] == [slow, fast]


def test_other_lanes_go_on_while_one_is_held():
    with app_connection() as other, other.transaction():
        append_by(other, stream_in_lane(3))
        assert len(append(stream_in_lane(4))) == 1


def test_who_waits_too_long_for_a_lane_gives_up():
    """A forgotten open transaction must not pile up every writer behind it."""
    stream = stream_in_lane(3)
    with app_connection() as other, other.transaction():
        append_by(other, stream_in_lane(3))
        with pytest.raises(OperationalError, match="lock timeout"):
            store.append(stream, expected=0, events=[Passed(seat=0)], command=uuid.uuid4())

    assert store.load(stream) == []


def test_several_streams_in_one_transaction_do_not_deadlock():
    one, other = stream_in_lane(8), stream_in_lane(9)

    def both(first: UUID, second: UUID) -> None:
        for _ in range(15):
            with transaction.atomic():
                store.lock_streams([first, second])
                append(first)
                append(second)

    writers = [in_thread(lambda: both(one, other)), in_thread(lambda: both(other, one))]
    for writer in writers:
        writer.finish()

    assert len(store.load(one)) == len(store.load(other)) == 30


KILLED_WRITER = """
import sys, uuid, django
django.setup()
from django.db import transaction
from engine.events import Passed
from games import store
stream, command, how = uuid.UUID(sys.argv[1]), uuid.UUID(sys.argv[2]), sys.argv[3]
events = [Passed(seat=seat) for seat in range(3)]
if how == "waiting":
    print("ready", flush=True)
    store.append(stream, expected=0, events=events, command=command)
elif how == "open":
    with transaction.atomic():
        store.append(stream, expected=0, events=events, command=command)
        print("ready", flush=True)
        sys.stdin.read()
else:
    version = 0
    while True:
        store.append(stream, expected=version, events=events, command=uuid.uuid4())
        version += 3
        print("ready", flush=True)
"""


class Killed:
    """A process that appends to a stream, to be killed."""

    def __init__(self, stream: UUID, command: UUID, how: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", KILLED_WRITER, str(stream), str(command), how],
            env=program_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def said_ready(self, times: int = 1) -> None:
        """Wait until it has said so."""
        for _ in range(times):
            assert self.process.stdout.readline() == b"ready\n"

    def kill(self) -> None:
        """Kill it without warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()
        self.process.stdin.close()


def test_a_writer_killed_before_its_commit_leaves_nothing_and_frees_its_lane():
    stream, command = uuid.uuid4(), uuid.uuid4()
    writer = Killed(stream, command, "open")
    writer.said_ready()
    writer.kill()

    assert store.load(stream) == []
    assert len(store.append(stream, expected=0, events=[Passed(seat=0)], command=command)) == 1


def test_a_writer_killed_within_the_append_leaves_all_or_nothing():
    """The server may still finish what it was asked for; asking again settles it either way."""
    stream, command = stream_in_lane(6), uuid.uuid4()
    with app_connection() as other, other.transaction():
        append_by(other, stream_in_lane(6))
        writer = Killed(stream, command, "waiting")
        writer.said_ready()
        await_true(lambda: waiting_for_a_lane() == 1, "the writer at the lane's lock")
        writer.kill()
        assert store.load(stream) == []
    await_true(lambda: waiting_for_a_lane() == 0, "the end of the orphaned append")
    left = store.load(stream)
    assert len(left) in (0, 3)

    events = [Passed(seat=seat) for seat in range(3)]
    again = store.append(stream, expected=0, events=events, command=command)

    assert again == store.load(stream)
    assert len(again) == 3
    assert left in ([], again)


@pytest.mark.parametrize("after", [1, 7, 20])
def test_a_writer_killed_while_appending_leaves_whole_commands(after: int):
    stream = uuid.uuid4()
    writer = Killed(stream, uuid.uuid4(), "on and on")
    writer.said_ready(after)
    writer.kill()
    with connection.cursor() as cursor:
        # A last append may still be on its way in the server; the lane is free when it is over.
        cursor.execute("SELECT pg_advisory_lock(28, %s), pg_advisory_unlock(28, %s)", [store.lane_of(stream)] * 2)

    stored = store.load(stream)

    assert len(stored) >= 3 * after
    assert [each.seq for each in stored] == [0, 1, 2] * (len(stored) // 3)
    assert list(Verification(stream)) == []
