"""The hash chain of a stream: the input of each event's hash."""

import hashlib
import struct
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from games.store.limits import EPOCH

START: Final = bytes(32)
"""What stands in place of the hash before the first event of a stream."""

DOMAIN: Final = b"lelam-event/1"

HEADER_SQL: Final = """
    uuid_send(stream) || int4send(version) || int2send(schema) || uuid_send(command) || int2send(command_seq)
    || timestamptz_send(recorded_at) || int4send(octet_length(type)) || convert_to(type, 'UTF8')
    || int4send(octet_length(actor)) || convert_to(actor, 'UTF8')
"""
"""A row's header: everything beside body and sealed text, in the order in which the append function takes it.

Numbers are big-endian, texts in UTF-8 behind their length, time in microseconds since 2000-01-01 UTC.
"""


_MICROSECOND: Final = timedelta(microseconds=1)


def header_of(
    stream: UUID, version: int, schema: int, command: UUID, seq: int, at: datetime, name: str, actor: str
) -> bytes:
    """Return the header of an event, as `HEADER_SQL` gives it for a row.

    Raises:
        struct.error: A number is out of the range of its column.
    """
    named, by = name.encode(), actor.encode()
    return b"".join((
        stream.bytes,
        struct.pack(">ih", version, schema),
        command.bytes,
        struct.pack(">hq", seq, (at - EPOCH) // _MICROSECOND),
        struct.pack(">i", len(named)), named,
        struct.pack(">i", len(by)), by,
    ))  # fmt: skip


def digest_of(text: bytes) -> bytes:
    """Return the SHA-256 of a text."""
    return hashlib.sha256(text).digest()


def event_hash(prev: bytes, header: bytes, body_digest: bytes, sealed: bytes | None) -> bytes:
    """Return the hash of an event.

    Args:
        prev: The hash of the event before it in the stream, or `START`.
        header: As `HEADER_SQL` gives it.
        body_digest: The SHA-256 of the canonical body.
        sealed: The sealed text as stored, if any.
    """
    sealed_digest = hashlib.sha256(sealed or b"").digest()
    return hashlib.sha256(DOMAIN + prev + header + body_digest + sealed_digest).digest()
