"""What the tests of the log share: events to append, and hands that reach past the program to the database."""

import contextlib
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import psycopg
from django.conf import settings
from django.db import connection

from engine.events import BidMade, CardPlayed, HandDealt, Passed, TrumpFolded
from games import store
from games.store import StoredEvent, registry
from games.store.chain import HEADER_SQL, START, digest_of, event_hash
from tests.database import owner_connection

CARDS = (("SJ", "S9"), ("HJ", "H9"), ("DJ", "D9"), ("CJ", "C9"))
DEAL = HandDealt(hand=1, dealer=3, cards=CARDS)
FOLD = TrumpFolded(seat=0, card="SJ")
A_HAND = (DEAL, BidMade(seat=0, value=16), Passed(seat=1), FOLD, CardPlayed(seat=1, card="HJ"))


def stream_in_lane(lane: int) -> UUID:
    """Return a new stream's id in a certain lane."""
    fresh = uuid.uuid4().int
    return UUID(int=fresh - fresh % store.LANES + lane)


def append(stream: UUID, *events: store.Event, expected: int | None = None) -> list[StoredEvent]:
    """Append events under a new command, by default at the end of the stream."""
    if expected is None:
        expected = len(store.load(stream, opened=False))
    return store.append(stream, expected=expected, events=events or (Passed(seat=0),), command=uuid.uuid4())


def in_thread(work: Callable[[], object]) -> "Worker":
    """Start work in a thread that has a database connection of its own."""
    worker = Worker(work)
    worker.start()
    return worker


class Worker(threading.Thread):
    """A thread whose exception is raised where it is joined."""

    def __init__(self, work: Callable[[], object]) -> None:
        super().__init__(daemon=True)
        self._work = work
        self._raised: BaseException | None = None

    def run(self) -> None:
        """Do the work, then close the thread's connection."""
        try:
            self._work()
        except BaseException as raised:
            self._raised = raised
        finally:
            connection.close()

    def finish(self) -> None:
        """Wait for the end, and raise what was raised."""
        self.join(60)
        assert not self.is_alive(), "the thread does not end"
        if self._raised is not None:
            raised, self._raised = self._raised, None
            raise raised


@contextmanager
def guards_down() -> Iterator[psycopg.Connection]:
    """Yield a connection of the owner for whom the log is an ordinary table: the villain of the tests."""
    with owner_connection() as owner, owner.transaction():
        owner.execute("ALTER TABLE games_event DISABLE TRIGGER USER")
        yield owner
        for trigger in ("games_event_keep", "games_event_keep_row"):
            owner.execute(f"ALTER TABLE games_event ENABLE ALWAYS TRIGGER {trigger}")


def administrator() -> psycopg.Connection:
    """Return a connection of the cluster's superuser to the test database."""
    name = str(connection.settings_dict["NAME"])
    return psycopg.connect(settings.SERVERS.database("postgres", name), autocommit=True)


def waiting_for_a_lane() -> int:
    """Return how many connections wait for the lock of a lane."""
    with administrator() as admin:
        row = admin.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted").fetchone()
        return int(row[0]) if row else 0


def facts(stored: StoredEvent) -> dict[str, Any]:
    """Return all of a stored event but the event itself, for comparing what was read in different ways."""
    return {name: getattr(stored, name) for name in StoredEvent.__struct_fields__ if name != "event"}


def append_by(other, stream: UUID) -> int:
    """Append an event by another connection, whose transaction the test holds open; return its position."""
    body = b'{"seat":0}'
    row = other.execute(
        "SELECT positions FROM games_event_append(%s, 0, %s, '', now(), '{Passed}', '{1}', %s, %s, '{NULL}')",
        [stream, uuid.uuid4(), [body.decode()], [digest_of(body)]],
    ).fetchone()
    return int(row[0][0])


def lay(
    stream: UUID,
    name: str,
    body: str,
    *,
    schema: int = 1,
    actor: str = "",
    at: str = "",
    sealed: bytes | None = None,
    command: UUID | None = None,
    seq: int = 0,
    digest: bytes | None = None,
) -> int:
    """Lay an event at the end of a stream past the append function, chained as an honest one; return its version.

    The arguments are the columns; `at` is a time as PostgreSQL reads it, `digest` another one than that of the body.
    """
    with owner_connection() as owner, owner.transaction():
        version, prev = owner.execute(
            "SELECT version, hash FROM games_event WHERE stream = %s ORDER BY version DESC LIMIT 1", [stream]
        ).fetchone() or (0, START)
        owner.execute(
            "INSERT INTO games_event (lane, stream, version, type, schema, command, command_seq, actor, body, sealed,"
            " recorded_at, prev_hash, hash) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [store.lane_of(stream), stream, version + 1, name, schema, command or uuid.uuid4(), seq, actor, body,
             sealed, at or "now()", prev, START],
        )  # fmt: skip
        if digest is None:
            with contextlib.suppress(registry.UnknownEventError):
                digest = digest_of(registry.recanonical(body))
        (header,) = owner.execute(
            f"SELECT {HEADER_SQL} FROM games_event WHERE stream = %s AND version = %s", [stream, version + 1]
        ).fetchone()
        owner.execute("ALTER TABLE games_event DISABLE TRIGGER USER")
        owner.execute(
            "UPDATE games_event SET hash = %s WHERE stream = %s AND version = %s",
            [event_hash(prev, header, digest or START, sealed), stream, version + 1],
        )
        for trigger in ("games_event_keep", "games_event_keep_row"):
            owner.execute(f"ALTER TABLE games_event ENABLE ALWAYS TRIGGER {trigger}")
    return int(version) + 1
