"""Rows of the log as the database has them, for passes over all of it: by COPY, undecoded.

A row comes in PostgreSQL's binary form of COPY, each column behind its length. First stands what is known beforehand of
the next row of a stream, then what is new in each, then what many rows have in common: schema, type and body. The
lengths are those that the chain hashes (`games.store.chain.HEADER_SQL`). What is too long is left out or cut off, so
that it shows.
"""

import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

import psycopg
from django.db import connection

from games.store.limits import MOST_ACTOR, MOST_BODY, MOST_SEALED, MOST_TYPE

_COLUMNS: Final = f"""
    lane, stream, version, prev_hash, hash, command, command_seq, recorded_at, schema,
    CASE WHEN octet_length(type) <= {MOST_TYPE} THEN type END,
    CASE WHEN pg_column_size(body) <= {4 * MOST_BODY} THEN body::text END,
    substr(sealed, 1, {MOST_SEALED + 1}),
    CASE WHEN octet_length(actor) <= {MOST_ACTOR} THEN actor END
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

STREAM: Final = slice(12, 28)
"""Where the stream's id stands."""
VERSION: Final = slice(32, 36)
"""Where the version stands."""
LANE: Final = slice(6, 8)
"""Where the lane stands."""
BEGINS: Final = slice(0, 32)
"""Up to the version: the same in all rows of a stream."""
CHAINED: Final = slice(0, 76)
"""Up to the row's own hash: what follows from the rows before it. These are `BEGINS`, the version, and the hash of the
row before behind its length; then comes the length of its own."""
FREE: Final = struct.Struct(">76x 32s 4x16s 4x2s 4x8s")
"""What stands behind `CHAINED`: hash, command, place in the command, time in microseconds since 2000, all as bytes.

A hash of another length than 32 bytes moves what stands behind it: compare what is `CHAINED` first.
"""
SAID: Final = FREE.size
"""Where the schema stands, and behind it type, body, sealed text and actor, each behind its length."""
TYPE: Final = SAID + 6
"""Where the type stands, and behind it body, sealed text and actor."""


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
