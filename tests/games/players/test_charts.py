"""The geometry of charts: bars within their room, round ticks that hold the values, lines that go where they should."""

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.players import charts
from games.players.charts import FORM_HEIGHT, FORM_WIDTH, Point, bid_chart, form, line_chart, time_ticks, value_ticks

START = datetime(2026, 1, 1, tzinfo=UTC)
NUMBERS = re.compile(r"-?\d+(?:\.\d+)?")


def day(at: datetime, unit: str) -> str:
    """Write a time."""
    return f"{at:%d.%m.%Y} {unit}"


def test_a_won_game_is_up_a_lost_one_down_and_a_drawn_one_level():
    up, down, level = form([("W", 10), ("L", -10), ("D", 0)]).marks

    assert (up.kind, down.kind, level.kind) == ("up", "dn", "dr")
    assert float(up.path.partition("V")[2]) < FORM_HEIGHT / 2 < float(down.path.partition("V")[2])


def test_the_outcome_decides_the_direction_where_the_difference_says_otherwise():
    """Who came for the last hands may have lost points in a game that the side won."""
    assert form([("W", -3)]).marks[0].kind == "up"


@given(st.lists(st.tuples(st.sampled_from("WDL"), st.integers(-500, 500)), max_size=12))
def test_no_bar_of_the_form_leaves_its_room(games: list[tuple[str, int]]):
    for mark in form(games).marks:
        x, y, *rest = map(float, NUMBERS.findall(mark.path))
        assert 0 <= x <= FORM_WIDTH
        assert all(0 <= value <= FORM_HEIGHT for value in (y, *(rest if "V" in mark.path else ())))


@given(
    st.lists(
        st.tuples(st.integers(14, 56), st.integers(0, 3000), st.integers(0, 3000)),
        max_size=43, unique_by=lambda one: one[0],
    )
)  # fmt: skip
def test_bars_of_bids_stand_beside_each_other_within_the_chart(counts: list[tuple[int, int, int]]):
    chart = bid_chart(counts)
    if chart is None:
        assert not any(made or failed for _number, made, failed in counts)
        return
    assert chart.made == sum(made for _number, made, _failed in counts)
    assert chart.failed == sum(failed for _number, _made, failed in counts)
    for bar, after in pairwise(chart.bars):
        assert after.number == bar.number + 1
        assert bar.x + bar.wide < after.x
    for bar in chart.bars:
        assert 14 < bar.top <= charts.BID_FOOT
        assert charts.BID_HEAD <= bar.bottom < chart.height - 16
        assert bar.x + bar.wide <= chart.width
        assert (bar.up > 0) == (bar.made > 0)
        assert (bar.down > 0) == (bar.failed > 0)


def test_there_is_no_chart_of_no_bids():
    assert bid_chart([]) is None
    assert bid_chart([(16, 0, 0)]) is None


@given(st.integers(-100_000_000, 100_000_000), st.integers(0, 100_000_000))
def test_ticks_are_equal_steps_that_hold_the_values(hundredths: int, more: int):
    low, spread = hundredths / 100, more / 100
    ticks = value_ticks(low, low + spread)
    steps = {round(after - before, 6) for before, after in pairwise(ticks)}

    assert ticks[0] <= low
    assert low + spread <= ticks[-1]
    assert len(steps) == 1
    assert 2 <= len(ticks) <= 7


@given(st.integers(1, 20 * 365))
def test_ticks_of_time_lie_within_and_are_few(days: int):
    ticks = time_ticks(START, START + timedelta(days=days))

    assert 1 <= len(ticks) <= 4
    assert all(START <= at <= START + timedelta(days=days) for at, _unit in ticks)


@given(
    st.lists(
        st.tuples(st.integers(0, 4000), st.integers(-3000, 3000), st.integers(0, 400)),
        min_size=2, max_size=40, unique_by=lambda one: one[0],
    ),
    st.booleans(),
)  # fmt: skip
def test_a_line_and_its_band_stay_within_the_axes(values: list[tuple[int, int, int]], steps: bool):
    points = [Point(START + timedelta(days=days), value, margin) for days, value, margin in sorted(values)]

    chart = line_chart(points, label=day, steps=steps)

    assert chart is not None
    for path in filter(None, (chart.band, "" if steps else chart.line)):
        for pair in re.findall(r"[ML]([\d.-]+) ([\d.-]+)", path):
            across, down = map(float, pair)
            assert chart.left - 0.1 <= across <= chart.right + 0.1
            assert chart.top - 0.1 <= down <= chart.bottom + 0.1
    assert (chart.zero is not None) == (float(chart.rows[0].label) < 0 < float(chart.rows[-1].label))
    assert chart.end[0] == pytest.approx(chart.right)


def test_a_step_holds_its_value_until_the_next():
    chart = line_chart([Point(START + timedelta(days=n), n) for n in range(3)], label=day, steps=True)

    assert chart is not None
    assert re.fullmatch(r"M[\d. ]+(?:H[\d.]+V[\d.]+){2}", chart.line)


def test_one_value_is_no_line():
    assert line_chart([Point(START, 1.0)], label=day) is None


def test_what_is_certain_has_no_band():
    chart = line_chart([Point(START, 1.0), Point(START + timedelta(days=1), 2.0)], label=day)

    assert chart is not None
    assert chart.band == ""


def test_long_labels_of_time_stand_apart():
    points = [Point(START, 1.0), Point(START + timedelta(days=9), 2.0)]
    short = line_chart(points, label=lambda at, unit: "d")
    long = line_chart(points, label=lambda at, unit: "a long label of it")

    assert short is not None
    assert long is not None
    assert 1 <= len(long.columns) < len(short.columns)
