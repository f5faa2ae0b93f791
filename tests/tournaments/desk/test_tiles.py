"""Tiles: which state of a table is shown large, in which order, and what filters and a search find."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from msgspec.structs import replace as changed

from tournaments.desk.chart import chart_of
from tournaments.desk.tiles import (
    FILTERS,
    KINDS,
    MARKS,
    Call,
    Facts,
    Tile,
    chips_of,
    chosen_tiles,
    kinds_of,
    minutes_text,
    ordered,
    tile_of,
)
from tournaments.forecast.rounds import Ending
from tournaments.summaries.matches import MatchView

NOW = datetime(2026, 11, 26, 14, 12, tzinfo=UTC)
ENDS = (NOW + timedelta(minutes=20)).timestamp()


def view(number: int = 1, status: str = "playing", **more: object) -> MatchView:
    usual = {
        "number": number, "stage": 1, "group": 0, "round": 7, "sides": ((1,), (2,)), "status": status, "outcome": "",
        "winner": None, "points": (), "games": (), "extra": 0, "rooms": (), "place": "sheet", "stream": "s",
        "table": str(number), "room": "", "at": None, "line_ups": (), "called": True,
    }  # fmt: skip
    return MatchView(**{**usual, **more})  # type: ignore[arg-type]


def ending(number: int = 1, late: int = 0, ends: float = ENDS) -> Ending:
    return Ending(number, 9, 12, NOW.timestamp() - 2400, ends, over=False, late=late)


def tile(number: int, sides: tuple[str, ...] = ("Pamba", "Nila"), event: str = "", **facts: object) -> Tile:
    known = Facts(**{"view": view(number), "ending": ending(number), **facts})  # type: ignore[arg-type]
    return tile_of(known, slug="cup", event=event, label=str(number), sides=sides, link=f"/{number}/", now=NOW)


@pytest.fixture(autouse=True)
def _by_utc():
    with timezone.override(UTC):
        yield


CALL = Call(NOW - timedelta(seconds=160))


@pytest.mark.parametrize(
    ("facts", "kinds"),
    [
        ({}, ("playing",)),
        ({"ending": ending(late=840)}, ("late", "playing")),
        ({"ending": ending(late=840), "call": CALL}, ("late", "call", "playing")),
        ({"call": CALL}, ("call", "playing")),
        ({"call": Call(NOW, "Eapen")}, ("taken", "playing")),
        ({"differs": 10}, ("differ", "playing")),
        ({"disputed": True, "differs": 10}, ("differ", "disputed", "playing")),
        ({"refused": True}, ("refused", "playing")),
        ({"missing": True}, ("missing", "playing")),
        ({"away": ("Kuttan",)}, ("away", "playing")),
        ({"view": view(status="unconfirmed"), "ending": ending(late=900)}, ("confirm",)),
        ({"view": view(status="waiting", called=False)}, ("waiting",)),
        ({"view": view(status="waiting", place="desk")}, ("playing",)),
        ({"view": view(status="over"), "away": ("Kuttan",), "missing": True}, ("done",)),
        ({"view": view(status="over"), "disputed": True}, ("disputed", "done")),
    ],
)
def test_the_state_that_needs_somebody_most_comes_first(facts, kinds):
    assert kinds_of(Facts(**{"view": view(), "ending": ending(), **facts})) == kinds


def test_every_state_has_a_shape_of_its_own_word_and_a_filter():
    assert set(MARKS) == set(KINDS) == {kind for kinds in FILTERS.values() for kind in kinds}
    needs = [kind for kind in KINDS if kind != "taken"]
    assert len({MARKS[kind] for kind in needs}) == len(needs)


def test_late_tables_come_first_the_latest_before_then_calls_then_the_others_by_their_end():
    tiles = [
        tile(1, ending=ending(1, ends=ENDS)),
        tile(2, ending=ending(2, ends=ENDS + 300)),
        tile(3, ending=ending(3, late=300)),
        tile(4, ending=ending(4, late=900)),
        tile(5, call=Call(NOW - timedelta(seconds=30))),
        tile(6, call=Call(NOW - timedelta(seconds=90))),
        tile(7, view=view(7, "over", points=(9, 5))),
        tile(8, differs=4),
        tile(10, view=view(10, "unconfirmed", points=(7, 5))),
    ]
    assert [one.label for one in ordered(tiles)] == ["4", "3", "6", "5", "8", "10", "2", "1", "7"]
    assert [one.label for one in ordered(tiles, by_number=True)] == ["1", "2", "3", "4", "5", "6", "7", "8", "10"]


def test_a_tile_says_its_state_its_hands_and_when_it_ends():
    late = tile(31, ending=ending(31, late=840), call=CALL)
    assert (late.word, late.also, late.since) == ("Late 14 min", (("◆", "Call 2:40"),), int(CALL.since.timestamp()))
    assert late.spoken == "Table 31, Late 14 min, Call 2:40, Pamba \N{EN DASH} Nila, 9 of 12 hands, ends about 14:32"
    done = tile(1, view=view(1, "over", points=(9, -5)))
    assert (done.word, done.aside, done.ends) == ("Done", "9\N{EN DASH}\N{MINUS SIGN}5", None)
    assert tile(6, differs=10).aside == "hand 10"
    assert tile(36, call=Call(NOW, "Eapen")).word == "Eapen is going"
    assert tile(9, view=view(9, table="")).spoken.startswith("Match 9, Playing")


def test_filters_count_every_state_of_a_table_and_a_search_finds_names_and_tables():
    tiles = [
        tile(1),
        tile(2, ending=ending(2, late=300), call=CALL),
        tile(12, ("Vembanad", "Kabani")),
        tile(21, view=view(21, "over")),
    ]
    assert {chip.name: chip.count for chip in chips_of(tiles, "")} == {"late": 1, "calls": 1, "playing": 3, "done": 1}
    assert {chip.name for chip in chips_of(tiles, "differ")} >= {"differ"}, "the chosen one stays"
    assert [one.label for one in chosen_tiles(tiles, "calls", "")] == ["2"]
    assert [one.label for one in chosen_tiles(tiles, "", "2")] == ["2"], "a table, not 12 and 21"
    assert [one.label for one in chosen_tiles(tiles, "", " vemba ")] == ["12"]
    assert chosen_tiles(tiles, "done", "vemba") == []


def test_the_dots_of_the_chart_lie_along_the_time_and_late_ones_are_named():
    tiles = [tile(number, ending=ending(number, ends=ENDS)) for number in range(1, 4)]
    tiles.append(tile(8, ending=ending(8, late=600, ends=ENDS + 900)))
    tiles.append(tile(9, view=view(9, "over")))
    chart = chart_of(tiles, NOW, ENDS + 300)
    assert chart is not None
    assert (chart.count, chart.late, chart.last, chart.last_at, chart.limit_text) == (4, 1, "8", "14:47", "14:37")
    assert chart.limit is not None
    level = [dot for dot in chart.dots if not dot.late]
    assert len({dot.x for dot in level}) == 1, "stacked"
    assert len({dot.y for dot in level}) == 3
    assert [dot.label for dot in chart.dots if dot.label] == ["8"]
    assert all(14 <= x <= 826 for x in [chart.limit, *(x for x, _text in chart.ticks)])
    assert chart_of([tile(9, view=view(9, "over"))], NOW, None) is None


def test_a_time_of_waiting_is_written_in_minutes_and_seconds():
    assert [minutes_text(seconds) for seconds in (0, 59, 160, 3725)] == ["0:00", "0:59", "2:40", "1:02:05"]


def test_a_match_that_has_not_begun_has_no_end():
    waiting = changed(ending(), ends=None, began=None)
    assert tile(1, view=view(1, "waiting", called=False), ending=waiting).ends is None
