"""What a deed would change is seen before it is done, and nothing is changed by looking."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.helpers.play import Play
from tournaments.deeds import entering, opening, playing, staging
from tournaments.deeds.base import Doer, Refused, Role
from tournaments.events.settings import Qualifiers, StagePlan
from tournaments.previews.comparing import FieldChange, Impact, MatchChange, Move, impact
from tournaments.previews.supposing import planned_otherwise, supposing


@pytest.fixture
def league() -> Play:
    """A round robin of four with one round played: 1 beat 4, and 2 beat 3."""
    play = Play()
    play.enter(4)
    play.begin(StagePlan(type="round_robin"))
    play.pair(1)
    for match in play.open_matches(1):
        if match.round == 1:
            play.report(match.number, *(9 - side[0] for side in match.sides))
    return play


def test_nothing_supposed_is_nothing_changed(league: Play):
    assert impact(league.state, supposing(league.state, [])) == Impact()
    assert impact(league.state, league.state).is_empty


def test_a_supposed_result_moves_entrants_and_leaves_the_tournament_alone(league: Play):
    before = league.state
    match = next(match for match in league.open_matches(1) if set(match.entrants) == {1, 2})
    points = tuple(9 if side == (1,) else 2 for side in match.sides)
    after = supposing(before, [playing.ReportGame(match=match.number, points=points)])
    assert league.state is before
    assert league.folded() == before
    moved = {move.entrant: move for move in impact(before, after).moves}
    assert moved[1] == Move(1, 0, 1, moved[1].before, 1, Fraction(2), Fraction(4))
    assert moved.keys() <= {1, 2, 3, 4}


def test_what_is_supposed_is_what_comes(league: Play):
    deeds = [
        playing.DecideMatch(match=league.open_matches(1)[0].number, decision="walkover", winner=1, reason="no-show"),
        entering.Leave(entrant=3, matches="void"),
        staging.AdjustPoints(stage=1, entrant=2, points="-1", reason="late"),
    ]
    before, supposed = league.state, supposing(league.state, deeds)
    for deed in deeds:
        league.do(deed)
    assert impact(before, supposed) == impact(before, league.state)
    assert impact(supposed, league.state).is_empty
    assert not impact(before, supposed).is_empty


def test_a_withdrawal_shows_whose_points_fall_away(league: Play):
    kept, void = (supposing(league.state, [entering.Leave(entrant=3, matches=choice)]) for choice in ("keep", "void"))
    assert {move.entrant for move in impact(league.state, kept).moves} >= {1, 4}
    two = next(move for move in impact(league.state, void).moves if move.entrant == 2)
    assert (two.points_before, two.points_after) == (Fraction(2), Fraction(0))


def test_another_scoring_moves_entrants(league: Play):
    after = planned_otherwise(league.state, 1, scoring={"win": "3"})
    assert {(move.entrant, move.points_after) for move in impact(league.state, after).moves} == {(1, 3), (2, 3)}
    assert league.state.stages[1].plan.scoring == {}


def test_a_correction_in_a_bracket_shows_who_comes_into_which_match():
    play = Play()
    play.enter(4)
    play.begin(StagePlan(type="knock_out"))
    play.pair(1)
    play.play_round(1)
    before = play.state
    corrected = playing.CorrectResult(match=1, points=(0, 9), reason="mistake")
    after = supposing(before, [corrected])
    (change,) = impact(before, after).matches
    assert change == MatchChange(3, before.matches[3].sides, after.matches[3].sides, has_begun=False)
    assert before.matches[1].sides[0] in change.before
    assert before.matches[1].sides[1] in change.after


def test_a_correction_shows_the_rounds_that_are_thrown_away():
    play = Play()
    play.enter(6)
    play.begin(StagePlan(type="swiss", rounds=3))
    play.pair(1)
    play.play_round(1)
    play.do(staging.PairRound(stage=1))
    corrected = playing.CorrectResult(match=1, points=(0, 9), reason="mistake", follow_up="re_pair")
    gone = impact(play.state, supposing(play.state, [corrected])).matches
    assert [(change.match, change.after) for change in gone] == [(4, ()), (5, ()), (6, ())]


def test_a_changed_place_shows_who_goes_on():
    play = Play()
    play.enter(4)
    play.begin(StagePlan(type="round_robin"))
    play.pair(1)
    while play.open_matches(1):
        play.play_round(1)
    play.do(opening.PlanStage(plan=StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=2),))))
    play.do(staging.CloseStage(stage=1))
    after = supposing(play.state, [staging.DeclineQualification(stage=2, entrant=2)])
    assert impact(play.state, after).fields == (FieldChange(2, came=(3,), went=(2,)),)


def test_a_deed_that_is_refused_is_refused_when_supposed(league: Play):
    stranger = Doer("stranger", frozenset({Role.PLAYER}))
    with pytest.raises(Refused):
        supposing(league.state, [opening.CloseTournament()])
    with pytest.raises(Refused):
        supposing(league.state, [staging.AdjustPoints(stage=1, entrant=1, points="1", reason="")], stranger)


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=8))
def test_supposing_one_by_one_is_supposing_all_at_once(results: list[tuple[int, int, int]]):
    play = Play()
    play.enter(5)
    play.begin(StagePlan(type="round_robin"))
    play.pair(1)
    numbers = sorted(play.state.matches)
    chosen = {numbers[place % len(numbers)]: (home, away) for place, home, away in results}
    deeds = [playing.ReportGame(match=match, points=points) for match, points in chosen.items()]
    state = play.state
    for deed in deeds:
        state = supposing(state, [deed])
    together = supposing(play.state, deeds)
    assert impact(state, together).is_empty
    assert (state.matches, state.version) == (together.matches, together.version)
