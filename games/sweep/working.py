"""Working through a chunk: the streams that it has, each looked at whole.

A chunk is a span of positions, and the log is read as it lies. It has the streams that begin in the span; of a stream
that began before the run, the first event within the run decides. Events of one stream lie in several spans, so the
rest of each is read by its stream. The streams of one club are a small part of the log: they are read by their ids.
"""

import gc
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID

import msgspec

from games.models import LANES
from games.sealing.keyring import keyring
from games.store.log import run as run_statement
from games.store.rows import STREAM, VERSION, read_span, read_streams
from games.sweep.folding import REFUSALS, Look, Quick, begin_look, end_look
from games.sweep.judging import Found, judge

STEP: Final = 100_000
"""Positions read at once. Between two steps a worker renews its lease, and waits if it has to."""
STREAMS_AT_ONCE: Final = 50
ROWS_AT_ONCE: Final = 64
"""Rows of a stream looked at together: going from table to table with every row would take half as long again."""

# Of the streams that did not begin in a span: those whose event before the first there lies before the run, or nowhere.
_BEGAN_BEFORE: Final = """
    SELECT seen.stream FROM unnest(%s::uuid[], %s::integer[]) AS seen (stream, version)
    LEFT JOIN games_event AS event ON event.stream = seen.stream AND event.version = seen.version
    WHERE event.pos IS NULL OR event.pos <= (%s::bigint[])[event.lane + 1]
"""
# Of some streams those with an event behind the positions: the last one tells.
_GONE_ON: Final = """
    SELECT asked.stream FROM unnest(%s::uuid[]) AS asked (stream) CROSS JOIN LATERAL (
        SELECT lane, pos FROM games_event WHERE stream = asked.stream ORDER BY version DESC LIMIT 1
    ) AS latest
    WHERE latest.pos > (%s::bigint[])[latest.lane + 1] ORDER BY asked.stream
"""
_NOW: Final = "SELECT floor(extract(epoch FROM now() - '2000-01-01Z'::timestamptz) * 1000000)::bigint"
_FIRST: Final = (1).to_bytes(4, "big")
_VERSION: Final = struct.Struct(">i")


class Span(msgspec.Struct, frozen=True):
    """What a worker has to go through.

    Attributes:
        after: The position before the span.
        upto: Its last position.
        begins: By lane, the position up to which nothing is looked at.
        ends: By lane, the last position.
    """

    after: int
    upto: int
    begins: tuple[int, ...]
    ends: tuple[int, ...]


class Seen(msgspec.Struct):
    """What was seen of a span.

    Attributes:
        hands: Finished hands.
        streams: Tables and score sheets.
        events: Their events.
        findings: What is wrong, by stream; nothing under a stream that got the closer look and is as it should be.
    """

    hands: int = 0
    streams: int = 0
    events: int = 0
    findings: dict[UUID, tuple[Found, ...]] = {}


Beat = Callable[[int], None]
"""Called between two steps with the number of hands seen since the last call, about; raises to stop."""


def work_through(span: Span, beat: Beat = lambda hands: None, closer: Iterable[UUID] = ()) -> Seen:
    """Look at every stream that a span has.

    Args:
        span: The span.
        beat: Called between two steps.
        closer: Streams that get the closer look in any case: those with findings.

    Returns:
        What was seen.
    """
    with _without_collector():
        return _Worker(span, beat, closer).work()


def look_at(streams: Sequence[UUID], span: Span, beat: Beat = lambda hands: None, closer: Iterable[UUID] = ()) -> Seen:
    """Look at some streams, those that went on within a run.

    Args:
        streams: Their ids.
        span: Where the run begins and ends, by lane; `after` and `upto` count for nothing.
        beat: Called between two steps.
        closer: Streams that get the closer look in any case: those with findings.

    Returns:
        What was seen.
    """
    gone_on = [stream.bytes for (stream,) in run_statement(_GONE_ON, [list(streams), list(span.begins)])]
    with _without_collector():
        return _Worker(span, beat, closer).look_at(gone_on)


class _Stream:
    """A stream of a span: the look at it, and the rows that wait to be looked at.

    Attributes:
        look: None where the closer look comes.
        rows: Those that wait.
        version: The version of the last row looked at.
    """

    __slots__ = ("look", "rows", "version")

    def __init__(self, look: Look | None) -> None:
        self.look, self.rows, self.version = look, list[bytes](), 0

    def show(self) -> None:
        """Have the waiting rows looked at."""
        if not self.rows:
            return
        self.version = _VERSION.unpack(self.rows[-1][VERSION])[0]
        if self.look is not None:
            try:
                self.look.send(self.rows)
            except REFUSALS:
                self.look = None
        self.rows = []

    def end(self) -> Quick | None:
        """Return what was seen, all rows being there; None to look closer."""
        self.show()
        return None if self.look is None else end_look(self.look)


