"""Appending to the event log and reading it.

Everything goes through one SQL function (`games/migrations/0021_guarded_append.py`): it takes the lane's lock, looks
for the command, compares the version, refuses what has no place in a log, chains the hashes and inserts, all in one
round trip.
"""

import functools
import logging
import struct
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

import msgspec
import psycopg
from django.db import DatabaseError, DataError, connection, transaction
from django.views.decorators.debug import sensitive_variables

from clubs.base.isolation import run_each
from games.models import FOREIGN_LANE, LANES
from games.sealing.keyring import SealError, keyring
from games.store import openers, registry
from games.store.chain import digest_of
from games.store.registry import Event, UnknownEventError

logger = logging.getLogger(__name__)

LOCK_NAMESPACE: Final = 28

REFUSED: Final = "LE001"
"""The SQLSTATE of the append function's refusals."""
# A body that is no JSON at all, or nested so deep that the database does not read it, is refused by its own codes.
_REFUSALS: Final = frozenset({REFUSED, "22P02", "22P05", "54001"})

_APPEND: Final = (
    "SELECT outcome, actual, positions, hashes FROM games_event_append("
    "%s, %s, %s, %s, %s, %s::text[], %s::smallint[], %s::text[], %s::bytea[], %s::bytea[])"
)
_COLUMNS: Final = "pos, lane, version, type, schema, command, command_seq, actor, recorded_at, hash, body::text, sealed"
_LOAD: Final = f"SELECT {_COLUMNS} FROM games_event WHERE stream = %s AND version > %s ORDER BY version"  # noqa: S608
_LOAD_ONLY: Final = f"""
    SELECT {_COLUMNS} FROM games_event WHERE stream = %s AND version > %s AND type = ANY(%s) ORDER BY version
"""  # noqa: S608
_LOAD_MANY: Final = f"SELECT {_COLUMNS}, stream FROM games_event WHERE stream = ANY(%s) ORDER BY stream, version"  # noqa: S608
_COMMAND: Final = f"SELECT {_COLUMNS} FROM games_event WHERE stream = %s AND command = %s ORDER BY command_seq"  # noqa: S608
_LANE: Final = f"""
    SELECT {_COLUMNS}, stream FROM games_event WHERE lane = %s AND pos > %s AND pos <= %s ORDER BY pos LIMIT %s
"""  # noqa: S608
# Times that PostgreSQL has and Python has not.
_UNREADABLE: Final = """
    SELECT pos, stream, version FROM games_event
    WHERE {condition} AND NOT recorded_at BETWEEN '0001-01-02Z' AND '9999-12-30Z' ORDER BY pos LIMIT 1
"""
_LANE_ENDS: Final = (
    "SELECT lane, (SELECT max(pos) FROM games_event e WHERE e.lane = lanes.lane) "
    "FROM generate_series(0, %s) AS lanes (lane)"
)
_LANE_COUNT: Final = "SELECT count(*) FROM games_event WHERE lane = %s AND pos <= %s"
_LAST_POS: Final = 2**63 - 1


class ConflictError(Exception):
    """Somebody else appended to the stream first: read it again and decide again.

    Attributes:
        stream: The stream's id.
        expected: The version the writer had read.
        actual: The version the stream has.
    """

    def __init__(self, stream: UUID, expected: int, actual: int) -> None:
        super().__init__(f"stream {stream} is at version {actual}, not {expected}")
        self.stream = stream
        self.expected = expected
        self.actual = actual


class RefusedEventError(Exception):
    """The database refuses to append an event: its time, type, size, body, digest or seal is none that can be.

    No deed of a player leads to it. It is a mistake of the program, a type of event without its migration, or a server
    whose clock is wrong; nothing was appended.

    Attributes:
        stream: The stream's id.
        what: The refusal and its reason; it names types and places, never values.
    """

    def __init__(self, stream: UUID, expected: int, what: str) -> None:
        super().__init__(f"stream {stream}, after version {expected}: {what}")
        self.stream = stream
        self.what = what


class StoredEvent(msgspec.Struct, frozen=True, gc=False):
    """An event in its place in the log.

    Attributes:
        pos: Its position among all events; ascending within a lane in the order of commits.
        lane: The lane of its stream, 0 to 15; 16 where it was taken in from another installation.
        version: Its number in the stream, from 1 without gaps.
        schema: The schema it was stored under; `event` has the present one.
        seq: Its place among the events of its command, from 0.
        actor: The opaque id of who did it; empty for the server.
        event: The typed event.
        recorded_at: When, in UTC.
        hash: SHA-256 over all of this and the hash before it in the stream.
    """

    pos: int
    lane: int
    stream: UUID
    version: int
    type: str
    schema: int
    command: UUID
    seq: int
    actor: str
    event: Any
    recorded_at: datetime
    hash: bytes

    def __repr__(self) -> str:
        # The event itself stays out: it may hold cards, and a repr ends in logs and error pages.
        return f"StoredEvent({self.type}, {self.stream}/{self.version}, pos={self.pos})"


