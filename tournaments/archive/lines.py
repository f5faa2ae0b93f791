"""The lines of an archive, `lelam-archive/1`: how they are written, and read one after another.

An archive is JSON Lines. Each line is canonical JSON (members sorted by name, no spaces, no floats, UTF-8) and ends
with a line feed, so that a tournament has one archive, byte for byte. Source: `docs/reference/archive.md`.
"""

import base64
import binascii
import hashlib
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, BinaryIO, Final, Literal
from uuid import UUID

import msgspec
from msgspec import Struct

from games.store import registry
from games.store.foreign import RawEvent
from games.store.limits import EPOCH, MOST_BODY, MOST_SEALED

FORMAT: Final = "lelam-archive/1"
PARTS: Final = ("results", "tournament", "names", "stream", "records")
"""The parts in their order; there is a part `stream` for each stream, the tournament's own first."""
MAX_LINE_BYTES: Final = 64 * 1024 * 1024
MAX_EVENT_BYTES: Final = 2 * (MOST_BODY + MOST_SEALED)
SEALED_MESSAGE: Final = FORMAT.encode() + b"\0"
"""Before the SHA-256 of all lines above the seal, this is what is signed."""

Kind = Literal["tournament", "floor", "table", "sheet"]
_MICROSECOND: Final = timedelta(microseconds=1)


class ArchiveFault(Exception):  # noqa: N818  # reads as what it says where it is raised
    """An archive is not what it should be.

    Attributes:
        line: The line of the first fault, from 1; 0: the file as a whole.
        place: The part, the stream or the event there.
        what: What is wrong.
    """

    def __init__(self, line: int, place: str, what: str) -> None:
        super().__init__(f"line {line}{f' ({place})' if place else ''}: {what}")
        self.line = line
        self.place = place
        self.what = what


class _Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """A line that has its members and no others."""


class Opening(_Strict, frozen=True):
    """The first line.

    Attributes:
        tournament: The id of the tournament.
    """

    archive: str
    tournament: UUID


class PartHead(_Strict, frozen=True, omit_defaults=True):
    """The line before the lines of a part.

    Attributes:
        stream: Of a part `stream` its id.
        type: What that is a stream of.
    """

    part: str
    stream: UUID | None = None
    type: Kind | None = None


class EventLine(_Strict, frozen=True, omit_defaults=True):
    """An event as it lies in the log.

    Attributes:
        at: Microseconds since 2000-01-01 UTC.
        sealed: The ciphertext in base64, where its type seals members.
        hash: In hexadecimal digits.
    """

    version: int
    type: str
    schema: int
    command: UUID
    seq: int
    actor: str
    at: int
    body: msgspec.Raw
    hash: str
    sealed: str | None = None


class Named(_Strict, frozen=True, omit_defaults=True):
    """A line of the names: the tournament's, a club's, an entrant's, a player's, or those on a sheet; one of these.

    Attributes:
        name: Empty for a player whose data were erased.
        names: Of a sheet, the names at its seats as people wrote them.
    """

    tournament: UUID | None = None
    club: UUID | None = None
    entrant: int | None = None
    player: UUID | None = None
    sheet: UUID | None = None
    name: str = ""
    names: tuple[str, ...] = ()
    bot: bool = False
    erased: bool = False


class RecordLine(_Strict, frozen=True):
    """The record of a game, with the auditor's verdict on it."""

    stream: UUID
    verdict: str
    record: dict[str, Any]


class PartSum(_Strict, frozen=True, omit_defaults=True):
    """A part as the manifest states it: the number of its lines, and the SHA-256 of them with their line feeds."""

    part: str
    lines: int
    sha256: str
    stream: UUID | None = None


class StreamSum(_Strict, frozen=True):
    """A stream as the manifest states it: its last version and hash."""

    stream: UUID
    kind: Kind
    version: int
    hash: str


class LeftOut(_Strict, frozen=True):
    """A game that was called and is not here: its stream has no result, and some of its cards are hidden for good."""

    stream: UUID
    version: int
    hash: str


