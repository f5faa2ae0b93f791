"""The geometry of the charts on pages: where bars, lines, ticks and labels stand. Pure; templates draw them as SVG.

Every chart has a sentence that says what it shows, and the page has its numbers in a table beneath. Lengths are units
of the chart's own view box; colours are the stylesheet's, so that a chart is right in the dark too.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

FORM_WIDTH: Final = 100
FORM_HEIGHT: Final = 34
FORM_GAMES: Final = 12
"""So many games the form shows."""
MUCH: Final = 24
"""A difference of so much, or more, is a bar of full length."""


class Mark(NamedTuple):
    """A game in the form: a bar up, a bar down, or a dash for a draw; `path` draws it."""

    kind: str
    path: str


class Form(NamedTuple):
    """The last games as bars, the latest at the right."""

    marks: tuple[Mark, ...]
    width: int = FORM_WIDTH
    height: int = FORM_HEIGHT


def form(games: Sequence[tuple[str, int]]) -> Form:
    """Return the bars of some games, up for won and down for lost.

    Args:
        games: The outcome (`W`, `D` or `L`) and the difference of each, the first one first.

    >>> [mark.path for mark in form([("W", 24), ("D", 0), ("L", -6)]).marks]
    ['M16.7 15.5V2.0', 'M48.0 17.0h4', 'M83.3 18.5V26.8']
    """
    middle = FORM_HEIGHT / 2
    marks = []
    for place, (outcome, difference) in enumerate(games):
        x = (place + 0.5) * FORM_WIDTH / len(games)
        # By the square root, so that a close game still shows beside a clear one.
        length = 3 + 10.5 * math.sqrt(min(1, abs(difference) / MUCH))
        if outcome == "D":
            marks.append(Mark("dr", f"M{x - 2:.1f} {middle:.1f}h4"))
        elif outcome == "W":
            marks.append(Mark("up", f"M{x:.1f} {middle - 1.5:.1f}V{middle - 1.5 - length:.1f}"))
        else:
            marks.append(Mark("dn", f"M{x:.1f} {middle + 1.5:.1f}V{middle + 1.5 + length:.1f}"))
    return Form(tuple(marks))


BID_WIDTH: Final = 720
BID_LEFT: Final = 16
BID_GAP: Final = 18
BID_FOOT: Final = 150
"""Where the bars of made bids stand; those of failed ones hang from `BID_HEAD`."""
BID_HEAD: Final = 172
BID_LONGEST: Final = 112


class Bar(NamedTuple):
    """The bids of one number: a bar up for those made, one down for those failed; no height for none."""

    number: int
    made: int
    failed: int
    x: int
    wide: int
    middle: float
    up: float
    down: float
    top: float
    bottom: float

    @property
    def percent(self) -> int:
        """The percentage made."""
        return round(100 * self.made / (self.made + self.failed))


class BidChart(NamedTuple):
    """Bids made and failed by number."""

    bars: tuple[Bar, ...]
    made: int
    failed: int
    width: int
    height: int

    @property
    def percent(self) -> int:
        """The percentage made."""
        return round(100 * self.made / (self.made + self.failed))


def bid_chart(counts: Iterable[tuple[int, int, int]]) -> BidChart | None:
    """Return the chart of bids made and failed; None if there were none.

    Args:
        counts: Number, made and failed of each number that was bid, in any order; numbers between are added.

    >>> chart = bid_chart([(14, 8, 2), (16, 4, 0)])
    >>> [(bar.number, round(bar.up), round(bar.down)) for bar in chart.bars], chart.percent
    ([(14, 112, 28), (15, 0, 0), (16, 56, 0)], 86)
    """
    by_number = {number: (made, failed) for number, made, failed in counts if made or failed}
    if not by_number:
        return None
    longest = max(max(both) for both in by_number.values())
    numbers = range(min(by_number), max(by_number) + 1)
    step = max(26, min(46, (BID_WIDTH - BID_LEFT) // len(numbers)))
    wide = step - (BID_GAP if step == 46 else step // 3)
    bars = []
    for place, number in enumerate(numbers):
        made, failed = by_number.get(number, (0, 0))
        up, down = (_length(count, longest) for count in (made, failed))
        x = BID_LEFT + place * step
        bars.append(Bar(number, made, failed, x, wide, x + wide / 2, up, down, BID_FOOT - up, BID_HEAD + down))
    most_failed = max(bar.bottom for bar in bars)
    return BidChart(
        tuple(bars),
        sum(made for made, _ in by_number.values()),
        sum(failed for _, failed in by_number.values()),
        max(BID_WIDTH, BID_LEFT + len(bars) * step),
        math.ceil(most_failed) + 36,
    )


def _length(count: int, longest: int) -> float:
    return round(max(2.0, count * BID_LONGEST / longest), 1) if count else 0.0


LINE_WIDTH: Final = 360
LINE_HEIGHT: Final = 200
LINE_LEFT: Final = 44
LINE_RIGHT: Final = 12
LINE_TOP: Final = 12
LINE_BOTTOM: Final = 28
LABEL_LETTER: Final = 7
"""About so wide is a letter of a label, the gap to the next label shared out among them."""


class Point(NamedTuple):
    """A value at a time, with how sure it is (0: for certain)."""

    at: datetime
    value: float
    margin: float = 0.0


class Tick(NamedTuple):
    """A mark on an axis; `anchor` is the side of it on which the label is drawn."""

    place: float
    label: str
    anchor: str = "middle"


class LineChart(NamedTuple):
    """A line over time, with a band of uncertainty.

    Attributes:
        line: The path of the line.
        band: The path of the band's outline; empty for none.
        rows: The ticks of the values, from below.
        columns: The ticks of the times.
        zero: The position of the value 0, if it is within.
        end: The end of the line.
    """

    line: str
    band: str
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    zero: float | None
    end: tuple[float, float]
    left: int = LINE_LEFT
    right: int = LINE_WIDTH - LINE_RIGHT
    top: int = LINE_TOP
    bottom: int = LINE_HEIGHT - LINE_BOTTOM
    width: int = LINE_WIDTH
    height: int = LINE_HEIGHT


def line_chart(
    points: Sequence[Point],
    *,
    label: Callable[[datetime, str], str],
    number: Callable[[float], str] = "{:.0f}".format,
    steps: bool = False,
) -> LineChart | None:
    """Return the chart of values over time; None with fewer than two points.

    Args:
        points: The values, the first one first.
        label: Writes a time as `day`, `month` or `year`.
        number: Writes a value.
        steps: The value holds until the next point, rather than changing on the way to it.
    """
    if len(points) < 2:
        return None
    rows = value_ticks(
        min(point.value - point.margin for point in points), max(point.value + point.margin for point in points)
    )
    low, high = rows[0], rows[-1]
    first, last = points[0].at, points[-1].at
    seconds = max(1.0, (last - first).total_seconds())

    def x(at: datetime) -> float:
        share = (at - first).total_seconds() / seconds
        return LINE_LEFT + share * (LINE_WIDTH - LINE_LEFT - LINE_RIGHT)

    def y(value: float) -> float:
        return LINE_HEIGHT - LINE_BOTTOM - (value - low) / (high - low) * (LINE_HEIGHT - LINE_TOP - LINE_BOTTOM)

    places = [(x(point.at), y(point.value)) for point in points]
    if steps:
        line = _moves(places[:1]) + "".join(f"H{across:.1f}V{down:.1f}" for across, down in places[1:])
    else:
        line = _moves(places)
    band = ""
    if any(point.margin for point in points):
        above = [(x(point.at), y(point.value + point.margin)) for point in points]
        below = [(x(point.at), y(point.value - point.margin)) for point in reversed(points)]
        band = f"{_moves([*above, *below])}Z"
    return LineChart(
        line,
        band,
        tuple(Tick(y(value), number(value), "end") for value in rows),
        _apart(_column(x(at), label(at, unit)) for at, unit in time_ticks(first, last)),
        y(0) if low < 0 < high else None,
        places[-1],
    )


def _moves(places: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{across:.1f} {down:.1f}" for across, down in places)


def _column(place: float, label: str) -> Tick:
    """Return a tick of the times, its label within the chart."""
    if place < LINE_LEFT + 24:
        return Tick(place, label, "start")
    return Tick(place, label, "end" if place > LINE_WIDTH - LINE_RIGHT - 24 else "middle")


def _apart(ticks: Iterable[Tick]) -> tuple[Tick, ...]:
    """Return the ticks whose labels do not run into the one before."""
    kept: list[Tick] = []
    for tick in ticks:
        if not kept or _extent(tick)[0] > _extent(kept[-1])[1]:
            kept.append(tick)
    return tuple(kept)


def _extent(tick: Tick) -> tuple[float, float]:
    """Return about where the label of a tick begins and ends."""
    wide = len(tick.label) * LABEL_LETTER
    left = tick.place - {"start": 0, "middle": wide / 2, "end": wide}[tick.anchor]
    return left, left + wide


def value_ticks(low: float, high: float, most: int = 4) -> tuple[float, ...]:
    """Return round numbers at equal steps that hold two values between them.

    >>> value_ticks(1432, 1671), value_ticks(-7, 12), value_ticks(3, 3)
    ((1400, 1500, 1600, 1700), (-10, -5, 0, 5, 10, 15), (2, 3, 4))
    """
    if high - low < 1:
        low, high = low - 1, high + 1
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * nice for nice in (1, 2, 5, 10) if power * nice >= rough)
    step = max(1.0, step)
    first, last = math.floor(low / step), math.ceil(high / step)
    return tuple(_whole(step * place) for place in range(first, last + 1))


def _whole(value: float) -> float:
    return int(value) if value == int(value) else value


def time_ticks(first: datetime, last: datetime, most: int = 4) -> tuple[tuple[datetime, str], ...]:
    """Return beginnings of days, months or years between two times, with which of them they are.

    >>> from datetime import UTC
    >>> ticks = time_ticks(datetime(2026, 1, 20, tzinfo=UTC), datetime(2026, 7, 2, tzinfo=UTC))
    >>> [(at.month, at.day, unit) for at, unit in ticks]
    [(2, 1, 'month'), (4, 1, 'month'), (6, 1, 'month')]
    """
    span = last - first
    unit = "year" if span > timedelta(days=3 * 365) else "month" if span > timedelta(days=75) else "day"
    found = []
    at = _next(first, unit)
    while at <= last:
        found.append(at)
        at = _next(at, unit)
    if not found:
        return ((first, "day"),)
    every = math.ceil(len(found) / most)
    return tuple((at, unit) for at in found[::every])


def _next(at: datetime, unit: str) -> datetime:
    """Return the beginning of the day, month or year after a time."""
    midnight = at.replace(hour=0, minute=0, second=0, microsecond=0)
    if unit == "day":
        return midnight + timedelta(days=1)
    if unit == "year":
        return midnight.replace(year=at.year + 1, month=1, day=1)
    return midnight.replace(year=at.year + at.month // 12, month=at.month % 12 + 1, day=1)