class Command(NamedTuple):
    """A command to be appended to a stream; the members are those of `append`."""

    stream: UUID
    expected: int
    events: Sequence[Event]
    command: UUID
    actor: str = ""
    now: datetime | None = None


_Part: TypeAlias = tuple[Any, bytes, bytes | None]
Subscriber: TypeAlias = Callable[[Sequence[StoredEvent]], None]
_subscribers: list[Subscriber] = []


def subscribe(subscriber: Subscriber) -> None:
    """Register a function for the events of each append, called after its commit. Its failure is logged, not raised."""
    if subscriber not in _subscribers:
        _subscribers.append(subscriber)


def lane_of(stream: UUID) -> int:
    """Return the lane of a stream, as the append function computes it."""
    return stream.int % LANES


@sensitive_variables()
def append(
    stream: UUID,
    *,
    expected: int,
    events: Sequence[Event],
    command: UUID,
    actor: str = "",
    now: datetime | None = None,
    beside: tuple[str, Sequence[Any]] | None = None,
) -> list[StoredEvent]:
    """Append the events of one command to a stream: all of them or none.

    Within the caller's transaction if there is one; the lane of the stream then stays locked until it ends, so append
    late in it. Who appends to several streams in one transaction calls `lock_streams` first.

    Args:
        stream: The stream's id; a stream begins with its first event.
        expected: The version the writer has read, 0 for a new stream.
        events: At least one.
        command: The id of what was asked for. The same id again on this stream appends nothing.
        actor: The opaque id of who did it; empty for the server.
        now: When it happened, aware; by default now.
        beside: An UPDATE with its parameters, done by the same statement and so in the same transaction even where
            the caller has none; it names `appended` in FROM and asks for `appended.outcome = 'appended'`.

    Returns:
        The events in their places. For a command seen before, its original events, even if `expected` is stale.

    Raises:
        ConflictError: The stream is at another version.
        UnknownEventError: The type of an event is not registered.
        RefusedEventError: The database refuses one of the events.
        TypeError: An event holds a float.
    """
    wanted = Command(stream, expected, events, command, actor, now)
    parts, parameters = _prepared(wanted)
    sql = _APPEND
    if beside is not None:
        update, more = beside
        sql = f"WITH appended AS MATERIALIZED ({_APPEND}), beside AS ({update}) SELECT * FROM appended"  # noqa: S608
        parameters += more
    try:
        ((outcome, actual, positions, hashes),) = run(sql, parameters)
    except DatabaseError as fault:
        if (what := refusal_of(fault)) is None:
            raise
        # From None: what the database says of a body that it cannot read may quote it.
        raise RefusedEventError(stream, expected, what) from None
    if outcome == "conflict":
        raise ConflictError(stream, expected, actual)
    if outcome == "repeated":
        return find_command(stream, command)
    appended = _placed(wanted, parts, parameters[4], positions, hashes)
    if _subscribers:
        transaction.on_commit(functools.partial(_tell, appended))
    return appended


@sensitive_variables()
def append_all(commands: Sequence[Command]) -> None:
    """Append many commands to new or known streams, in the caller's transaction: all of them, or an exception.

    For imports: the statements are sent without waiting for answers, and subscribers are called once. `lock_streams`
    comes first, as the streams lie in several lanes. None of the commands may have been done before.

    Raises:
        ConflictError: A stream is at another version, or had a command before.
        UnknownEventError, RefusedEventError, TypeError: As `append`.
    """
    ready = [(wanted, *_prepared(wanted)) for wanted in commands]
    connection.validate_no_broken_transaction()
    appended: list[StoredEvent] = []
    try:
        with connection.wrap_database_errors:
            with connection.connection.pipeline():
                cursors = [
                    psycopg.Cursor(connection.connection).execute(_APPEND, parameters, binary=True)
                    for _wanted, _parts, parameters in ready
                ]
            answers = [cursor.fetchone() for cursor in cursors]
    except DatabaseError as fault:
        if (what := refusal_of(fault)) is None:
            raise
        raise RefusedEventError(commands[0].stream, commands[0].expected, what) from None
    for (wanted, parts, parameters), answer in zip(ready, answers, strict=True):
        assert answer is not None
        outcome, actual, positions, hashes = answer
        if outcome != "appended":
            raise ConflictError(wanted.stream, wanted.expected, actual)
        appended += _placed(wanted, parts, parameters[4], positions, hashes)
    if _subscribers and appended:
        transaction.on_commit(functools.partial(_tell, appended))


