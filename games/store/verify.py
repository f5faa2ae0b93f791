"""Checking the log against itself, event by event, and against heads of streams that were kept elsewhere.

A chain that agrees with itself proves only that nobody changed a part of it: who can write the table can write a whole
new chain. That is what kept heads are for: as long as a copy of them lies where that person cannot write, they show it.

Whatever lies in a row, the pass goes on behind it: nothing of a row is taken for what it should be before it was looked
at, and times are read as numbers, for the database has some that Python has not.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import Final, NamedTuple
from uuid import UUID

from games.models import FOREIGN_LANE
from games.sealing.keyring import SealError, keyring
from games.store import registry
from games.store.chain import HEADER_SQL, START, digest_of, event_hash
from games.store.limits import EARLIEST, EPOCH, LEAST_SEALED, MOST_ACTOR, MOST_BODY, MOST_SEALED, MOST_TYPE, SKEW
from games.store.log import bound_to, lane_ends, lane_of, run

BATCH: Final = 5_000

# Bounded by the ends the lanes had at the start: what commits meanwhile could otherwise be seen in part. Of what is too
# long only so much is read as shows it, so that no row can fill the memory.
_SCAN: Final = f"""
    SELECT pos, lane, {HEADER_SQL}, type, schema, body, sealed, prev_hash, hash FROM (
        SELECT pos, lane, stream, version, schema, command, command_seq, recorded_at, prev_hash, hash,
            left(type, {MOST_TYPE + 1}) AS type, left(actor, {MOST_ACTOR + 1}) AS actor,
            left(body::text, {2 * MOST_BODY + 1}) AS body, substr(sealed, 1, {MOST_SEALED + 1}) AS sealed
        FROM games_event
        WHERE pos > %s AND pos <= (%s::bigint[])[lane + 1] AND (%s::uuid IS NULL OR stream = %s) ORDER BY pos LIMIT %s
    ) AS row ORDER BY pos
"""  # noqa: S608
_COUNT: Final = """
    SELECT count(*) FROM games_event
    WHERE pos <= (%s::bigint[])[lane + 1] AND (%s::uuid IS NULL OR stream = %s)