class Manifest(_Strict, frozen=True):
    """What an archive holds.

    Attributes:
        key: The public key that seals it, in hexadecimal digits.
    """

    key: str
    parts: tuple[PartSum, ...]
    streams: tuple[StreamSum, ...]
    left_out: tuple[LeftOut, ...]


class ManifestLine(_Strict, frozen=True):
    """The last line but one."""

    manifest: Manifest


class SealLine(_Strict, frozen=True):
    """The last line: the signature in hexadecimal digits."""

    seal: str


def schema() -> dict[str, Any]:
    """Return the form of the lines as JSON Schema (2020-12); results and tournaments have forms of their own."""
    lines = (Opening, PartHead, Named, EventLine, RecordLine, ManifestLine, SealLine)
    forms, components = msgspec.json.schema_components(lines, ref_template="#/$defs/{name}")
    for component in components.values():
        component["description"] = component["description"].partition("\n")[0]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        "description": (__doc__ or "").partition("\n")[0],
        "anyOf": list(forms),
        "$defs": components,
    }


def written(value: Any) -> bytes:
    """Return a value as a line.

    Raises:
        TypeError: There is a float in it.
    """
    return registry.canonical(msgspec.to_builtins(value)) + b"\n"


def event_line(event: RawEvent) -> bytes:
    """Return an event as a line."""
    # Put together by hand: the body is canonical already, and lies between members in the order of their names.
    sealed = b"" if event.sealed is None else b',"sealed":"' + base64.b64encode(event.sealed) + b'"'
    return b"".join((
        b'{"actor":', _encode(event.actor), b',"at":%d,"body":' % ((event.at - EPOCH) // _MICROSECOND), event.body,
        b',"command":"', str(event.command).encode(), b'","hash":"', event.hash.hex().encode(),
        b'","schema":%d' % event.schema, sealed, b',"seq":%d,"type":' % event.seq, _encode(event.type),
        b',"version":%d}\n' % event.version,
    ))  # fmt: skip


def event_of(line: EventLine) -> RawEvent:
    """Return the event of a line.

    Raises:
        ValueError: Its hash, sealed text or time is none.
    """
    try:
        sealed = None if line.sealed is None else base64.b64decode(line.sealed, validate=True)
        at: datetime = EPOCH + line.at * _MICROSECOND
    except (binascii.Error, OverflowError):
        raise ValueError("its sealed text or its time cannot be read") from None
    return RawEvent(
        line.version, line.type, line.schema, line.command, line.seq, line.actor, at, bytes(line.body), sealed,
        digest_in(line.hash),
    )  # fmt: skip


def digest_in(text: str, size: int = 32) -> bytes:
    """Return the bytes of hexadecimal digits.

    Raises:
        ValueError: They are not so many, or not lower case.
    """
    digest = bytes.fromhex(text)
    if len(digest) != size or digest.hex() != text:
        raise ValueError(f"it is not written as {2 * size} hexadecimal digits")
    return digest


class Line(Struct, frozen=True):
    """A line of an archive, read.

    Attributes:
        number: From 1.
        raw: Its bytes with the line feed.
        above: The SHA-256 of all lines above it.
    """

    number: int
    raw: bytes
    above: bytes


def lines_in(source: BinaryIO) -> Iterator[Line]:
    """Yield the lines of a file.

    Raises:
        ArchiveFault: A line is too long, does not end, or is not canonical JSON.
    """
    digest, number = hashlib.sha256(), 0
    while raw := source.readline(MAX_LINE_BYTES + 1):
        number += 1
        if not raw.endswith(b"\n"):
            what = f"it is longer than {MAX_LINE_BYTES} bytes" if len(raw) > MAX_LINE_BYTES else "it does not end"
            raise ArchiveFault(number, "", what)
        try:
            canonical = registry.recanonical(raw[:-1])
        except registry.UnknownEventError:
            raise ArchiveFault(number, "", "it is not JSON") from None
        if canonical != raw[:-1]:
            raise ArchiveFault(number, "", "it is not canonical JSON")
        yield Line(number, raw, digest.digest())
        digest.update(raw)


_encode: Final = msgspec.json.Encoder().encode
