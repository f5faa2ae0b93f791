"""Streams of other installations: taken in whole by the database's own door, marked with their key, never added to.

`docs/reference/archive.md` says what the door accepts (`games/migrations/0033_foreign_streams.py`).
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

from django.db import DatabaseError, DataError
from django.views.decorators.debug import sensitive_variables

from games.models import FOREIGN_LANE
from games.store import registry
from games.store.log import LOCK_NAMESPACE, RefusedEventError, refusal_of, run

_RAW: Final = """
    SELECT version, type, schema, command, command_seq, actor, recorded_at, body::text, sealed, hash
    FROM games_event WHERE stream = %s AND version > %s ORDER BY version LIMIT %s
"""
_HEADS: Final = """
    SELECT DISTINCT ON (stream) stream, version, hash FROM games_event
    WHERE stream = ANY(%s) ORDER BY stream, version DESC
"""
_ORIGIN: Final = "SELECT key, archive, taken_at FROM games_foreignstream WHERE stream = %s"
_TAKE_IN: Final = """
    SELECT games_event_take_in(
        %s, %s, %s, %s::uuid[], %s::smallint[], %s::text[], %s::timestamptz[], %s::text[], %s::smallint[], %s::text[],
        %s::bytea[], %s::bytea[]
    )
"""
_AT_ONCE: Final = 2_000

Outcome = Literal["taken", "known", "own", "other"]


class RawEvent(NamedTuple):
    """An event as it lies in the log: nothing opened, nothing converted.

    Attributes:
        body: In its canonical form.
    """

    version: int
    type: str
    schema: int
    command: UUID
    seq: int
    actor: str
    at: datetime
    body: bytes
    sealed: bytes | None
    hash: bytes


class Origin(NamedTuple):
    """Where a foreign stream comes from.

    Attributes:
        key: The public key by which its archive was sealed.
        archive: The SHA-256 that was sealed.
    """

    key: bytes
    archive: bytes
    taken_at: datetime


def raw_events(stream: UUID) -> Iterator[RawEvent]:
    """Yield the events of a stream as they lie in the log, some thousand at a time."""
    after = 0
    while rows := run(_RAW, [stream, after, _AT_ONCE]):
        for version, name, schema, command, seq, actor, at, body, sealed, digest in rows:
            canonical = registry.recanonical(body)
            yield RawEvent(version, name, schema, command, seq, actor, at, canonical, sealed, digest)
        after = rows[-1][0]


def heads_of(streams: Sequence[UUID]) -> dict[UUID, tuple[int, bytes]]:
    """Return the last version and hash of each of some streams that has any event."""
    return {stream: (version, digest) for stream, version, digest in run(_HEADS, [list(streams)])}


def origin_of(stream: UUID) -> Origin | None:
    """Return where a stream was taken in from; None where it is of this installation, or unknown."""
    rows = run(_ORIGIN, [stream])
    return Origin(*rows[0]) if rows else None


def lock_foreign() -> None:
    """Wait until no other archive is taken in, and let none be before the end of this transaction."""
    run("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK_NAMESPACE, FOREIGN_LANE])


@sensitive_variables()
def take_in(stream: UUID, events: Sequence[RawEvent], *, key: bytes, archive: bytes) -> Outcome:
    """Take a whole stream of another installation in, within the caller's transaction.

    Args:
        stream: Its id.
        events: All its events, from the first on.
        key: The public key by which the archive was sealed; the caller has checked that.
        archive: The SHA-256 that was sealed.

    Returns:
        `taken`; or, and nothing changed: `known`, it was taken in before; `own`, it is this installation's; `other`,
        another stream has this id.

    Raises:
        RefusedEventError: The database refuses one of the events; the transaction cannot go on.
    """
    columns: tuple[list[Any], ...] = tuple([] for _ in range(9))
    for one in events:
        body = one.body.decode()
        row = (one.command, one.seq, one.actor, one.at, one.type, one.schema, body, one.sealed, one.hash)
        for column, value in zip(columns, row, strict=True):
            column.append(value)
    try:
        rows = run(_TAKE_IN, [stream, key, archive, *columns])
    except DatabaseError as fault:
        what = refusal_of(fault)
        if what is None and isinstance(fault, DataError):
            what = "it has a NUL or a number that no column holds"
        if what is None:
            raise
        raise RefusedEventError(stream, 0, what) from None
    outcome: Outcome = rows[0][0]
    return outcome
