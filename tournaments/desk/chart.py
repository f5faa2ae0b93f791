"""The dots that show when the tables in play will end: a dot is a table, drawn by the server."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from django.utils.translation import ngettext

from tournaments.desk.tiles import Tile, clock

WIDTH: Final = 840
_LEFT, _RIGHT, _BASE, _STEP, _MAX_STACK = 16, 24, 58, 9, 6
_LABEL: Final = 70
"""The least distance of the times below the line."""
_SPANS: Final = (60, 120, 300, 600, 900, 1800, 3600, 7200, 14400)
"""The seconds between two times below the line."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A table in play: where its dot is, and what it says; of a late one, or a stack of them, a label above."""

    x: int
    y: int
    late: bool
    words: str
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The chart.

    Attributes:
        dots: Of each table in play, as far as there is room.
        ticks: The times below the line: their place and their text.
        limit: Where the limit is; None: there is none, or it is over.
        late: How many tables end after the limit.
        last: The table that ends last.
        last_at: When that is.
    """

    dots: tuple[Dot, ...]
    ticks: tuple[tuple[int, str], ...]
    limit: int | None
    limit_text: str
    count: int
    late: int
    last: str
    last_at: str

    @property
    def spoken(self) -> str:
        """What it shows as a sentence, to be read aloud."""
        said = ngettext(
            "{count} table in play, {late} after {limit}; the last, {table}, ends about {time}",
            "{count} tables in play, {late} after {limit}; the last, {table}, ends about {time}",
            self.count,
        )
        about = {"count": self.count, "late": self.late, "limit": self.limit_text}
        return said.format(**about, table=self.last, time=self.last_at)


def chart_of(tiles: Sequence[Tile], now: datetime, limit: float | None) -> Chart | None:
    """Return the chart of the tables in play; None where none is, or nothing is known of their ends.

    Args:
        tiles: The tables of one event.
        now: The present.
        limit: When they are to be over, in seconds since 1970 UTC.
    """
    playing = sorted((tile for tile in tiles if tile.ends is not None), key=_end)
    if not playing:
        return None
    begin = now.timestamp()
    end = max(_end(playing[-1]), begin + 300, limit or 0)
    scale = (WIDTH - _LEFT - _RIGHT) / (end - begin)

    def place(at: float) -> int:
        return round(_LEFT + (at - begin) * scale)

    stacked: Counter[int] = Counter()
    dots = []
    for tile in playing:
        x = round(place(_end(tile)) / _STEP) * _STEP
        height = stacked[x]
        stacked[x] += 1
        if height < _MAX_STACK:
            y, late = _BASE - 6 - height * _STEP, bool(tile.late)
            dots.append(Dot(x, y, late, f"{tile.label}, {_clock(_end(tile))}", tile.label if late else ""))
    dots = [replace(dot, label=_label(dot, dots)) for dot in dots]
    shown = limit is not None and limit > begin
    at_limit = place(limit) if limit is not None and shown else None
    return Chart(
        tuple(dots),
        tuple(_ticks(begin, end, place, at_limit)),
        at_limit,
        "" if limit is None else _clock(limit),
        len(playing),
        sum(bool(tile.late) for tile in playing),
        playing[-1].label,
        _clock(_end(playing[-1])),
    )


def _label(dot: Dot, dots: Sequence[Dot]) -> str:
    """Return the tables of a stack of late ones, which stand above its highest dot; nothing at the others."""
    stack = [other for other in dots if other.x == dot.x and other.late]
    return ", ".join(other.label for other in stack) if stack and dot is stack[-1] else ""


def _ticks(begin: float, end: float, place: Callable[[float], int], limit: int | None) -> Iterator[tuple[int, str]]:
    """Yield round times below the line, apart from each other, from the present and from the limit."""
    span = next((one for one in _SPANS if place(begin + one) - place(begin) >= _LABEL), _SPANS[-1])
    first = int(begin // span + 1) * span
    for at in range(first, int(end) + 1, span):
        x = place(at)
        if x - _LEFT >= _LABEL / 2 + 10 and (limit is None or abs(x - limit) >= _LABEL):
            yield x, _clock(at)


def _end(tile: Tile) -> float:
    return 0.0 if tile.ends is None else tile.ends.timestamp()


def _clock(at: float) -> str:
    return clock(datetime.fromtimestamp(at, UTC))
