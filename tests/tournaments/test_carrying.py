"""Match points that a stage keeps from the stages its entrants come from."""

from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.helpers.play import Play
from tournaments.deeds import opening, playing, staging
from tournaments.deeds.base import Refused
from tournaments.drafting.places import places_of
from tournaments.events.settings import Qualifiers, StagePlan
from tournaments.state.stages import carried, stage_of
from tournaments.state.standing import rows_of

GROUPS = StagePlan(type="round_robin", groups=2)
FIRST_TWO = (Qualifiers(stage=1, first=1, last=2),)


def finish(play: Play, stage: int) -> None:
    """Play a stage to its end, lower numbers win, and close it."""
    play.pair(stage)
    play.play_round(stage)
    play.do(staging.CloseStage(stage=stage))


def points(play: Play, stage: int) -> dict[int, Any]:
    return {int(row.entrant): row.values["points"] for row in rows_of(play.state, stage)}


def qualified(plan: StagePlan, entrants: int = 8, first: StagePlan = GROUPS) -> Play:
    play = Play()
    play.enter(entrants)
    play.begin(first)
    finish(play, 1)
    play.begin(plan)
    return play


def test_points_against_those_that_qualified_too_are_kept():
    play = qualified(StagePlan(type="round_robin", source=FIRST_TWO, carry=True))
    groups = play.state.stages[1].groups
    winners, seconds = [min(group) for group in groups], [sorted(group)[1] for group in groups]
    assert carried(play.state, 2) == {**dict.fromkeys(winners, Fraction(2)), **dict.fromkeys(seconds, Fraction(0))}
    finish(play, 2)
    assert points(play, 2) == {1: 8, 2: 6, 3: 2, 4: 0}
    assert play.state == play.folded()


def test_all_points_are_kept_where_the_settings_say_so():
    plan = StagePlan(type="round_robin", source=FIRST_TWO, carry=True, options={"carry": "all"})
    play = qualified(plan)
    assert sorted(carried(play.state, 2).values()) == [4, 4, 6, 6]


def test_no_other_choice_is_planned():
    with pytest.raises(Refused, match="carry"):
        Play().do(opening.PlanStage(plan=StagePlan(type="swiss", rounds=3, carry=True, options={"carry": "some"})))


def test_nothing_is_kept_without_the_setting():
    play = qualified(StagePlan(type="round_robin", source=FIRST_TWO))
    assert carried(play.state, 2) == {}
    assert set(points(play, 2).values()) == {0}


def test_what_a_director_gave_stays_behind_unless_all_is_kept():
    for options, expected in (({}, 0), ({"carry": "all"}, -5)):
        play = Play()
        play.enter(4)
        play.begin(StagePlan(type="round_robin"))
        play.pair(1)
        play.play_round(1)
        before = points(play, 1)[1]
        play.do(staging.AdjustPoints(stage=1, entrant=1, points="-5", reason="late"))
        play.do(staging.CloseStage(stage=1))
        source = (Qualifiers(stage=1, first=1, last=4),)
        play.begin(StagePlan(type="round_robin", source=source, carry=True, options=options))
        assert points(play, 2)[1] == before + expected


def test_a_director_gives_points_beside_those_kept():
    play = qualified(StagePlan(type="round_robin", source=FIRST_TWO, carry=True))
    play.do(staging.AdjustPoints(stage=2, entrant=1, points="1/2", reason="fair-play"))
    assert points(play, 2)[1] == Fraction(5, 2)


def test_only_points_against_entrants_of_the_same_group_are_kept():
    source = (Qualifiers(stage=1, first=1, last=4),)
    plan = StagePlan(type="round_robin", groups=2, source=source, carry=True)
    play = qualified(plan, 4, StagePlan(type="round_robin"))
    assert play.state.stages[2].groups == ((1, 4), (2, 3))
    assert carried(play.state, 2, 0) == {1: 2, 4: 0}
    assert carried(play.state, 2, 1) == {2: 2, 3: 0}


