"""The outlook of a group: for the places that count, exact or a bound, and not asked where it is of no use."""

from itertools import product
from random import Random

import pytest

from tests.tournaments.helpers.play import Play
from tests.tournaments.helpers.random_play import PLANS, RandomPlay
from tournaments.deeds.entering import Leave
from tournaments.deeds.opening import PlanStage
from tournaments.deeds.playing import ReportGame
from tournaments.deeds.staging import BeginStage
from tournaments.events.settings import Qualifiers, StagePlan
from tournaments.outlook.values import LIVE, OUT, SAFE
from tournaments.previews.supposing import supposing
from tournaments.state.standing import rows_of
from tournaments.summaries.outlooks import Goal, outlook_of_group


def stage(count: int, plan: StagePlan, going_on: int = 0) -> Play:
    play = Play()
    play.enter(count)
    play.do(PlanStage(plan=plan))
    if going_on:
        play.do(PlanStage(plan=StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=going_on),))))
    play.do(BeginStage(stage=1))
    play.pair(1)
    return play


LEAGUE = StagePlan(type="round_robin", tie_breaks=("points",))


@pytest.mark.parametrize("seed", range(6))
def test_it_agrees_with_all_results_that_can_follow(seed: int):
    random, going_on = Random(seed), 1 + seed % 3
    play = stage(5, LEAGUE, going_on)
    for match in play.open_matches(1)[:6]:
        play.report(match.number, *random.choice(((3, 1), (1, 3), (2, 2))))
    outlook = outlook_of_group(play.state, 1, 0)
    assert outlook is not None
    assert outlook.goal == Goal(going_on, is_last=False)
    left = play.open_matches(1)
    inside: dict[int, list[bool]] = {}
    outside: dict[int, list[bool]] = {}
    for results in product(((3, 1), (1, 3), (2, 2)), repeat=len(left)):
        deeds = [ReportGame(match=match.number, points=points) for match, points in zip(left, results, strict=True)]
        rows = rows_of(supposing(play.state, deeds), 1)
        points = {int(row.entrant): row.values["points"] or 0 for row in rows}
        for entrant, own in points.items():
            others = [had for other, had in points.items() if other != entrant]
            # Ties count against an entrant that is to be safe, and for it where it is to be out.
            inside.setdefault(entrant, []).append(sum(had >= own for had in others) < going_on)
            outside.setdefault(entrant, []).append(sum(had > own for had in others) >= going_on)
    for entrant, found in outlook.of.items():
        verdict = SAFE if all(inside[entrant]) else OUT if all(outside[entrant]) else LIVE
        assert (found.verdict, found.exact) == (verdict, True), entrant


def test_in_a_swiss_it_is_a_bound_and_says_so():
    play = stage(6, StagePlan(type="swiss", rounds=3, tie_breaks=("points", "seed")), 2)
    outlook = outlook_of_group(play.state, 1, 0)
    assert outlook is not None
    assert {(one.verdict, one.exact) for one in outlook.of.values()} == {(LIVE, False)}


def test_an_entrant_that_has_left_is_out():
    play = stage(4, LEAGUE, 2)
    play.do(Leave(entrant=3))
    outlook = outlook_of_group(play.state, 1, 0)
    assert outlook is not None
    assert outlook.of[3].verdict == OUT


def test_a_large_group_a_bracket_and_groups_from_which_nobody_goes_on_have_none():
    assert outlook_of_group(stage(66, StagePlan(type="swiss", rounds=3)).state, 1, 0) is None
    assert outlook_of_group(stage(4, StagePlan(type="knock_out")).state, 1, 0) is None
    assert outlook_of_group(stage(8, StagePlan(type="round_robin", groups=2)).state, 1, 0) is None
    last = outlook_of_group(stage(4, LEAGUE).state, 1, 0)
    assert last is not None
    assert last.goal == Goal(1, is_last=True)


@pytest.mark.parametrize("name", PLANS)
def test_it_can_be_asked_at_any_moment(name: str):
    play = RandomPlay(name, Random(11))
    for _ in range(60):
        play.step()
        for one in play.state.stages.values():
            for group in range(len(one.groups)):
                outlook_of_group(play.state, one.number, group)
