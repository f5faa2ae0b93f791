"""The course of a rehearsal: every format to its end, the same by the same seed, and nothing but memory is touched."""

from copy import deepcopy
from random import Random

import pytest
from msgspec.structs import asdict

import engine
from tests.lanes import in_lanes
from tests.tournaments.helpers.play import DIRECTOR, Play
from tests.tournaments.helpers.random_play import PLANS
from tests.tournaments.rehearsal.rehearsed import NINE, planned, report_of, said
from tournaments.deeds.lots import PromiseLot
from tournaments.deeds.playing import CallMatch
from tournaments.deeds.scheduling import SetSchedule, SetVenue
from tournaments.deeds.staging import BeginStage, CallRound, PairRound, ReleaseRound
from tournaments.events.scheduling import RoundTime, Session, VenueTable
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.plans.presets import PRESETS
from tournaments.rehearsal.assumptions import Assumptions
from tournaments.rehearsal.course import Course
from tournaments.rehearsal.hands import BotsHands
from tournaments.rehearsal.model import Model
from tournaments.rehearsal.stand_ins import beginning
from tournaments.rehearsal.supposing import supposed_of
from tournaments.state.outcomes import outcome_of

SWISS = StagePlan(type="swiss", rounds=3, match=MatchPlan(hands=4))


def of_format(name: str) -> Play:
    alone = name == "individual"
    return planned(
        *PLANS[name],
        kind="player" if alone else "pair",
        side=1 if alone else 2,
        squad=1 if alone else 5 if name == "two rooms" else 3,
    )


@pytest.mark.parametrize("name", in_lanes(sorted(PLANS.keys() - {"ladder"}), ("groups", "individual")))
def test_every_format_is_played_to_its_last_place(name: str):
    report = report_of(of_format(name).state, entrants=8, tables=2, runs=2)

    assert said(report, "plan") == []
    assert report.finish is not None
    assert report.finish.seeds
    assert report.finish.last_minutes > 0


@pytest.mark.parametrize("preset", in_lanes((preset.id for preset in PRESETS if preset.id != "ladder"), ("cup",)))
def test_every_preset_is_played_to_its_last_place(preset: str):
    plan = next(one for one in PRESETS if one.id == preset)
    rules = engine.load_rules(plan.rules)
    side = len(rules.sides[0])
    squad = max(side, plan.settings.get("squad", 0))
    settings = {"kind": "team", **plan.settings, "rules": rules.id, "engine": rules.version, "side": side}
    play = planned(*plan.stages(16), **{**settings, "squad": squad})

    report = report_of(play.state, entrants=16, runs=1, hands=8)

    assert [finding for finding in report.findings if finding.cause] == []
    assert report.finish is not None


def test_the_results_are_those_of_the_deeds_and_every_match_has_one():
    start = beginning(planned(SWISS).state, 9)
    assumptions = Assumptions(tables=2)
    course = Course(
        start, assumptions, NINE, BotsHands(start.settings, 8, Random(1)), Random(2), lambda: False
    )  # fmt: skip

    run = course.play()

    state = course.state
    assert state.status == "closed"
    assert {number: one.last_round() for number, one in state.stages.items()} == {1: 3}
    assert all(outcome_of(state, match) is not None for match in state.matches.values())
    assert run.champion == state.order.index(state.places[0][0]) + 1
    assert run.rounds[1, 3].ends == run.ends


def test_the_same_seed_gives_the_same_report_and_another_one_another():
    state = planned(SWISS).state

    assert report_of(state, entrants=8) == report_of(state, entrants=8)
    assert report_of(state, entrants=8).rounds != report_of(state, entrants=8, seed=2).rounds


def test_the_tournament_stays_as_it_is():
    play = planned(SWISS)
    play.enter(5)
    before = deepcopy(play.state)

    report_of(play.state, entrants=8)

    assert play.state == before