def test_a_stage_hands_on_what_it_carried():
    source = (Qualifiers(stage=1, first=1, last=3),)
    play = qualified(StagePlan(type="round_robin", source=source, carry=True), 4, StagePlan(type="round_robin"))
    finish(play, 2)
    play.begin(StagePlan(type="round_robin", source=(Qualifiers(stage=2, first=1, last=2),), carry=True))
    assert carried(play.state, 3) == {1: 4, 2: 0}


def test_a_wild_card_brings_nothing_and_byes_stay_behind():
    play = Play()
    play.enter(5)
    play.begin(StagePlan(type="swiss", rounds=1))
    finish(play, 1)
    rested = next(match.entrants[0] for match in play.state.matches_of(1) if match.is_bye)
    play.enter(1)
    play.do(
        opening.PlanStage(plan=StagePlan(type="swiss", rounds=1, source=(Qualifiers(stage=1, last=5),), carry=True))
    )
    play.do(staging.GiveWildCard(stage=2, entrant=6))
    play.do(staging.BeginStage(stage=2))
    kept = carried(play.state, 2)
    assert (kept[rested], kept[6]) == (0, 0)


def test_a_swiss_is_paired_by_the_points_kept():
    source = (Qualifiers(stage=1, first=1, last=4),)
    plan = StagePlan(type="swiss", rounds=2, source=source, carry=True)
    play = qualified(plan, 4, StagePlan(type="round_robin"))
    assert points(play, 2) == {1: 6, 2: 4, 3: 2, 4: 0}
    assert stage_of(play.state, 2).adjustments == {"1": 6, "2": 4, "3": 2}
    play.pair(2)
    assert {frozenset(match.entrants) for match in play.state.matches_of(2)} == {frozenset((1, 2)), frozenset((3, 4))}


def test_a_points_race_keeps_the_points_of_matches_among_those_that_go_on():
    play = Play(rules="28-kerala-3", kind="player", side=1)
    play.enter(9)
    play.begin(StagePlan(type="points_race", rounds=4))
    for _ in range(4):
        play.pair(1)
        for match in play.open_matches(1):
            play.do(playing.ReportGame(match=match.number, points=tuple(20 - side[0] for side in match.sides)))
    play.do(staging.CloseStage(stage=1))
    together = next(match.entrants for match in play.state.matches_of(1) if 1 in match.entrants)
    for plan, expected in (({}, 19), ({"carry": "all"}, 76)):
        number = max(play.state.stages) + 1
        source = (Qualifiers(stage=1, first=1, last=9),)
        play.do(opening.PlanStage(plan=StagePlan(type="points_race", source=source, carry=True, options=plan)))
        for entrant in set(range(1, 10)) - set(together):
            play.do(staging.DeclineQualification(stage=number, entrant=entrant))
        play.do(staging.BeginStage(stage=number))
        assert points(play, number)[1] == expected


def test_points_of_an_earlier_stage_do_not_change_after_the_next_has_begun():
    play = qualified(StagePlan(type="round_robin", source=FIRST_TWO, carry=True))
    with pytest.raises(Refused, match="closed"):
        play.do(playing.CorrectResult(match=1, points=(0, 9), reason="slip"))
    with pytest.raises(Refused, match="entrants from this one"):
        play.do(staging.ReopenStage(stage=1, reason="slip"))


def test_the_places_are_by_what_is_kept_as_well():
    source = (Qualifiers(stage=1, first=1, last=3),)
    play = qualified(StagePlan(type="round_robin", source=source, carry=True), 3, StagePlan(type="round_robin"))
    play.pair(2)
    play.play_round(2, lambda match: (match.sides[0][0], match.sides[1][0]))
    assert points(play, 2) == {1: 4, 2: 4, 3: 4}
    assert [place for level in places_of(play.state, 2) for place in level] == [3, 2, 1]