def _prepared(wanted: Command) -> tuple[list[_Part], list[Any]]:
    """Return the parts of a command's events, and the parameters of the append function."""
    if not wanted.events:
        raise ValueError("a command that appends nothing leaves no trace to be found again by")
    now = (wanted.now or datetime.now(UTC)).astimezone(UTC)
    parts = [registry.split(event) for event in wanted.events]
    sealed = [
        None if clear is None else keyring().seal(clear, bound_to(wanted.stream, kind.name, wanted.command, seq))
        for seq, (kind, _, clear) in enumerate(parts)
    ]
    return parts, [
        wanted.stream,
        wanted.expected,
        wanted.command,
        wanted.actor,
        now,
        _array(kind.name for kind, _, _ in parts),
        _array(str(kind.schema) for kind, _, _ in parts),
        _array(body.decode() for _, body, _ in parts),
        _array(_hex(digest_of(body)) for _, body, _ in parts),
        _array(None if text is None else _hex(text) for text in sealed),
    ]


def _placed(
    wanted: Command, parts: list[_Part], now: datetime, positions: Sequence[int], hashes: Sequence[bytes]
) -> list[StoredEvent]:
    """Return the events of a command in their places."""
    lane = lane_of(wanted.stream)
    return [
        StoredEvent(
            pos,
            lane,
            wanted.stream,
            wanted.expected + seq + 1,
            kind.name,
            kind.schema,
            wanted.command,
            seq,
            wanted.actor,
            event,
            now,
            digest,
        )
        for seq, (event, (kind, _, _), pos, digest) in enumerate(
            zip(wanted.events, parts, positions, hashes, strict=True)
        )
    ]


def load(
    stream: UUID, after: int = 0, *, opened: bool = True, only: Collection[str] | None = None
) -> list[StoredEvent]:
    """Return the events of a stream in order.

    Args:
        stream: The stream's id.
        after: Leave out the versions up to this one.
        opened: Open what is sealed; otherwise sealed members are `SEALED`.
        only: Leave out all but these types.

    Raises:
        UnknownEventError: An event of a type or schema this program does not know.
        SealError: Something sealed cannot be opened.
    """
    query, parameters = (_LOAD, [stream, after]) if only is None else (_LOAD_ONLY, [stream, after, list(only)])
    rows = _read(query, parameters, "stream = %s AND version > %s", [stream, after])
    stored = [_stored(row, stream, opened, None) for row in rows]
    if not opened or not stored or stored[0].lane != FOREIGN_LANE:
        return stored
    # Sealed by another's key: what of it is known stands in later events of the stream, so all of it is read.
    whole = stored if after == 0 and only is None else load(stream, opened=False)
    wanted = {one.version for one in stored}
    return [one for one in openers.opened(whole) if one.version in wanted]


def load_many(streams: Collection[UUID]) -> dict[UUID, list[StoredEvent]]:
    """Return the events of several streams, each in order, with one query; a stream without events is left out.

    What another's key sealed stays shut.

    Raises:
        UnknownEventError, SealError: As `load`.
    """
    wanted = list(streams)
    found: dict[UUID, list[StoredEvent]] = {}
    for *row, stream in _read(_LOAD_MANY, [wanted], "stream = ANY(%s)", [wanted]) if wanted else ():
        found.setdefault(stream, []).append(_stored(row, stream, True, None))
    return found


def find_command(stream: UUID, command: UUID) -> list[StoredEvent]:
    """Return the events a command appended to a stream; none if it was never seen."""
    return [_stored(row, stream, True, None) for row in run(_COMMAND, [stream, command])]


def read_lane(
    lane: int,
    after_pos: int,
    limit: int,
    *,
    up_to: int | None = None,
    only: Collection[str] | None = None,
    opened: bool = False,
) -> list[StoredEvent]:
    """Return the next events of a lane in the order of their positions; none of it is ever passed by.

    Args:
        lane: 0 to 15.
        after_pos: The last position read, 0 for none.
        limit: At most so many.
        up_to: Read none beyond this position.
        only: Decode these types; the `event` of others is None (their type still has to be a known one).
        opened: Open what is sealed; otherwise sealed members are `SEALED`.

    Raises:
        UnknownEventError: An event of a type or schema this program does not know.
        SealError: Something sealed cannot be opened.
    """
    where = [lane, after_pos, _LAST_POS if up_to is None else up_to]
    rows = _read(_LANE, [*where, limit], "lane = %s AND pos > %s AND pos <= %s", where)
    return [_stored(row[:-1], row[-1], opened, only) for row in rows]


