"""The hash chain of a stream: what each event's hash covers, computed here as in the append function."""

import hashlib
import struct
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

START: Final = bytes(32)
"""What stands in place of the hash before the first event of a stream."""

DOMAIN: Final = b"lelam-event/1"
_EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)


def digest_of(text: bytes) -> bytes:
    """Return the SHA-256 of a text."""
    return hashlib.sha256(text).digest()


def header(
    stream: UUID,
    version: int,
    schema: int,
    command: UUID,
    seq: int,
    recorded_at: datetime,
    name: str,
    actor: str,
) -> bytes:
    """Return the bytes that stand for everything beside body and sealed text.

    Numbers are big-endian, texts in UTF-8 behind their length, time in microseconds since 2000-01-01 UTC.
    """
    since = recorded_at - _EPOCH
    microseconds = (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds
    type_bytes, actor_bytes = name.encode(), actor.encode()
    return b"".join(
        [
            stream.bytes,
            struct.pack(">ih", version, schema),
            command.bytes,
            struct.pack(">hq", seq, microseconds),
            struct.pack(">i", len(type_bytes)),
            type_bytes,
            struct.pack(">i", len(actor_bytes)),
            actor_bytes,
        ]
    )


def event_hash(prev: bytes, header_bytes: bytes, body_digest: bytes, sealed: bytes | None) -> bytes:
    """Return the hash of an event.

    Args:
        prev: The hash of the event before it in the stream, or `START`.
        header_bytes: As `header` gives them.
        body_digest: The SHA-256 of the canonical body.
        sealed: The sealed text as stored, if any.
    """
    return hashlib.sha256(DOMAIN + prev + header_bytes + body_digest + digest_of(sealed or b"")).digest()
