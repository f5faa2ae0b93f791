"""Drawings of brackets: every match has its own place, lines join what belongs together, and a way can be followed."""

from itertools import combinations
from random import Random

import pytest

from tests.tournaments.helpers.play import Play
from tests.tournaments.helpers.random_play import RandomPlay
from tournaments.drawings.bracket import LINE, WIDTH, Drawing, drawing_of
from tournaments.events.settings import StagePlan

PLANS = {
    "knock-out": StagePlan(type="knock_out", options={"third_place": True}),
    "double elimination": StagePlan(type="double_elimination", options={"reset": True}),
    "placing": StagePlan(type="placing"),
    "consolation": StagePlan(type="consolation"),
}


def drawn(plan: StagePlan, count: int) -> Play:
    play = Play()
    play.enter(count)
    play.pair(play.begin(plan))
    return play


def boxes(drawing: Drawing):
    return [box for part in drawing.parts for box in part.boxes]


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
@pytest.mark.parametrize("count", [2, 3, 5, 8, 13, 16, 33])
def test_each_match_stands_once_and_upon_no_other(plan: StagePlan, count: int):
    play = drawn(plan, count)
    drawing = drawing_of(play.state, 1)
    found = boxes(drawing)
    assert sorted(box.view.number for box in found) == sorted(play.state.matches)
    for one, other in combinations(found, 2):
        assert abs(one.x - other.x) >= WIDTH or abs(one.y - other.y) >= 2 * LINE, (one.view.number, other.view.number)
    assert all(0 <= box.x <= drawing.width - WIDTH and 0 < box.y <= drawing.height - 2 * LINE for box in found)


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_a_line_goes_from_each_match_to_the_one_that_takes_its_winner(plan: StagePlan):
    play = drawn(plan, 13)
    for part in drawing_of(play.state, 1).parts:
        own = {box.view.number: box for box in part.boxes}
        expected = sum(
            place.source is not None and place.source.kind == "w" and place.source.match in own
            for box in part.boxes
            if not box.unneeded
            for place in box.places
        )
        assert len(part.ways) == expected
        assert all(way.open for way in part.ways)


def test_the_rounds_of_a_knock_out_have_the_names_that_everybody_uses():
    (part,) = drawing_of(drawn(PLANS["knock-out"], 16).state, 1).parts
    names = [(heading.name.text, heading.name.members) for heading in part.headings]
    assert names == [("Round of {count}", {"count": 16}), ("Quarter-finals", {}), ("Semi-finals", {}), ("Final", {})]
    assert [box.third for box in part.boxes].count(True) == 1


def test_the_way_of_an_entrant_is_its_matches_and_those_it_may_come_to():
    play = drawn(StagePlan(type="knock_out"), 8)
    (part,) = drawing_of(play.state, 1).parts
    assert len([box for box in part.boxes if 1 in box.follows]) == 3
    first = next(box for box in part.boxes if 1 in box.view.entrants)
    play.report(first.view.number, 1, 5)
    (part,) = drawing_of(play.state, 1).parts
    assert len([box for box in part.boxes if 1 in box.follows]) == 1, "it has lost"
    (won,) = [way for way in part.ways if not way.open]
    assert won.follows == frozenset(first.view.sides[1])


def test_a_double_elimination_is_drawn_part_by_part():
    drawing = drawing_of(drawn(PLANS["double elimination"], 8).state, 1)
    assert [part.name for part in drawing.parts] == ["Winners' bracket", "Losers' bracket", "Final"]
    tops = [min(box.y for box in part.boxes) for part in drawing.parts]
    assert tops == sorted(tops)
    assert [box.unneeded for box in drawing.parts[2].boxes] == [False, True]


@pytest.mark.parametrize("name", ["knock-out", "double elimination", "placing", "consolation"])
@pytest.mark.parametrize("seed", range(3))
def test_a_bracket_can_be_drawn_at_any_moment(name: str, seed: int):
    play = RandomPlay(name, Random(seed))
    for _ in range(60):
        play.step()
        for stage in play.state.stages.values():
            for group in range(len(stage.groups)):
                drawing = drawing_of(play.state, stage.number, group)
                assert len(boxes(drawing)) == len(play.state.matches_of(stage.number, group))
