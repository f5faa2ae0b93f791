"""Plans of stages: what no stage can be played by is refused when it is planned."""

from fractions import Fraction
from typing import Any

import pytest

from games.tables.services.seats import LIMITS
from tests.tournaments.helpers.play import DIRECTOR, Play, settings
from tournaments.deeds import opening
from tournaments.deeds.base import Refused
from tournaments.deeds.deciding import decide
from tournaments.deeds.planning import MAX_GROUPS, MAX_MINUTES, check_settings
from tournaments.drafting.rounds import MAX_EVENTS
from tournaments.events.settings import DisputeWindows, MatchPlan, Qualifiers, StagePlan
from tournaments.stages.reading import CRITERIA
from tournaments.stages.stage import RUNNING_TYPES


def field_refused(**plan: Any) -> str:
    """Return the member of a plan for which it is refused."""
    deed = opening.PlanStage(plan=StagePlan(**{"type": "round_robin", **plan}))
    with pytest.raises(Refused) as refused:
        decide(Play().state, deed, DIRECTOR)
    assert refused.value.code == "plan-impossible"
    return refused.value.field


@pytest.mark.parametrize(
    "plan",
    [
        {"type": "stairs"},
        {"type": "points_race", "rounds": -1},
        {"type": "points_race", "rounds": 401},
        {"type": "points_race", "options": {"by": "luck"}},
        {"type": "ladder", "groups": 2},
        {"type": "ladder", "options": {"reach": 0}},
        {"type": "ladder", "rounds_from_last": (MatchPlan(),)},
        {"type": "consolation", "options": {"first_rounds": 3}},
        {"options": {"carry": "some"}},
        {"type": "swiss", "rounds": 0},
        {"type": "swiss", "rounds": 401},
        {"groups": 0},
        {"groups": MAX_GROUPS + 1},
        {"apart": -1},
        {"days": -1},
        {"days": 366},
        {"type": "swiss", "rounds": 3, "acceleration": -1},
        {"tie_breaks": ()},
        {"tie_breaks": ("points", "points")},
        {"tie_breaks": ("points", "beauty")},
        {"scoring": {"victory": "2"}},
        {"scoring": {"win": "much"}},
        {"scoring": {"win": "1e9999999"}},
        {"source": (Qualifiers(stage=1, first=0),)},
        {"source": (Qualifiers(stage=1, first=3, last=2),)},
        {"source": (Qualifiers(stage=1, best=-1),)},
        {"match": MatchPlan(games=0)},
        {"match": MatchPlan(hands=-1)},
        {"match": MatchPlan(extra=(6, 0))},
        {"match": MatchPlan(minutes=0)},
        {"match": MatchPlan(minutes=MAX_MINUTES + 1)},
        {"rounds_from_last": (MatchPlan(), MatchPlan(games=100))},
    ],
)
def test_a_plan_by_which_nothing_can_be_played_is_refused_with_its_member(plan: dict[str, Any]) -> None:
    assert field_refused(**plan) == list(plan)[-1]


@pytest.mark.parametrize("kind", RUNNING_TYPES)
def test_every_format_can_be_planned_with_every_criterion(kind: str) -> None:
    play = Play()
    play.do(opening.PlanStage(plan=StagePlan(type=kind, rounds=3, tie_breaks=tuple(CRITERIA))))
    assert play.state.stages[1].plan.type == kind


def test_match_points_are_what_the_plan_says_and_the_usual_where_it_says_nothing() -> None:
    play = Play()
    play.do(opening.PlanStage(plan=StagePlan(type="round_robin", scoring={"win": "3", "draw": "3/2"})))
    scoring = play.state.stages[1].scoring
    assert (scoring.win, scoring.draw, scoring.loss, scoring.bye) == (3, Fraction(3, 2), 0, 2)


def test_all_groups_that_a_stage_can_have_are_paired_by_one_command() -> None:
    assert MAX_GROUPS <= MAX_EVENTS


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("rules", {"rules": "28-nowhere-4"}),
        ("rules", {"options": {"no-such-option": 1}}),
        ("side", {"side": 3}),
        ("squad", {"squad": 0}),
        ("squad", {"squad": 13}),
        ("capacity", {"capacity": 1}),
        ("line_up_minutes", {"line_up_minutes": 1_441}),
        ("starts_at", {"starts_at": -1}),
        ("disputes", {"disputes": DisputeWindows(answer=0)}),
        ("disputes", {"disputes": DisputeWindows(vote=43_201)}),
    ],
)
def test_settings_with_which_nothing_can_be_played_are_refused(field: str, changes: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        check_settings(settings(**changes))
    assert (refused.value.code, refused.value.field) == ("settings-impossible", field)


@pytest.mark.parametrize("changes", [{}, {"kind": "player", "side": 1}, {"capacity": 1_024, "squad": 12}])
def test_settings_with_which_something_can_be_played_are_admitted(changes: dict[str, Any]) -> None:
    check_settings(settings(**changes))


def test_a_game_may_last_as_long_as_a_table_can():
    assert LIMITS["play_minutes"][1] == MAX_MINUTES
