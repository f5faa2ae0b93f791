"""Reading an archive line by line: its parts, its chains, its manifest and its seal; nothing is replayed."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, BinaryIO, NamedTuple
from uuid import UUID

import msgspec
from msgspec import Struct

from games import store
from games.models import FOREIGN_LANE
from games.sealing import signing
from games.store import openers, registry
from games.store.chain import START, digest_of, event_hash, header_of
from games.store.foreign import RawEvent
from games.store.limits import EARLIEST, LEAST_SEALED, MOST_ACTOR, MOST_BODY, MOST_SEALED, MOST_TYPE, SKEW
from tournaments.archive.lines import (
    FORMAT,
    MAX_EVENT_BYTES,
    PARTS,
    SEALED_MESSAGE,
    ArchiveFault,
    EventLine,
    Line,
    Manifest,
    ManifestLine,
    Opening,
    PartHead,
    PartSum,
    SealLine,
    StreamSum,
    digest_in,
    event_of,
    lines_in,
)
from tournaments.floor.log import stream_of

Tell = Callable[[int], object]
"""Called with the number of bytes read since the last call, of twice the size of the file."""


class PlacedPart(NamedTuple):
    """Where the lines of a part lie in the file.

    Attributes:
        line: The number of its first line.
        offset: The bytes before it.
        lines: The number of its lines.
    """

    head: PartHead
    line: int
    offset: int
    lines: int


class Frame(Struct, frozen=True):
    """An archive whose lines, chains and seal are sound.

    Attributes:
        digest: The SHA-256 that is sealed.
    """

    tournament: UUID
    key: bytes
    digest: bytes
    parts: tuple[PlacedPart, ...]
    manifest: Manifest
    events: int


def read_frame(source: BinaryIO, *, key: bytes | None = None, tell: Tell = lambda count: None) -> Frame:
    """Read an archive line by line and check its chains, its manifest and its seal; nothing is replayed.

    Raises:
        ArchiveFault: At the first fault.
    """
    return _Reader(source, tell).read(key)


class _Reader:
    """The first way through the file."""

    def __init__(self, source: BinaryIO, tell: Tell) -> None:
        self.lines = self._told(lines_in(source), tell)
        self.offset = 0
        self.line: Line | None = None
        self.parts: list[PlacedPart] = []
        self.sums: list[PartSum] = []
        self.streams: list[StreamSum] = []
        self.events = 0

    def read(self, key: bytes | None) -> Frame:
        opening = self._decoded(self._next("the archive is empty"), Opening)
        if opening.archive != FORMAT:
            raise ArchiveFault(1, "", f"this is not {FORMAT}")
        line = self._next()
        while line.raw.startswith(b'{"part":'):
            line = self._part(opening, line)
        if [part.head.part for part in self.parts if part.head.part != "stream"] != [
            part for part in PARTS if part != "stream"
        ] or not self.streams:
            raise ArchiveFault(line.number, "", "a part is missing")
        manifest = self._decoded(line, ManifestLine).manifest
        self._check_manifest(line, manifest)
        seal = self._next()
        try:
            signer, signature = digest_in(manifest.key), digest_in(self._decoded(seal, SealLine).seal, 64)
        except ValueError as fault:
            raise ArchiveFault(seal.number, "seal", str(fault)) from None
        if key is not None and key != signer:
            raise ArchiveFault(line.number, "manifest", "it is sealed by another key than the one that was named")
        if not signing.is_sealed_by(signer, signature, SEALED_MESSAGE + seal.above):
            raise ArchiveFault(seal.number, "seal", "it is not the seal of this archive by this key")
        if (more := next(self.lines, None)) is not None:
            raise ArchiveFault(more.number, "", "something follows the seal")
        return Frame(opening.tournament, signer, seal.above, tuple(self.parts), manifest, self.events)

    def _told(self, lines: Iterator[Line], tell: Tell) -> Iterator[Line]:
        for line in lines:
            yield line
            self.offset += len(line.raw)
            tell(len(line.raw))

    def _next(self, missing: str = "the archive ends too early") -> Line:
        line = next(self.lines, None)
        if line is None:
            raise ArchiveFault(0 if self.line is None else self.line.number, "", missing)
        self.line = line
        return line

    def _decoded(self, line: Line, kind: type[Any], place: str = "") -> Any:
        return decoded(line.raw, kind, line.number, place)

    def _part(self, opening: Opening, line: Line) -> Line:
        """Read a part; return the line after it."""
        head: PartHead = self._decoded(line, PartHead)
        before = self.parts[-1].head.part if self.parts else ""
        place = place_of(head)
        in_order = head.part in PARTS and (
            PARTS.index(head.part) == (PARTS.index(before) + 1 if before else 0) or (head.part == before == "stream")
        )
        if not in_order:
            raise ArchiveFault(line.number, place, "this part has no place here")
        if (head.part == "stream") != (head.stream is not None) or (head.part == "stream") != (head.type is not None):
            raise ArchiveFault(line.number, place, "a stream is named by its id and its type, and nothing else is")
        if head.part == "stream":
            self._check_stream(opening, head, line.number)
        first, offset = line.number + 1, self.offset + len(line.raw)
        digest, count, chain = hashlib.sha256(), 0, _Chain(head)
        line = self._next()
        while not line.raw.startswith((b'{"part":', b'{"manifest":')):
            digest.update(line.raw)
            count += 1
            if head.part == "stream":
                chain.take(line)
            line = self._next()
        if head.stream is not None and head.type is not None:
            if not count:
                raise ArchiveFault(first, place, "a stream has an event at least")
            self.streams.append(StreamSum(head.stream, head.type, count, chain.prev.hex()))
            self.events += count
        self.parts.append(PlacedPart(head, first, offset, count))
        self.sums.append(PartSum(head.part, count, digest.hexdigest(), head.stream))
        return line

    def _check_stream(self, opening: Opening, head: PartHead, line: int) -> None:
        last = self.streams[-1] if self.streams else None
        if last is None and (head.type, head.stream) != ("tournament", opening.tournament):
            raise ArchiveFault(line, place_of(head), "the first stream is the tournament's own")
        if last is not None and head.type == "tournament":
            raise ArchiveFault(line, place_of(head), "there is one stream of a tournament")
        if (head.type == "floor") != (head.stream == stream_of(opening.tournament)):
            raise ArchiveFault(line, place_of(head), "this is not the id of what happened in the hall")
        assert head.stream is not None
        # Games are the last: one before this stands right above it.
        after_games = last is not None and last.kind in ("table", "sheet")
        if last is not None and after_games and (head.type == "floor" or head.stream <= last.stream):
            raise ArchiveFault(line, place_of(head), "the streams are not in the order of their ids")

    def _check_manifest(self, line: Line, manifest: Manifest) -> None:
        for read, stated in zip(self.sums, manifest.parts, strict=False):
            if read != stated:
                at = next(
                    part.line for part in self.parts if (part.head.part, part.head.stream) == (read.part, read.stream)
                )
                raise ArchiveFault(
                    at, place_of(PartHead(read.part, read.stream)), "it is not what the manifest says of it"
                )
        if tuple(self.sums) != manifest.parts or tuple(self.streams) != manifest.streams:
            raise ArchiveFault(line.number, "manifest", "it does not name the parts and streams that are here")


class _Chain:
    """The chain of a stream, followed line by line."""

    def __init__(self, head: PartHead) -> None:
        self.stream = head.stream
        self.prev = START
        self.version = 0
        self.latest = EARLIEST
        self.now = datetime.now(UTC)

    def take(self, line: Line) -> None:
        """Take the next event.

        Raises:
            ArchiveFault: It does not follow.
        """
        assert self.stream is not None
        place = f"stream {self.stream}, version {self.version + 1}"
        event = event_in(line.raw, line.number, place)
        what = self._fault(event)
        if what:
            raise ArchiveFault(line.number, place, what)
        self.prev, self.version, self.latest = event.hash, event.version, max(self.latest, event.at)

    def _fault(self, event: RawEvent) -> str:
        """Return why an event does not follow, or empty; as the door of a database would say."""
        if event.version != self.version + 1:
            return f"version {self.version + 1} should be here"
        if not EARLIEST <= event.at <= self.now + SKEW or event.at < self.latest - 2 * SKEW:
            return "its time is before 2000, before that of an event before it, or still to come"
        if (
            len(event.type.encode()) > MOST_TYPE
            or len(event.actor.encode()) > MOST_ACTOR
            or len(event.body) > MOST_BODY
        ):
            return "its type, its actor or its body is too long"
        if event.sealed is not None and not LEAST_SEALED <= len(event.sealed) <= MOST_SEALED:
            return "its sealed text is too short or too long"
        assert self.stream is not None
        try:
            header = header_of(
                self.stream, event.version, event.schema, event.command, event.seq, event.at, event.type, event.actor
            )
        except Exception:  # a number that no column holds
            return "a number in it is out of range"
        if event.hash != event_hash(self.prev, header, digest_of(event.body), event.sealed):
            return "its hash does not fit what it says, or it is not chained to the event before it"
        try:
            registry.check_known(event.type)
        except registry.UnknownEventError as fault:
            return str(fault)
        if registry.is_sealed(event.type) != (event.sealed is not None) or registry.lies_open(event.type, event.body):
            return "what its type seals is not sealed, or it is sealed and its type is not"
        return ""


def decoded(raw: bytes, kind: type[Any], number: int, place: str = "") -> Any:
    """Return a line as a value.

    Raises:
        ArchiveFault: It is none of that kind.
    """
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.MsgspecError, RecursionError, ValueError) as fault:
        what = str(fault) if isinstance(fault, msgspec.MsgspecError) else "it cannot be read"
        raise ArchiveFault(number, place, what) from None


def event_in(raw: bytes, number: int, place: str) -> RawEvent:
    """Return the event of a line.

    Raises:
        ArchiveFault: It is none.
    """
    if len(raw) > MAX_EVENT_BYTES:
        raise ArchiveFault(number, place, "it is too long for an event")
    line: EventLine = decoded(raw, EventLine, number, place)
    try:
        return event_of(line)
    except ValueError as fault:
        raise ArchiveFault(number, place, str(fault)) from None


def part_lines(source: BinaryIO, part: PlacedPart, tell: Tell = lambda count: None) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a part with their numbers."""
    source.seek(part.offset)
    for number in range(part.line, part.line + part.lines):
        raw = source.readline()
        tell(len(raw))
        yield number, raw