"""


_MICROSECOND: Final = timedelta(microseconds=1)
_EARLIEST: Final = (EARLIEST - EPOCH) // _MICROSECOND
_NEVER: Final = (-(2**63), 2**63 - 1)
"""How the database writes the two infinite times."""
_BACK: Final = 2 * SKEW // _MICROSECOND
"""So much a time may lie before another of its stream: one server's clock goes before, another's lags behind."""


_FOREIGN_END: Final = "SELECT coalesce(max(pos), 0) FROM games_event WHERE lane = %s"
_FOREIGN: Final = "SELECT stream, version, hash FROM games_foreignstream"
_SHORT: Final = 56 + MOST_ACTOR
"""No header of at most so many bytes has a type or an actor that is too long."""
_NOW: Final = "SELECT floor(extract(epoch FROM now() - '2000-01-01Z'::timestamptz) * 1000000)::bigint"


class Fault(NamedTuple):
    """Something that is not as it was appended.

    Attributes:
        pos: The position of the event, 0 where an event is missing.
        stream: Its stream.
        version: Its version.
        what: The error.
    """

    pos: int
    stream: UUID
    version: int
    what: str


class Head(NamedTuple):
    """The last event of a stream."""

    version: int
    hash: bytes


class Verification:
    """One pass over the log; iterating it yields the faults.

    The hash of every event is computed anew from what lies in the row, its body brought to the canonical form first;
    each has to follow the one before it in its stream, and to decode as its type, its sealed part too. Sizes and times
    have to be such as the append function takes. Whether an event may happen where it stands is for
    `games.replaying.streams` to say, which folds the streams.

    Args:
        stream: Only this stream; by default all.
        heads: Heads kept elsewhere, which have to lie on the chains.
        progress: Called with the number of events checked since the last call.

    Attributes:
        total: The number of events to check.
        checked: The number of checked events.
        heads: The last event of each stream, once the pass is over.
    """

    def __init__(
        self,
        stream: UUID | None = None,
        *,
        heads: Mapping[UUID, Head] | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> None:
        self._stream = stream
        self._wanted = None if stream is None else stream.bytes
        self._kept = {key.bytes: head for key, head in (heads or {}).items() if stream is None or key == stream}
        self._progress = progress
        self._last: dict[bytes, Head] = {}
        self._latest: dict[bytes, int] = {}
        self._now: int = run(_NOW, [])[0][0]
        ends = lane_ends()
        self._ends = [*(ends[lane] for lane in sorted(ends)), run(_FOREIGN_END, [FOREIGN_LANE])[0][0]]
        # The marks are read first: a stream is marked in the transaction that takes it in.
        self._foreign = {key.bytes: Head(version, stored) for key, version, stored in run(_FOREIGN, [])}
        self.checked = 0
        self.total: int = run(_COUNT, [self._ends, stream, stream])[0][0]

    @property
    def heads(self) -> dict[UUID, Head]:
        """The last event of each stream."""
        return {UUID(bytes=stream): head for stream, head in self._last.items()}

    def __iter__(self) -> Iterator[Fault]:
        pos = 0
        while rows := self._rows(pos):
            for row in rows:
                yield from self._check(*row)
            pos = rows[-1][0]
            self.checked += len(rows)
            if self._progress is not None:
                self._progress(len(rows))
        for stream, head in self._foreign.items():
            if self._wanted in (None, stream) and self._last.get(stream) != head:
                yield Fault(0, UUID(bytes=stream), head.version, "it was taken in with another end")
        for stream, head in self._kept.items():
            if stream not in self._last or self._last[stream].version < head.version:
                yield Fault(0, UUID(bytes=stream), head.version, "the kept head of the stream lies beyond its end")

    def _rows(self, after: int) -> list[tuple[int, int, bytes, str, int, str, bytes | None, bytes, bytes]]:
        """Return the next rows."""
        return run(_SCAN, [after, self._ends, self._stream, self._stream, BATCH])

    def _check(
        self,
        pos: int,
        lane: int,
        header: bytes,
        name: str,
        schema: int,
        body: str,
        sealed: bytes | None,
        prev: bytes,
        stored: bytes,
    ) -> Iterator[Fault]:
        """Yield the errors of a row."""
        stream = header[:16]
        version, time = int.from_bytes(header[16:20], "big"), int.from_bytes(header[40:48], "big", signed=True)
        last, latest = self._last.get(stream, _NONE), self._latest.get(stream, _EARLIEST)
        self._last[stream] = Head(version, stored)
        # The way nearly all rows go, kept short: the whole log goes through here.
        if (
            version == last.version + 1
            and prev == last.hash
            and sealed is None
            and latest <= time <= self._now
            and len(body) <= MOST_BODY
            and len(header) <= _SHORT
            and lane == stream[15] & 15
            and not self._kept
            and not registry.is_sealed(name)
            and stored == _hash_of(prev, header, body, sealed)
            and registry.fits(name, schema, body)
        ):
            self._latest[stream] = time
            return
        row = _Row(lane, header, name, schema, body, sealed, prev, stored)
        is_foreign = stream in self._foreign
        for what in (*self._out_of_place(row, last, latest), *_size_faults(row), *_content_faults(row, is_foreign)):
            yield Fault(pos, UUID(bytes=stream), version, what)
        if time not in _NEVER and time <= self._now + SKEW // _MICROSECOND:
            self._latest[stream] = max(latest, time)

    def _out_of_place(self, row: "_Row", last: Head, latest: int) -> Iterator[str]:
        """Yield the errors of a row's place: its number, chain, lane, head and time."""
        stream, version = row.header[:16], row.version
        if version != last.version + 1:
            yield f"version {last.version + 1} should be here" if version > last.version else "the version goes back"
        if row.prev != last.hash:
            yield "it is not chained to the event before it"
        if row.lane != (FOREIGN_LANE if stream in self._foreign else lane_of(UUID(bytes=stream))):
            yield "it lies in a lane that is not its stream's"
        kept = self._kept.get(stream)
        if kept is not None and kept.version == version and kept.hash != row.stored:
            yield "the head that was kept has another hash"
        if row.time in _NEVER:
            yield "its time is not finite"
        elif row.time < _EARLIEST:
            yield "its time is before 2000"
        elif row.time > self._now + SKEW // _MICROSECOND:
            yield "its time is still to come"
        elif row.time < latest - _BACK:
            yield "its time is before that of an event before it"


