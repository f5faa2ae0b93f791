"""Rows of the log as the database has them, for passes over all of it: by COPY, undecoded.

A row comes in PostgreSQL's binary form of COPY. The columns stand in such an order that those of fixed length come
first and that the header which the chain hashes (`games.store.chain.HEADER_SQL`) is a row's own bytes: in it, too, a
text stands behind its length. Of what is too long only so much is read as shows it.
"""

import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

import psycopg
from django.db import connection

from games.store.limits import MOST_ACTOR, MOST_BODY, MOST_SEALED, MOST_TYPE

_COLUMNS: Final = f"""
    lane, stream, version, prev_hash, hash, schema, command, command_seq, recorded_at, left(type, {MOST_TYPE + 1}),
    left(actor, {MOST_ACTOR + 1}), left(body::text, {MOST_BODY + 1}), substr(sealed, 1, {MOST_SEALED + 1})
"""
# By position, as the rows lie: by lane each page would be read sixteen times, by stream once for every table that
# played at the time.
_SPAN: Final = f"""
    COPY (
        SELECT {_COLUMNS} FROM games_event
        WHERE pos > %s AND pos <= %s AND pos > (%s::bigint[])[lane + 1] AND pos <= (%s::bigint[])[lane + 1] ORDER BY pos
    ) TO STDOUT (FORMAT binary)
"""  # noqa: S608
_STREAMS: Final = f"""
    COPY (
        SELECT event.* FROM unnest(%s::uuid[], %s::integer[]) AS seen (id, seen_version) CROSS JOIN LATERAL (
            SELECT {_COLUMNS} FROM games_event
            WHERE stream = seen.id AND version > seen.seen_version AND pos <= (%s::bigint[])[lane + 1] ORDER BY version
        ) AS event
    ) TO STDOUT (FORMAT binary)
"""  # noqa: S608
_PREAMBLE_BYTES: Final = 19
_TRAILER_BYTES: Final = 2

FIXED: Final = struct.Struct(">6x2s 4x16s 4x4s i32s i32s 4x2s 4x16s 4x2s 4x8s i")
"""The fixed part of a row: lane, stream, version, length and hash of the row before, length and hash, schema, command,
place in the command, time in microseconds since 2000, all but lengths as bytes, and the length of the type.

A hash of another length than 32 bytes moves what stands behind it: compare the lengths first.
"""
STREAM: Final = slice(12, 28)
"""Where the stream's id stands."""
VERSION: Final = slice(32, 36)
"""Where the version stands."""
TIME: Final = 144
"""Where the time stands, and behind it type and actor, each behind its length."""


def read_span(after: int, upto: int, *, begins: Sequence[int], ends: Sequence[int]) -> Iterator[bytes]:
    """Yield the rows of a span of positions, in their order.

    Args:
        after: The position before it.
        upto: Its last position.
        begins: The positions, by lane, up to which rows are left out.
        ends: The last positions by lane: what commits meanwhile could be seen in part.
    """
    return _copied(_SPAN, [after, upto, list(begins), list(ends)])


def read_streams(seen: Mapping[UUID, int], *, ends: Sequence[int]) -> Iterator[bytes]:
    """Yield the rows of streams behind a version, each stream's by version.

    Args:
        seen: The ids of the streams, each with the version; 0 for the whole stream.
        ends: The last positions by lane.
    """
    return _copied(_STREAMS, [list(seen), list(seen.values()), list(ends)]) if seen else iter(())


def _copied(statement: str, parameters: list[Any]) -> Iterator[bytes]:
    connection.ensure_connection()
    with (
        connection.wrap_database_errors,
        psycopg.Cursor(connection.connection) as cursor,
        cursor.copy(statement, parameters) as copy,
    ):
        # The first block is the preamble, with the first row or the trailer behind it; the last is the trailer alone.
        first = bytes(copy.read())[_PREAMBLE_BYTES:]
        if len(first) > _TRAILER_BYTES:
            yield first
        # Straight from the library while rows are there: psycopg's own way, a row at a time, takes twice as long.
        take = connection.connection.pgconn.get_copy_data
        is_there = len(first) != _TRAILER_BYTES
        while is_there:
            length, data = take(1)
            if length == 0:
                data = copy.read()  # waits
            is_there = len(data) > _TRAILER_BYTES
            if is_there:
                yield bytes(data)
        copy.read()
