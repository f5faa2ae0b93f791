"""Standings and rounds as pages show them, at any moment of a tournament that is played at random."""

from fractions import Fraction
from random import Random

import pytest

from tests.tournaments.helpers.play import Play
from tests.tournaments.helpers.random_play import PLANS, RandomPlay
from tournaments.events.settings import Qualifiers, StagePlan
from tournaments.state.standing import standing_of
from tournaments.summaries.matches import match_view
from tournaments.summaries.rounds import current_round, points_before, rounds_of
from tournaments.summaries.tables import table_of, why

SWISS = StagePlan(type="swiss", rounds=3, tie_breaks=("points", "buchholz", "difference", "seed"))


def swiss(count: int = 6) -> Play:
    play = Play()
    play.enter(count)
    play.begin(SWISS)
    return play


def test_a_line_counts_what_was_played():
    play = swiss()
    for _ in range(2):
        play.pair(1)
        play.play_round(1)
    table = table_of(play.state, standing_of(play.state, 1))
    assert table.criteria == SWISS.tie_breaks
    assert [line.rank for line in table.lines] == [1, 2, 3, 4, 5, 6]
    first = table.lines[0]
    assert (first.entrant, first.played, first.won, first.values["points"], first.form) == (1, 2, 2, 4, ("W", "W"))
    assert all(line.played == line.won + line.drawn + line.lost for line in table.lines)


def test_a_place_is_explained_by_the_criteria_until_nobody_is_level():
    play = swiss(4)
    play.pair(1)
    play.play_round(1)
    standing = standing_of(play.state, 1)
    steps = why(standing, standing_entrant := int(standing.rows[0].entrant))
    assert steps[0].criterion == "points"
    assert {entrant for entrant, _value in steps[0].values} == {1, 2, 3, 4}
    assert all(standing_entrant in dict(step.values) for step in steps)
    assert steps[-1].decides
    with pytest.raises(LookupError):
        why(standing, 99)


def test_places_that_go_on_are_marked():
    play = swiss(4)
    from tournaments.deeds.opening import PlanStage

    play.do(PlanStage(plan=StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=2),))))
    play.pair(1)
    play.play_round(1)
    table = table_of(play.state, standing_of(play.state, 1))
    assert (table.cut, [line.goes_on for line in table.lines]) == (2, [True, True, False, False])


def test_a_pairing_of_a_swiss_tells_the_points_it_was_made_by():
    play = swiss()
    play.pair(1)
    play.play_round(1)
    play.pair(1)
    first, second = rounds_of(play.state, 1)
    assert (first.status, second.status) == ("over", "called")
    assert set(points_before(play.state, 1, 0, 1).values()) == {Fraction(0)}
    assert sorted(points_before(play.state, 1, 0, 2).values()) == [0, 0, 0, 2, 2, 2]
    assert current_round(play.state, 1) == 2
    assert (first.done, first.count) == (3, 3)


def test_a_draft_is_for_the_staff_only():
    from tournaments.deeds.staging import PairRound

    play = swiss()
    play.do(PairRound(stage=1))
    assert rounds_of(play.state, 1) == ()
    (draft,) = rounds_of(play.state, 1, drafts=True)
    assert (draft.status, {match.status for match in draft.matches}) == ("draft", {"draft"})


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("seed", range(3))
def test_everything_can_be_shown_at_any_moment(name: str, seed: int):
    play = RandomPlay(name, Random(seed))
    for _ in range(60):
        play.step()
        state = play.state
        for stage in state.stages.values():
            for group, field in enumerate(stage.groups):
                table = table_of(state, standing := standing_of(state, stage.number, group))
                assert sorted(line.entrant for line in table.lines) == sorted(field)
                assert all(line.played == line.won + line.drawn + line.lost for line in table.lines)
                assert all(why(standing, line.entrant) is not None for line in table.lines[:3])
                rounds = rounds_of(state, stage.number, group, drafts=True)
                assert sum(len(one.matches) for one in rounds) == len(state.matches_of(stage.number, group))
        assert {match_view(state, match).number for match in state.matches.values()} == set(state.matches)