class _Row(NamedTuple):
    """A row of the log, its texts cut off where they are too long."""

    lane: int
    header: bytes
    name: str
    schema: int
    body: str
    sealed: bytes | None
    prev: bytes
    stored: bytes

    @property
    def version(self) -> int:
        """Its number in the stream."""
        return int.from_bytes(self.header[16:20], "big")

    @property
    def command(self) -> bytes:
        """The command that it is of."""
        return self.header[22:38]

    @property
    def time(self) -> int:
        """When it was recorded, in microseconds since 2000."""
        return int.from_bytes(self.header[40:48], "big", signed=True)

    @property
    def actor_bytes(self) -> int:
        """The length of its actor."""
        name_ends = 52 + int.from_bytes(self.header[48:52], "big")
        return int.from_bytes(self.header[name_ends : name_ends + 4], "big")


def _size_faults(row: _Row) -> Iterator[str]:
    """Yield the errors of a row's sizes."""
    if len(row.name.encode()) > MOST_TYPE:
        yield "its type is too long"
    if row.actor_bytes > MOST_ACTOR:
        yield "its actor is too long"
    if row.sealed is not None and not LEAST_SEALED <= len(row.sealed) <= MOST_SEALED:
        yield "its sealed text is too short or too long"


def _content_faults(row: _Row, is_foreign: bool) -> Iterator[str]:
    """Yield the errors of a row's content: its hash, its seal, and whether it decodes as its type.

    What another installation sealed is not opened: its key is not here.
    """
    try:
        canonical = registry.recanonical(row.body) if len(row.body) <= 2 * MOST_BODY else None
    except registry.UnknownEventError as fault:
        yield str(fault)
        return
    if canonical is None or len(canonical) > MOST_BODY:
        yield "its body is too long"
        return
    if any(_size_faults(row)):
        return  # its hash covers more than was read
    if row.stored != event_hash(row.prev, row.header, digest_of(canonical), row.sealed):
        yield "its hash does not fit what it says"
    try:
        registry.check_known(row.name)
        if registry.is_sealed(row.name) != (row.sealed is not None):
            yield "it is sealed, and its type is not" if row.sealed else "what its type seals is not sealed"
        if registry.lies_open(row.name, canonical):
            yield "what its type seals lies open"
        clear = None
        if row.sealed is not None and not is_foreign:
            seq = int.from_bytes(row.header[38:40], "big", signed=True)
            place = bound_to(UUID(bytes=row.header[:16]), row.name, UUID(bytes=row.command), seq)
            clear = keyring().open(row.sealed, place)
        registry.join(row.name, row.schema, canonical, clear, shut=row.sealed is not None and is_foreign)
    except (registry.UnknownEventError, SealError) as fault:
        yield str(fault)


def _hash_of(prev: bytes, header: bytes, body: str, sealed: bytes | None) -> bytes | None:
    """Return the hash that a row should have; None if its body cannot be read."""
    try:
        return event_hash(prev, header, digest_of(registry.recanonical(body)), sealed)
    except registry.UnknownEventError:
        return None


_NONE: Final = Head(0, START)
