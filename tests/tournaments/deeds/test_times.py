"""Times that the two sides of a match agree on, until a deadline; a director decides what is overdue."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.tournaments.helpers.play import DIRECTOR, Play
from tournaments.deeds import agreeing, ladder, playing
from tournaments.deeds.base import Doer, Role
from tournaments.directing.due import due
from tournaments.events.playing import MatchPlaced, TimeProposed
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.events.staging import RoundCalled
from tournaments.state.times import deadline_of, overdue
from tournaments.state.tournament import TimeProposal

LEAGUE = StagePlan(type="round_robin", days=7, match=MatchPlan(hands=8))


def captain(number: int) -> Doer:
    return Doer(f"p{number}a", frozenset({Role.CAPTAIN}))


def league(entrants: int = 4, plan: StagePlan = LEAGUE, **changes: Any) -> Play:
    play = Play(**changes)
    play.enter(entrants)
    play.begin(plan)
    play.pair(1)
    return play


def later(play: Play, **time: float) -> int:
    return int((play.state.at + timedelta(**time)).timestamp())


def sides(play: Play, number: int = 1) -> tuple[int, int]:
    (one,), (other,) = play.state.matches[number].sides
    return one, other


def test_a_time_stands_once_the_other_captain_has_accepted_it():
    play = league()
    one, other = sides(play)
    at = later(play, days=2)
    play.do(playing.PlaceMatch(match=1, table="3", room="Hall"))
    assert play.do(agreeing.ProposeTime(match=1, entrant=one, at=at), captain(one)) == [TimeProposed(1, one, at)]
    assert play.state.matches[1].at is None
    assert play.state.matches[1].proposed == TimeProposal(one, at)
    accept = agreeing.AcceptTime(match=1, entrant=one, at=at)
    assert play.refusal(accept, captain(one)) == "own-proposal"
    accept = agreeing.AcceptTime(match=1, entrant=other, at=at)
    assert play.refusal(accept, captain(one)) == "not-your-entrant"
    assert play.do(accept, captain(other)) == [MatchPlaced(1, "3", "Hall", at)]
    match = play.state.matches[1]
    assert (match.at, match.proposed, match.table) == (at, None, "3")
    assert play.state == play.folded()


def test_the_other_side_proposes_another_time_and_only_that_can_be_accepted():
    play = league()
    one, other = sides(play)
    first, second = later(play, days=2), later(play, days=3)
    play.do(agreeing.ProposeTime(match=1, entrant=one, at=first), captain(one))
    play.do(agreeing.ProposeTime(match=1, entrant=other, at=second), captain(other))
    assert play.refusal(agreeing.AcceptTime(match=1, entrant=one, at=first), captain(one)) == "other-proposal"
    play.do(agreeing.AcceptTime(match=1, entrant=one, at=second), captain(one))
    assert play.state.matches[1].at == second


def test_two_captains_that_propose_the_same_time_agree_and_twice_is_once():
    play = league()
    one, other = sides(play)
    at = later(play, days=2)
    play.do(agreeing.ProposeTime(match=1, entrant=one, at=at), captain(one))
    assert play.do(agreeing.ProposeTime(match=1, entrant=one, at=at), captain(one)) == []
    play.do(agreeing.ProposeTime(match=1, entrant=other, at=at), captain(other))
    assert play.state.matches[1].at == at


def test_an_agreed_time_stands_until_another_is_agreed_and_the_staff_sets_one_at_once():
    play = league()
    one, other = sides(play)
    first, second = later(play, days=2), later(play, days=3)
    play.do(agreeing.ProposeTime(match=1, entrant=one, at=first))
    play.do(agreeing.AcceptTime(match=1, entrant=other, at=first))
    play.do(agreeing.ProposeTime(match=1, entrant=one, at=second))
    assert play.state.matches[1].at == first
    play.do(playing.PlaceMatch(match=1, table="2", at=first))
    assert play.state.matches[1].proposed == TimeProposal(one, second)
    play.do(playing.PlaceMatch(match=1, at=later(play, days=4)))
    assert play.state.matches[1].proposed is None


def test_the_days_run_from_the_call_of_the_round_and_bind_captains():
    play = league()
    called_at = play.state.stages[1].rounds[0].called_at
    assert called_at is not None
    deadline = called_at + timedelta(days=7)
    assert deadline_of(play.state, play.state.matches[1]) == deadline
    one, _other = sides(play)
    beyond = agreeing.ProposeTime(match=1, entrant=one, at=int(deadline.timestamp()) + 1)
    assert play.refusal(beyond, captain(one)) == "after-deadline"
    play.do(agreeing.ProposeTime(match=1, entrant=one, at=int(deadline.timestamp())), captain(one))
    play.do(beyond, DIRECTOR)


def test_without_days_no_time_is_agreed_and_there_is_no_deadline():
    play = league(plan=StagePlan(type="round_robin"))
    one, _other = sides(play)
    assert deadline_of(play.state, play.state.matches[1]) is None
    assert play.refusal(agreeing.ProposeTime(match=1, entrant=one, at=later(play, days=1))) == "no-agreed-times"


def test_matches_without_a_result_are_overdue_after_their_days_and_the_clock_decides_nothing():
    play = league(5)
    assert overdue(play.state, play.state.at + timedelta(days=6)) == ()
    play.report(1, 3, 1)
    after = play.state.at + timedelta(days=8)
    late = overdue(play.state, after)
    assert {match.number for match in late} == {match.number for match in play.open_matches(1)}
    limits = [deadline_of(play.state, match) for match in late]
    assert limits == sorted(limits)
    assert due(play.state, after).deeds == ()
    play.do(playing.DecideMatch(match=late[0].number, decision="double_forfeit"))
    assert late[0].number not in [match.number for match in overdue(play.state, after)]


def test_a_match_is_called_at_its_agreed_time():
    play = league(2)
    one, other = sides(play)
    assert due(play.state, play.state.at + timedelta(days=1)).deeds == ()
    at = later(play, days=2)
    play.do(agreeing.ProposeTime(match=1, entrant=one, at=at))
    play.do(agreeing.AcceptTime(match=1, entrant=other, at=at))
    moment = datetime.fromtimestamp(at, UTC)
    assert due(play.state, moment - timedelta(minutes=1)).at == moment
    assert due(play.state, moment).deeds == (playing.CallMatch(match=1),)


def test_a_match_of_a_ladder_waits_for_its_time_as_well():
    play = Play()
    play.enter(3)
    play.begin(StagePlan(type="ladder"))
    play.do(ladder.Challenge(stage=1, challenger=2, challenged=1))
    play.do(ladder.AcceptChallenge(stage=1, challenge=1))
    tomorrow = play.state.at + timedelta(days=1)
    assert not [deed for deed in due(play.state, tomorrow).deeds if isinstance(deed, playing.CallMatch)]
    at = later(play, hours=2)
    play.do(agreeing.ProposeTime(match=1, entrant=2, at=at), captain(2))
    play.do(agreeing.AcceptTime(match=1, entrant=1, at=at), captain(1))
    assert playing.CallMatch(match=1) in due(play.state, tomorrow).deeds
    assert deadline_of(play.state, play.state.matches[1]) is None


def test_a_proposal_is_gone_when_another_entrant_comes_into_its_match():
    play = league(plan=StagePlan(type="knock_out", days=7, match=MatchPlan(hands=8)))
    for match in play.open_matches(1):
        play.report(match.number, 5, 3)
    one, other = sides(play, 3)
    assert deadline_of(play.state, play.state.matches[3]) == play.state.matches[3].filled_at + timedelta(days=7)  # type: ignore[operator]
    play.do(agreeing.ProposeTime(match=3, entrant=one, at=later(play, days=1)))
    play.do(playing.CorrectResult(match=1, points=(3, 5), reason="mistake"))
    assert sides(play, 3) != (one, other)
    assert play.state.matches[3].proposed is None


@pytest.mark.parametrize("undone", ["TimeProposed", "MatchPlaced"])
def test_an_agreed_time_stands_on_its_proposal(undone: str):
    play = league()
    one, other = sides(play)
    at = later(play, days=2)
    play.do(agreeing.ProposeTime(match=1, entrant=one, at=at))
    play.do(agreeing.AcceptTime(match=1, entrant=other, at=at))
    proposed, placed = play.version_of(TimeProposed), play.version_of(MatchPlaced)
    if undone == "TimeProposed":
        assert play.standing(proposed) == ["MatchPlaced"]
    else:
        assert play.standing(placed) == []
        play.undo(placed)
        assert play.state.matches[1].proposed == TimeProposal(one, at)


def test_the_round_of_a_proposal_cannot_be_undone_below_it():
    play = league()
    one, _other = sides(play)
    play.do(agreeing.ProposeTime(match=1, entrant=one, at=later(play, days=2)))
    assert play.standing(play.version_of(RoundCalled, 0)) == ["TimeProposed"]