class _Worker:
    """The looks at the streams of a span, while it is read."""

    def __init__(self, span: Span, beat: Beat, closer: Iterable[UUID]) -> None:
        self._span, self._beat = span, beat
        self._now: int = run_statement(_NOW, [])[0][0]
        self._keys = keyring()
        self._closer = {stream.bytes for stream in closer}
        self._mine: dict[bytes, _Stream] = {}
        # The version before the one seen first, of streams that may be another span's.
        self._strangers: dict[bytes, int] = {}
        self._seen = Seen(findings={})

    def work(self) -> Seen:
        """Read the span, then the rests of its streams, and look closer where there is a reason."""
        span = self._span
        for after in range(span.after, span.upto, STEP):
            self._take(read_span(after, min(after + STEP, span.upto), begins=span.begins, ends=span.ends))
            self._beat(0)
        for stream in self._mine.values():
            stream.show()
        before = self._begun_before()
        self._finish({stream: one.version for stream, one in self._mine.items()})
        self._strangers.clear()
        return self.look_at(before)

    def look_at(self, streams: Iterable[bytes]) -> Seen:
        """Read streams from their first events on, and end the looks at them."""
        self._finish(dict.fromkeys(streams, 0))
        return self._seen

    def _take(self, rows: Iterator[bytes]) -> None:
        """Lay rows to those of their streams."""
        mine = self._mine
        for row in rows:
            one = mine.get(row[STREAM])
            if one is None:
                one = self._begin(row)
                if one is None:
                    continue
            waiting = one.rows
            waiting.append(row)
            if len(waiting) == ROWS_AT_ONCE:
                one.show()

    def _begin(self, row: bytes) -> _Stream | None:
        """Return the stream of a row, if it begins with it and is to be looked at."""
        stream = row[STREAM]
        if row[VERSION] != _FIRST:
            self._strangers.setdefault(stream, _VERSION.unpack(row[VERSION])[0] - 1)
            return None
        odd = stream in self._closer or stream in self._strangers
        one = self._mine[stream] = _Stream(None if odd else begin_look(self._now, self._keys))
        return one

    def _finish(self, seen: Mapping[bytes, int]) -> None:
        """Read the rests of streams behind the versions seen, and end the looks at them."""
        streams = list(seen)
        for start in range(0, len(streams), STREAMS_AT_ONCE):
            some = streams[start : start + STREAMS_AT_ONCE]
            self._take(read_streams({UUID(bytes=stream): seen[stream] for stream in some}, ends=self._span.ends))
            self._beat(self._end(some))

    def _begun_before(self) -> list[bytes]:
        """Return the streams that began before the run and are this span's."""
        asked = {stream: version for stream, version in self._strangers.items() if stream not in self._mine}
        if not asked:
            return []
        ids = [UUID(bytes=stream) for stream in asked]
        rows = run_statement(_BEGAN_BEFORE, [ids, list(asked.values()), list(self._span.begins)])
        return sorted(stream.bytes for (stream,) in rows)

    def _end(self, streams: Iterable[bytes]) -> int:
        """End the looks at some streams, all rows of which are there; return how many hands they have."""
        seen, hands = self._seen, 0
        for stream in streams:
            one = self._mine.pop(stream, None)
            quick = None if one is None else one.end()
            if quick is None:
                judged = judge(UUID(bytes=stream))
                seen.findings[UUID(bytes=stream)] = judged.findings
                seen.events += judged.events
                seen.streams += bool(judged.hands or judged.findings)
                hands += judged.hands
            elif quick.is_table:
                seen.streams += 1
                seen.events += quick.events
                hands += quick.hands
        seen.hands += hands
        return hands


@contextmanager
def _without_collector() -> Iterator[None]:
    """Let no cycles be looked for: there are none in what is looked at, and much of it lives for a while."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def lanes(value: int = 0) -> list[int]:
    """Return a position for each lane, those of other installations' streams too."""
    return [value] * (LANES + 1)


def positions(value: Any) -> tuple[int, ...]:
    """Return positions by lane as a run keeps them."""
    return tuple(int(each) for each in value)