def lane_ends() -> dict[int, int]:
    """Return the last position in each lane, 0 if it is empty."""
    return {lane: pos or 0 for lane, pos in run(_LANE_ENDS, [LANES - 1])}


def count_lane(lane: int, up_to: int) -> int:
    """Return the number of events of a lane up to a position."""
    ((count,),) = run(_LANE_COUNT, [lane, up_to])
    return int(count)


def lock_streams(streams: Iterable[UUID]) -> None:
    """Take the locks of several streams for this transaction, in the one order that cannot deadlock."""
    for lane in sorted({lane_of(stream) for stream in streams}):
        run("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK_NAMESPACE, lane])


def run(sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Run a statement in Django's connection and transaction and return its rows.

    By a cursor of psycopg's own that fetches in binary form: it is several times faster than Django's, which reads
    times and bytes from text.
    """
    connection.ensure_connection()
    connection.validate_no_broken_transaction()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        return cursor.execute(sql, parameters, binary=True).fetchall()


def _read(sql: str, parameters: Sequence[Any], condition: str, where: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Run a statement that reads events.

    Raises:
        UnknownEventError: The time of an event among those of the condition is none that Python has.
    """
    try:
        return run(sql, parameters)
    except DataError:
        found = run(_UNREADABLE.format(condition=condition), where)
        if not found:
            raise
        pos, stream, version = found[0]
        raise UnknownEventError(f"{stream}/{version}: its time cannot be read", pos) from None


def refusal_of(fault: DatabaseError) -> str | None:
    """Return the refusal of the append function, or None for another database error."""
    cause = fault.__cause__
    if not isinstance(cause, psycopg.Error) or cause.sqlstate not in _REFUSALS:
        return None
    if cause.sqlstate != REFUSED:
        return "a body is no JSON that the database can read"
    return str(cause.diag.message_primary)


def bound_to(stream: UUID, name: str, command: UUID, seq: int) -> bytes:
    """Return the associated data to which a sealed text of this place is bound."""
    return b"lelam-sealed/1\0" + stream.bytes + command.bytes + struct.pack(">h", seq) + name.encode()


def _array(texts: Iterable[str | None]) -> str:
    """Return PostgreSQL's own text of an array; psycopg's way from lists takes as long as all the rest of an append."""
    return "{" + ",".join("NULL" if text is None else f'"{_escape(text)}"' for text in texts) + "}"


def _escape(text: str) -> str:
    """Return a text escaped for an array element in quotes."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _hex(text: bytes) -> str:
    """Return bytes as PostgreSQL writes them."""
    return "\\x" + text.hex()


def _stored(row: Sequence[Any], stream: UUID, opened: bool, only: Collection[str] | None) -> StoredEvent:
    """Return a row of `_COLUMNS` as an event in its place; what another's key sealed stays shut."""
    pos, lane, version, name, schema, command, seq, actor, recorded_at, digest, body, sealed = row
    try:
        if only is not None and name not in only:
            registry.check_known(name)
            event = None
        elif sealed is None:
            event = registry.join(name, schema, body, None, shut=False)
        elif opened and lane != FOREIGN_LANE:
            clear = keyring().open(sealed, bound_to(stream, name, command, seq))
            event = registry.join(name, schema, body, clear, shut=False)
        else:
            event = registry.join(name, schema, body, None, shut=True)
    except UnknownEventError as fault:
        raise UnknownEventError(f"{stream}/{version}: {fault}", pos) from None
    except SealError as fault:
        raise SealError(f"{stream}/{version}: {fault}") from None
    return StoredEvent(pos, lane, stream, version, name, schema, command, seq, actor, event, recorded_at, digest)


def _tell(events: Sequence[StoredEvent]) -> None:
    """Call the subscribers. The events are stored already: whatever fails here must not look like a failed append."""
    run_each(
        _subscribers,
        lambda subscriber: subscriber(events),
        # The event is no part of it: what fails for each would never be seen to fail again and again.
        task="A subscriber after a commit",
        name=lambda subscriber: getattr(subscriber, "__qualname__", type(subscriber).__qualname__),
        on_failure=lambda *_: logger.error("It was the commit of %s/%s", events[0].stream, events[0].version),
        logger=logger,
    )