def test_a_tournament_that_is_being_played_is_played_on():
    play = planned(SWISS)
    play.enter(6)
    for deed in (BeginStage(stage=1), PairRound(stage=1), ReleaseRound(stage=1, round=1), CallRound(stage=1, round=1)):
        play.do(deed)
    play.report(1, 5, 3)
    play.do(CallMatch(match=2))
    play.do(CallMatch(match=3))

    report = report_of(play.state, entrants=20)

    assert (report.entrants, report.stand_ins) == (6, 0)
    assert [one.matches for one in report.rounds] == [2, 3, 3]
    assert report.rounds[0].begins == int(play.state.stages[1].rounds[0].called_at.timestamp())
    assert report.rounds[0].ends - NINE < 600, "its games should be over by now"
    assert report.finish is not None


def test_tables_sessions_and_times_are_those_of_the_venue_and_the_schedule():
    play = planned(SWISS)
    play.enter(8)
    play.do(SetVenue(tables=tuple(VenueTable(str(number)) for number in range(1, 4))))
    play.do(
        SetSchedule(
            sessions=(Session(NINE, NINE + 7_200), Session(NINE + 10_800, NINE + 14_400)),
            rounds=(RoundTime(1, 1, NINE + 600), RoundTime(1, 3, NINE + 10_800)),
            rest_minutes=12,
        )
    )
    supposed = supposed_of(play.state)

    report = report_of(play.state, **asdict(supposed) | {"runs": 2, "hands": 8})

    assert (supposed.entrants, supposed.tables, supposed.rest) == (8, 3, 12)
    assert [(one.begins >= one.planned > 0, one.tables) for one in report.rounds] == [(True, 3), (False, 3), (True, 3)]
    assert said(report, "rests")
    assert any("wait for a table: 3" in text for text in said(report, "tables"))


def test_a_promised_lot_is_not_drawn_so_that_nobody_sees_its_order():
    play = planned(StagePlan(type="knock_out", by_lot=True, match=MatchPlan(hands=4, extra=(1, 1, 1))))
    play.enter(6)
    play.do(PromiseLot(), DIRECTOR)
    (promised,) = play.state.lots.values()

    start = beginning(play.state, 6)

    assert start.lots == {}
    assert promised.secret
    assert promised.secret not in repr(start.lots)
    assert report_of(play.state).finish is not None


def test_bots_play_the_hands_by_the_rules_and_no_more_than_they_may():
    settings = planned(SWISS).state.settings
    hands, chance = BotsHands(settings, 20, Random(1)), Random(2)

    games = [hands.game(8, chance) for _game in range(12)]

    assert hands.played == 16
    assert all(len(game.hands) == 8 for game in games)
    points = {point for game in games for hand in game.hands for point in hand}
    assert points <= {-3, -2, -1, 0, 1, 2}, "game points of 28-SCO-2 and 28-SCO-3"
    played = {hand for game in games[:2] for hand in game.hands}
    assert {hand for game in games[2:] for hand in game.hands} <= played


def test_a_game_without_a_number_of_hands_is_played_to_the_end_of_its_rules():
    settings = planned(SWISS, options={"ending": {"type": "target", "game_points": 3}}).state.settings
    game = BotsHands(settings, 1, Random(1)).game(0, Random(2))

    assert len(game.winners) == 1
    assert len(game.hands) > 1


def test_no_hand_begins_after_the_minutes_of_a_match():
    settings = planned(SWISS).state.settings
    model = Model((1, 2), 120, BotsHands(settings, 16, Random(1)), Random(3))

    short = [model.game(((1,), (2,)), MatchPlan(hands=16, minutes=10), 16) for _game in range(20)]
    whole = [model.game(((1,), (2,)), MatchPlan(hands=16), 16) for _game in range(20)]

    assert all(4 <= made.hands < 16 for made in short)
    assert all(600 <= made.seconds < 1_500 for made in short)
    assert all(made.hands == 16 for made in whole)


def test_the_better_seeds_win_more_often():
    report = report_of(planned(StagePlan(type="round_robin", match=MatchPlan(hands=16))).state, entrants=8, runs=40)

    assert report.finish is not None
    assert report.finish.middle_seed <= 3
    assert report.finish.worst_seed > 1
