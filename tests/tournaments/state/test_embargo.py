"""Results under embargo: what everybody knows of a tournament, its players, and its staff."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from tests.lanes import in_lanes
from tests.tournaments.helpers.play import BEGAN, DIRECTOR, Play
from tournaments.deeds import publishing, staging
from tournaments.deeds.base import Doer
from tournaments.events import opening as events
from tournaments.events.settings import MatchPlan, Qualifiers, StagePlan
from tournaments.state.outcomes import outcome_of
from tournaments.state.published import entrants_of, paired_by_withheld, without_results
from tournaments.state.standing import rows_of
from tournaments.state.tournament import TournamentState
from tournaments.summaries.matches import match_views
from tournaments.summaries.rounds import rounds_of

DESK = MatchPlan(place="desk")
SWISS = StagePlan(type="swiss", rounds=3, tie_breaks=("points", "buchholz", "seed"), match=DESK)
CUP = StagePlan(type="knock_out", match=DESK)
FINAL = StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=2),), match=DESK)
PLANS = {
    "swiss": SWISS,
    "round_robin": StagePlan(type="round_robin", match=DESK),
    "cross_group": StagePlan(type="cross_group", match=DESK),
    "knock_out": CUP,
    "double_elimination": StagePlan(type="double_elimination", match=DESK),
    "placing": StagePlan(type="placing", match=DESK),
    "consolation": StagePlan(type="consolation", match=DESK),
}


def started(plan: StagePlan, count: int = 8) -> Play:
    play = Play()
    play.enter(count)
    play.begin(plan)
    play.pair(1)
    return play


def seen(play: Play, *players: str, state: TournamentState | None = None) -> TournamentState:
    assert play.state.embargo is not None
    return without_results(state or play.state, play.state.embargo, set(players))


def reports(state: TournamentState) -> set[int]:
    """Return the matches of which a result is told."""
    return {
        match.number
        for match in state.matches.values()
        if match.decision is not None or any(game.report is not None for game in match.games)
    }


def whole(play: Play) -> None:
    """Play what can be played of the first stage."""
    for _ in range(40):
        if play.open_matches(1):
            play.play_round(1)
        elif play.all_paired(1):
            return
        else:
            play.pair(1)


@pytest.mark.parametrize("name", in_lanes(sorted(PLANS), ("swiss", "knock_out", "double_elimination")))
def test_nobody_but_the_staff_learns_a_result_that_came_since(name: str):
    play = started(PLANS[name])
    first = play.open_matches(1)[0].number
    play.report(first, 90, 10)
    play.do(publishing.SetEmbargo())
    known = play.state
    whole(play)
    play.do(staging.CloseStage(stage=1))
    everybody = seen(play)
    assert everybody.withheld
    assert reports(everybody) == {first}
    assert everybody.stages[1].status == "running"
    assert not everybody.stages[1].places
    assert rows_of(everybody, 1) == rows_of(known, 1)
    for match in everybody.matches.values():
        if match.slot is not None and match.number in known.matches:
            assert match.sides == known.matches[match.number].sides
    # Every way of showing it gets along with what is left.
    assert {view.status for view in match_views(everybody, everybody.stages[1])} <= {
        "bye", "open", "waiting", "playing", "over",
    }  # fmt: skip
    assert rounds_of(everybody, 1)


@pytest.mark.parametrize("name", in_lanes(sorted(PLANS), ("swiss", "double_elimination")))
def test_players_see_their_own_matches_and_no_others(name: str):
    play = started(PLANS[name])
    play.do(publishing.SetEmbargo())
    whole(play)
    mine = seen(play, "p3b")
    assert set(entrants_of(mine, {"p3b"})) == {3}
    own = {match.number for match in play.state.matches.values() if 3 in match.entrants and not match.is_bye}
    assert reports(mine) == own & reports(play.state)
    for number in own:
        assert mine.matches[number] == play.state.matches[number]
        assert outcome_of(mine, mine.matches[number]) == outcome_of(play.state, play.state.matches[number])


def test_a_stage_whose_field_follows_from_such_results_is_still_to_come():
    play = started(StagePlan(type="round_robin", match=DESK), 4)
    play.do(publishing.SetEmbargo())
    whole(play)
    play.do(staging.CloseStage(stage=1))
    play.begin(FINAL)
    play.pair(2)
    final = next(match for match in play.state.matches.values() if match.stage == 2)
    everybody, finalist = seen(play), seen(play, f"p{final.sides[0][0]}a")
    assert everybody.stages[2].status == "planned"
    assert not everybody.stages[2].groups
    assert final.number not in everybody.matches
    assert finalist.matches[final.number] == final
    assert finalist.stages[2].groups == ((*sorted(final.entrants, key=play.state.stages[2].groups[0].index),),)


def test_pairings_of_a_swiss_stand_without_what_they_were_made_by():
    play = started(SWISS)
    play.do(publishing.SetEmbargo())
    play.play_round(1)
    play.pair(1)
    everybody = seen(play)
    paired = everybody.stages[1].round_of(2)
    assert paired is not None
    assert not paired.cost
    seeds = [min(everybody.matches[number].entrants) for number in paired.matches]
    assert seeds == sorted(seeds)
    assert {everybody.matches[number].sides for number in paired.matches} == {
        match.sides for match in play.state.matches.values() if match.round == 2
    }
    assert paired_by_withheld(everybody, 1, 0, 2)
    assert not paired_by_withheld(everybody, 1, 0, 1)
    assert not paired_by_withheld(play.state, 1, 0, 2)


def test_the_end_and_the_places_are_withheld_too():
    play = started(CUP, 4)
    play.do(publishing.SetEmbargo())
    whole(play)
    play.do(staging.CloseStage(stage=1))
    from tournaments.deeds.opening import CloseTournament

    play.do(CloseTournament())
    assert play.state.places
    assert not seen(play).places
    assert seen(play).status == "playing"


def test_a_side_that_has_left_since_does_not_tell_who_won_without_play():
    from tournaments.deeds.entering import Leave

    play = started(CUP, 4)
    play.do(publishing.SetEmbargo())
    play.do(Leave(entrant=1))
    assert any(outcome_of(play.state, match) for match in play.state.matches.values())
    assert not any(outcome_of(seen(play), match) for match in seen(play).matches.values())


def test_a_moment_before_the_embargo_is_as_it_was():
    play = started(SWISS)
    play.play_round(1)
    version = play.state.version
    play.do(publishing.SetEmbargo())
    play.pair(1)
    play.play_round(1)
    then = play.folded(version)
    assert seen(play, state=then) is then
    later = seen(play, state=play.folded(play.state.version - 1))
    assert reports(later) == reports(then)


def test_another_hour_keeps_what_is_withheld_and_a_release_ends_it():
    play = started(SWISS)
    play.do(publishing.SetEmbargo())
    play.play_round(1)
    until = int((BEGAN + timedelta(days=1)).timestamp())
    play.do(publishing.SetEmbargo(until=until))
    assert play.state.embargo is not None
    assert play.state.embargo.until == until
    assert not reports(seen(play))
    assert play.state.embargo.holds(BEGAN)
    assert not play.state.embargo.holds(BEGAN + timedelta(days=1))
    assert [type(one) for one in play.do(publishing.ReleaseResults())] == [events.ResultsReleased]
    assert play.state.embargo is None
    assert play.do(publishing.ReleaseResults()) == []


def test_a_new_embargo_after_the_hour_of_the_last_withholds_only_what_comes_then():
    play = started(SWISS)
    play.do(publishing.SetEmbargo(until=int(BEGAN.timestamp()) + 1))
    play.play_round(1)
    first = reports(play.state)
    play.do(publishing.SetEmbargo())
    play.pair(1)
    play.play_round(1)
    assert reports(seen(play)) == first


def test_an_hour_that_is_over_and_the_same_hour_again_are_no_embargo():
    play = started(SWISS)
    now = int(BEGAN.timestamp())
    assert play.refusal(publishing.SetEmbargo(until=now), replace(DIRECTOR, at=now)) == "time-past"
    assert play.refusal(publishing.SetEmbargo(until=-1)) == "time-impossible"
    play.do(publishing.SetEmbargo(until=now + 60))
    assert play.do(publishing.SetEmbargo(until=now + 60)) == []
    assert play.refusal(publishing.SetEmbargo(), Doer("x")) == "not-allowed"


def test_undoing_an_embargo_lets_everybody_see():
    play = started(SWISS)
    play.do(publishing.SetEmbargo())
    play.play_round(1)
    play.undo(play.version_of(events.EmbargoSet))
    assert play.state.embargo is None


def test_a_release_that_is_undone_withholds_the_same_again():
    play = started(SWISS)
    play.do(publishing.SetEmbargo())
    play.play_round(1)
    play.do(publishing.ReleaseResults())
    assert play.standing(play.version_of(events.EmbargoSet)) == ["ResultsReleased"]
    play.undo(play.version_of(events.ResultsReleased))
    assert not reports(seen(play))