def raw_in(source: BinaryIO, part: PlacedPart, tell: Tell = lambda count: None) -> list[RawEvent]:
    """Return the events of a part `stream`."""
    return [event_in(raw, number, place_of(part.head)) for number, raw in part_lines(source, part, tell)]


def stored_in(source: BinaryIO, part: PlacedPart, tell: Tell = lambda count: None) -> list[Any]:
    """Return the events of a part `stream` as a database that took them in would, sealed members opened where known.

    Raises:
        ArchiveFault: An event cannot be read as its type.
    """
    assert part.head.stream is not None
    return openers.opened(stored_from(part.head.stream, raw_in(source, part, tell), part.line))


def stored_from(stream: UUID, events: Sequence[RawEvent], first: int) -> list[Any]:
    """Return events in their places, sealed members shut; `first` is the line of the first of them.

    Raises:
        ArchiveFault: An event cannot be read as its type.
    """
    stored = []
    for one in events:
        try:
            event = registry.join(one.type, one.schema, one.body, None, shut=one.sealed is not None)
        except registry.UnknownEventError as fault:
            place = f"stream {stream}, version {one.version}"
            raise ArchiveFault(first + one.version - 1, place, str(fault)) from None
        stored.append(
            store.StoredEvent(
                0, FOREIGN_LANE, stream, one.version, one.type, one.schema, one.command, one.seq, one.actor, event,
                one.at, one.hash,
            )
        )  # fmt: skip
    return stored


def place_of(head: PartHead) -> str:
    """Return the name of a part, as faults have it."""
    return head.part if head.stream is None else f"stream {head.stream}"
