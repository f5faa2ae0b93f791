"""How fast the event store appends, loads, verifies and projects, each beside its baseline in the same run.

    python -m benchmarks.bench_store [--rounds N] [--quick]

Everything runs on a PostgreSQL of its own that waits for the disk as in production, and on a Redis. A1, the baseline of
appending, is one JSONB event of 335 bytes a transaction by psycopg alone, into a table with a unique (stream, version)
and an immutability trigger. Seconds are those of the wall clock, waiting for the disk among them. Rounds alternate
between the sides and the best of each counts: a busy machine disturbs all alike.
"""

import argparse
import functools
import importlib.util
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec
import psycopg

from benchmarks.bench_engine import Figure, rates, record_game
from benchmarks.product import product
from config.embedded import ADMIN, APP, DATABASE, OWNER, Embedded

BODY_BYTES = 335
HAND_EVENTS = 64
WALL = time.perf_counter

A1_TABLE = """
CREATE TABLE a1 (
    pos bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, stream uuid NOT NULL, version int NOT NULL,
    body jsonb NOT NULL, UNIQUE (stream, version)
);
CREATE FUNCTION a1_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'append-only'; END $$;
CREATE TRIGGER a1_keep BEFORE UPDATE OR DELETE ON a1 FOR EACH ROW EXECUTE FUNCTION a1_refuse();
"""


def connect(servers: Embedded, role: str = APP) -> psycopg.Connection:
    """Return a connection by psycopg alone, each statement by itself."""
    return psycopg.connect(servers.addresses.database(role, DATABASE), autocommit=True)


def in_threads(count: int, work: Callable[[], int]) -> int:
    """Do a work in so many threads at once; return how much was done in all."""
    with ThreadPoolExecutor(count) as threads:
        return sum(threads.map(lambda _: work(), range(count)))


class Writers:
    """Threads that stay, each with its connections, so that connecting is not part of what is measured."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._threads = ThreadPoolExecutor(count)
        self._all_there = threading.Barrier(count)

    def do(self, work: Callable[[], int]) -> int:
        """Do a work once in each thread, all beginning together; return how much was done in all."""

        def begin(_: int) -> int:
            self._all_there.wait()
            return work()

        return sum(self._threads.map(begin, range(self._count)))

    def leave(self) -> None:
        """Close the threads' connections and end them."""
        from django.db import connection

        def close() -> int:
            connection.close()
            return 0

        self.do(close)
        self._threads.shutdown()


def appends(servers: Embedded, rounds: int, number: int) -> list[Figure]:
    """Compare appending with A1 and with the eventsourcing library, on one connection and on eight.

    No projection applies the event appended, as with most events of a hand; the last figure is of an event that
    projections apply, each append of which sends the worker a task.
    """
    from games import store
    from games.events.base import TableEvent
    from games.events.tables import EntropyGiven, TableOpened

    event = EntropyGiven(hand=1, seat=0, entropy="")
    event = msgspec.structs.replace(event, entropy="x" * (BODY_BYTES - len(msgspec.json.encode(event))))
    body = msgspec.json.encode(event).decode()
    followed = TableOpened(
        rules="28-kerala-4", options={}, action_seconds=30, reserve_seconds=60, pause_seconds=8
    )  # fmt: skip
    followed = msgspec.structs.replace(followed, opened_by="x" * (BODY_BYTES - len(msgspec.json.encode(followed)) + 2))

    mine = threading.local()

    def a1() -> int:
        if not hasattr(mine, "raw"):
            mine.raw = connect(servers, OWNER)
        stream = uuid.uuid4()
        for version in range(1, number + 1):
            mine.raw.execute("INSERT INTO a1 (stream, version, body) VALUES (%s, %s, %s)", [stream, version, body])
        return number

    def ours(appended: TableEvent = event) -> int:
        stream = uuid.uuid4()
        for version in range(number):
            store.append(stream, expected=version, events=[appended], command=uuid.uuid4())
        return number

    library = eventsourcing_save(servers, number, "x" * BODY_BYTES)
    figures = []
    for threads, goal, library_goal in ((1, 0.75, 2.0), (8, 0.65, 4.0)):
        writers = Writers(threads)
        rate = rates(rounds, *(functools.partial(writers.do, work) for work in (a1, ours, library) if work), clock=WALL)
        writers.leave()
        name = f"append, {threads} connection{'s' if threads > 1 else ''}"
        figures.append(Figure(name, rate[1], "A1", rate[0], goal))
        if library:
            figures.append(Figure(name, rate[1], "eventsourcing save", rate[2], library_goal))
    writer = Writers(1)
    both = (ours, functools.partial(ours, followed))
    rate = rates(rounds, *(functools.partial(writer.do, work) for work in both), clock=WALL)
    writer.leave()
    figures.append(Figure("append that wakes the worker, 1 connection", rate[1], "append that does not", rate[0]))
    return figures


def eventsourcing_save(servers: Embedded, number: int, text: str) -> Callable[[], int] | None:
    """Return the same work done by the eventsourcing library, or None where it is not installed."""
    if importlib.util.find_spec("eventsourcing") is None:
        return None
    from eventsourcing.application import Application
    from eventsourcing.domain import Aggregate, event

    class Game(Aggregate):
        """An aggregate to which one event is added at a time."""

        @event("Told")
        def tell(self, text: str) -> None:
            """Add an event."""

    application: Application = Application(
        env={
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": DATABASE,
            "POSTGRES_HOST": str(servers.addresses.sockets / "postgres"),
            "POSTGRES_PORT": "5432",
            "POSTGRES_USER": OWNER,
            "POSTGRES_PASSWORD": "peer",
            "POSTGRES_POOL_SIZE": "8",
        }
    )

    def save() -> int:
        game = Game()
        application.save(game)
        for _ in range(number):
            game.tell(text)
            application.save(game)
        return number

    return save


