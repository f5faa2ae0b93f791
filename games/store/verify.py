"""Checking the log against itself, event by event, and against heads of streams that were kept elsewhere.

A chain that agrees with itself proves only that nobody changed a part of it: who can write the table can write a whole
new chain. That is what kept heads are for: as long as a copy of them lies where that person cannot write, they show it.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple
from uuid import UUID

from games.sealing import SealError, keyring
from games.store import registry
from games.store.chain import HEADER_SQL, START, digest_of, event_hash
from games.store.log import bound_to, lane_ends, lane_of, run

BATCH: Final = 5_000

# Bounded by the ends the lanes had at the start: what commits meanwhile could otherwise be seen in part.
_SCAN: Final = f"""
    SELECT pos, lane, {HEADER_SQL}, type, schema, body::text, sealed, prev_hash, hash FROM games_event
    WHERE pos > %s AND pos <= (%s::bigint[])[lane + 1] AND (%s::uuid IS NULL OR stream = %s) ORDER BY pos LIMIT %s
"""  # noqa: S608
_COUNT: Final = """
    SELECT count(*) FROM games_event
    WHERE pos <= (%s::bigint[])[lane + 1] AND (%s::uuid IS NULL OR stream = %s)
"""


class Fault(NamedTuple):
    """Something that is not as it was appended.

    Attributes:
        pos: The position of the event, 0 where an event is missing.
        stream: Its stream.
        version: Its version.
        what: What is wrong.
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
    each has to follow the one before it in its stream, and to decode as its type, its sealed part too.

    Args:
        stream: Only this stream; by default all.
        heads: Heads kept elsewhere, which have to lie on the chains.
        progress: Called with the number of events checked since the last call.

    Attributes:
        total: How many events there are to check.
        checked: How many were.
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
        self._kept = {key.bytes: head for key, head in (heads or {}).items() if stream is None or key == stream}
        self._progress = progress
        self._last: dict[bytes, Head] = {}
        ends = lane_ends()
        self._ends = [ends[lane] for lane in sorted(ends)]
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
        """Yield what is wrong with a row."""
        stream = header[:16]
        version = int.from_bytes(header[16:20], "big")
        last = self._last.get(stream, _NONE)
        self._last[stream] = Head(version, stored)
        # The way nearly all rows go, kept short: the whole log goes through here.
        if (
            version == last.version + 1
            and prev == last.hash
            and stored == event_hash(prev, header, digest_of(registry.recanonical(body)), sealed)
            and sealed is None
            and lane == stream[15] & 15
            and not self._kept
            and registry.fits(name, schema, body)
        ):
            return
        for what in self._faults(header, lane, name, schema, body, sealed, prev, stored, last):
            yield Fault(pos, UUID(bytes=stream), version, what)

    def _faults(
        self,
        header: bytes,
        lane: int,
        name: str,
        schema: int,
        body: str,
        sealed: bytes | None,
        prev: bytes,
        stored: bytes,
        last: Head,
    ) -> Iterator[str]:
        """Yield all that is wrong with a row, in words."""
        stream, version = UUID(bytes=header[:16]), int.from_bytes(header[16:20], "big")
        if version != last.version + 1:
            yield f"version {last.version + 1} should be here" if version > last.version else "the version goes back"
        if prev != last.hash:
            yield "it is not chained to the event before it"
        if stored != event_hash(prev, header, digest_of(registry.recanonical(body)), sealed):
            yield "its hash does not fit what it says"
        if lane != lane_of(stream):
            yield "it lies in a lane that is not its stream's"
        kept = self._kept.get(stream.bytes)
        if kept is not None and kept.version == version and kept.hash != stored:
            yield "the head that was kept has another hash"
        try:
            clear = None
            if sealed is not None:
                command, seq = UUID(bytes=header[22:38]), int.from_bytes(header[38:40], "big")
                clear = keyring().open(sealed, bound_to(stream, name, command, seq))
            registry.join(name, schema, body, clear, shut=False)
        except (registry.UnknownEventError, SealError) as fault:
            yield str(fault)


_NONE: Final = Head(0, START)