def loads(servers: Embedded, rounds: int) -> Figure:
    """Compare loading a stream with the same columns, nothing sealed, by psycopg and msgspec alone."""
    from django.db import connection

    from engine.events import Event
    from games import store

    stream = fill(1)[0]
    decoder = msgspec.json.Decoder(Event)
    raw = connect(servers, OWNER)
    raw.execute("CREATE TABLE plain (LIKE games_event INCLUDING INDEXES)")
    raw.execute("INSERT INTO plain SELECT * FROM games_event WHERE stream = %s", [stream])
    for stored in store.load(stream):
        body = msgspec.json.encode(stored.event).decode()
        raw.execute("UPDATE plain SET body = %s, sealed = NULL WHERE version = %s", [body, stored.version])
    columns = "pos, version, type, schema, command, command_seq, actor, recorded_at, hash, body::text"
    select = f"SELECT {columns} FROM plain WHERE stream = %s ORDER BY version"

    def alone() -> int:
        for _ in range(200):
            rows = raw.execute(select, [stream]).fetchall()
            assert len([decoder.decode(row[-1]) for row in rows]) == HAND_EVENTS
        return 200 * HAND_EVENTS

    def ours() -> int:
        for _ in range(200):
            assert len(store.load(stream)) == HAND_EVENTS
        return 200 * HAND_EVENTS

    rate = rates(rounds, alone, ours, clock=WALL)
    raw.close()
    connection.close()
    return Figure("a stream to typed events, sealed ones opened", rate[1], "psycopg + msgspec", rate[0], 0.8)


def fill(streams: int) -> list[uuid.UUID]:
    """Append so many streams of real play; return their ids."""
    from games import store

    events = record_game("28-kerala-4", hands=4).events[:HAND_EVENTS]
    made = []
    for _ in range(streams):
        stream = uuid.uuid4()
        for version in range(0, HAND_EVENTS, 4):
            store.append(stream, expected=version, events=events[version : version + 4], command=uuid.uuid4())
        made.append(stream)
    return made


def walks(servers: Embedded, rounds: int, streams: int) -> list[Figure]:
    """Compare verifying the log and projecting it with merely scanning it."""
    from games import store
    from games.models import ProjectionCheckpoint
    from games.store import projector
    from games.store.verify import Verification

    fill(streams)
    raw = connect(servers)

    class Counted(projector.Projection):
        """Does the least with every card played."""

        name = "counted"
        played = 0

        def on_card_played(self, stored: store.StoredEvent) -> None:
            self.played += stored.event.seat

    def scan() -> int:
        pos, read = 0, 0
        while rows := raw.execute("SELECT * FROM games_event WHERE pos > %s ORDER BY pos LIMIT 5000", [pos]).fetchall():
            pos, read = rows[-1][0], read + len(rows)
        return read

    def verify() -> int:
        verification = Verification()
        assert not list(verification)
        return verification.checked

    def project() -> int:
        ProjectionCheckpoint.objects.update(pos=0, applied=0)
        return projector.run_once(Counted)

    project()
    rate = rates(rounds, scan, verify, project, clock=WALL)
    raw.close()
    return [
        Figure("verifying the chain", rate[1], "scan", rate[0], 0.5),
        Figure("projecting", rate[2], "scan", rate[0], 0.4),
    ]


def lost(number: int) -> Figure:
    """Follow eight writers with a reader, and count what it missed."""
    from django.db import connection

    from engine.events import Passed
    from games import store

    before = store.lane_ends()
    seen = 0
    at = dict(before)

    def write() -> int:
        stream = uuid.uuid4()
        for version in range(number):
            store.append(stream, expected=version, events=[Passed(0)], command=uuid.uuid4())
        connection.close()
        return number

    def follow() -> int:
        count = 0
        for lane in at:
            while batch := store.read_lane(lane, at[lane], 500):
                at[lane] = batch[-1].pos
                count += len(batch)
        return count

    writers = threading.Thread(target=in_threads, args=(8, write))
    writers.start()
    while writers.is_alive():
        seen += follow()
    writers.join()
    seen += follow()
    return Figure(f"events lost of {8 * number:,}, 8 writers", 8 * number - seen, "goal 0")


def measure(rounds: int = 5, quick: bool = False) -> list[Figure]:
    """Return every figure of the store."""
    number, streams = (100, 40) if quick else (600, 300)
    with product(LELAM_DATABASE_POOL="0") as servers:
        with connect(servers, OWNER) as owner:
            owner.execute(A1_TABLE)
        figures = [
            *appends(servers, rounds, number),
            loads(servers, rounds),
            *walks(servers, rounds, streams),
            lost(number),
        ]
        from django.db import connections

        connections.close_all()
        with psycopg.connect(servers.addresses.database(ADMIN, "postgres"), autocommit=True) as admin:
            admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [DATABASE])
    return figures


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="the best of so many counts")
    parser.add_argument("--quick", action="store_true", help="fewer events: to see that it runs")
    arguments = parser.parse_args()
    for figure in measure(arguments.rounds, arguments.quick):
        print(figure.line())


if __name__ == "__main__":
    main()
