"""Undoing deeds: what stands on a deed, and that without it the tournament is as if it had not been done."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tests.tournaments.helpers.play import DIRECTOR, SERVER, Play
from tournaments.deeds import entering, opening, penalties, playing, publishing, scheduling, staging
from tournaments.deeds.base import Deed, Doer, Role
from tournaments.deeds.deciding import decide
from tournaments.deeds.staging import StaleDraft
from tournaments.events import entering as entering_events
from tournaments.events import opening as opening_events
from tournaments.events import playing as playing_events
from tournaments.events import staging as staging_events
from tournaments.events.scheduling import RoundTime, VenueTable
from tournaments.events.settings import MatchPlan, Qualifiers, StagePlan
from tournaments.state.undoing import deed_of, live

SWISS = StagePlan(type="swiss", rounds=3, tie_breaks=("points", "seed"))
ROUND_ROBIN = StagePlan(type="round_robin")


def entered() -> Play:
    play = Play(squad=3, capacity=6)
    play.enter(5)
    return play


def planned() -> Play:
    """Return a closed Swiss of five and a knock-out of its first two that is planned."""
    play = paired()
    play.play_round(1)
    play.do(staging.CloseStage(stage=1))
    play.do(opening.PlanStage(plan=StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=2),))))
    return play


def drafted() -> Play:
    play = entered()
    play.begin(SWISS)
    play.do(staging.PairRound(stage=1))
    return play


def paired() -> Play:
    play = drafted()
    play.do(staging.ReleaseRound(stage=1, round=1))
    play.do(staging.CallRound(stage=1, round=1))
    return play


def reported() -> Play:
    play = paired()
    play.report(1, 4, 4)
    return play


def bracket(entrants: int = 4, kind: str = "knock_out", **plan: Any) -> Play:
    play = Play()
    play.enter(entrants)
    play.pair(play.begin(StagePlan(type=kind, **plan)))
    return play


def level() -> Play:
    """Return a Swiss of five that nothing separates yet."""
    play = entered()
    play.begin(StagePlan(type="swiss", rounds=2, tie_breaks=("points",)))
    return play


def withheld() -> Play:
    play = paired()
    play.do(publishing.SetEmbargo())
    return play


def over() -> Play:
    play = planned()
    play.do(opening.DropStage(stage=2))
    play.do(opening.CloseTournament())
    return play


@pytest.mark.parametrize(
    ("before", "deed"),
    [
        (entered, opening.PlanStage(plan=SWISS)),
        (planned, opening.PlanStage(stage=2, plan=SWISS)),
        (planned, opening.DropStage(stage=2)),
        (entered, opening.NameStaff(player="s", role="scorer")),
        (entered, opening.CloseEntries()),
        (entered, opening.AbandonTournament(reason="rain")),
        (over, opening.ReopenTournament(reason="mistake")),
        (paired, publishing.SetEmbargo()),
        (withheld, publishing.ReleaseResults()),
        (entered, entering.Enter(squad=("a", "b"))),
        (entered, entering.Withdraw(entrant=2)),
        (entered, entering.ChangeSquad(entrant=2, squad=("a", "b"))),
        (entered, entering.NoteFee(entrant=2, paid=True)),
        (entered, entering.CheckIn(entrant=2)),
        (entered, entering.SetSeeds(order=(5, 4, 3, 2, 1))),
        (entered, entering.ForbidMeeting(entrants=(1, 2))),
        (paired, entering.WishBye(entrant=2, stage=1, round=2)),
        (paired, entering.Leave(entrant=2)),
        (paired, entering.Disqualify(entrant=2)),
        (planned, staging.BeginStage(stage=2)),
        (planned, staging.GiveWildCard(stage=2, entrant=5)),
        (planned, staging.DeclineQualification(stage=2, entrant=1)),
        (planned, staging.ReopenStage(stage=1, reason="mistake")),
        (drafted, staging.EditPairings(stage=1, round=1, matches=(((1,), (2,)), ((3,), (4,)), ((5,),)))),
        (drafted, staging.UnpairRound(stage=1, round=1)),
        (drafted, staging.ReleaseRound(stage=1, round=1)),
        (paired, staging.AdjustPoints(stage=1, entrant=1, points="1", reason="late")),
        (paired, penalties.GivePenalty(entrant=1, kind="points", points="1/2", reason="slow-play", match=1)),
        (entered, penalties.GivePenalty(entrant=1, kind="warning", reason="conduct")),
        (level, staging.DecideTie(stage=1, order=(5, 4, 3, 2, 1))),
        (paired, playing.PlaceMatch(match=1, table="1")),
        (paired, scheduling.SetVenue(tables=(VenueTable("1"),))),
        (paired, scheduling.SetSchedule(rounds=(RoundTime(1, 1, 600),))),
        (paired, playing.NameLineUp(match=1, entrant=1, players=("p1b", "p1a"))),
        (paired, playing.CallMatch(match=1)),
        (paired, playing.ReportGame(match=1, points=(3, 1))),
        (paired, playing.DecideMatch(match=1, decision="double_forfeit")),
        (reported, playing.ExtendMatch(match=1, hands=6)),
        (reported, playing.ReopenMatch(match=1, reason="mistake", replay=True)),
        (reported, playing.CorrectResult(match=1, points=(1, 4), reason="misread")),
        (bracket, playing.ReportGame(match=1, points=(3, 1))),
        (bracket, entering.Leave(entrant=1)),
    ],
)
def test_a_deed_on_which_nothing_stands_is_undone_as_if_it_had_not_been_done(
    before: Callable[[], Play], deed: Deed
) -> None:
    play = before()
    without = play.state
    assert play.do(deed)
    assert play.state != without
    play.undo(play.state.version)
    now = play.state
    assert now.moved == now.version == len(play.kept)
    assert replace(now, version=0, at=without.at, moved=0, timed=0, last_match=0) == replace(
        without, version=0, moved=0, timed=0, last_match=0
    )


def test_all_events_of_a_deed_are_undone_together() -> None:
    play = Play(capacity=1)
    play.enter(2)
    play.do(entering.Withdraw(entrant=1))
    deed = deed_of(live(play.kept), play.state.version)
    assert [type(one.event).__name__ for one in deed] == ["EntrantWithdrew", "EntrantMovedUp"]
    play.undo(play.version_of(entering_events.EntrantWithdrew))
    assert (play.state.entrants[1].withdrawn, play.state.entrants[2].waiting) == (False, True)


def test_a_deed_that_was_undone_or_never_done_has_no_events() -> None:
    play = reported()
    version = play.state.version
    play.undo(version)
    assert deed_of(live(play.kept), version) == ()
    assert deed_of(live(play.kept), 999) == ()


def test_a_draft_computed_before_an_undo_is_stale() -> None:
    play = paired()
    play.do(staging.AdjustPoints(stage=1, entrant=1, points="5", reason="late"))
    adjusted = play.state.version
    play.play_round(1)
    deed = staging.PairRound(stage=1)
    draft = play.draft(deed)
    play.undo(adjusted)
    with pytest.raises(StaleDraft):
        decide(play.state, deed, DIRECTOR, draft)


def standing(play: Play, kind: type[Any], nth: int = -1) -> set[str]:
    return set(play.standing(play.version_of(kind, nth)))


def test_on_an_entry_stand_the_deeds_of_its_entrant_and_every_field_it_is_in() -> None:
    play = entered()
    play.do(entering.NoteFee(entrant=5, paid=True))
    play.do(entering.ForbidMeeting(entrants=(4, 5)))
    play.do(entering.AllowMeeting(entrants=(4, 5)))
    play.begin(SWISS)
    assert standing(play, entering_events.EntrantEntered) == {
        "FeeNoted",
        "MeetingForbidden",
        "MeetingAllowed",
        "StageBegun",
    }


def test_on_an_entry_stand_its_wild_card_and_the_seeds() -> None:
    play = planned()
    play.enter(1)
    play.do(staging.GiveWildCard(stage=2, entrant=6))
    assert standing(play, entering_events.EntrantEntered) == {"WildCardGiven"}
    other = entered()
    other.do(entering.SetSeeds(order=(5, 4, 3, 2, 1)))
    assert standing(other, entering_events.EntrantEntered) == {"SeedsSet"}


def test_on_a_check_in_stands_the_stage_that_asked_for_it() -> None:
    play = Play(check_in=True)
    play.enter(2)
    play.do(entering.CheckIn(entrant=1))
    play.do(entering.CheckIn(entrant=2))
    play.begin(SWISS)
    assert standing(play, entering_events.EntrantCheckedIn) == {"StageBegun"}


def test_on_a_changed_squad_stand_the_line_ups_of_it() -> None:
    play = paired()
    play.do(entering.ChangeSquad(entrant=1, squad=("p1a", "p1c")))
    play.do(playing.NameLineUp(match=1, entrant=1, players=("p1c", "p1a")))
    assert standing(play, entering_events.SquadChanged) == {"LineUpNamed"}


def test_on_a_plan_stand_its_new_plan_its_end_and_the_stages_that_take_entrants_from_it() -> None:
    play = entered()
    play.do(opening.PlanStage(plan=SWISS))
    play.do(opening.PlanStage(plan=StagePlan(type="knock_out", source=(Qualifiers(stage=1),))))
    assert standing(play, opening_events.StagePlanned, 0) == {"StagePlanned"}
    play.do(opening.DropStage(stage=2))
    assert standing(play, opening_events.StagePlanned) == {"StageDropped"}
    other = planned()
    other.do(staging.DeclineQualification(stage=2, entrant=1))
    other.do(staging.GiveWildCard(stage=2, entrant=4))
    assert standing(other, opening_events.StagePlanned) == {"QualificationDeclined", "WildCardGiven"}
    assert standing(other, staging_events.StageClosed) == {"QualificationDeclined"}


def test_on_a_stage_begun_stand_its_pairings_its_draw_and_those_that_leave_or_join() -> None:
    play = level()
    play.do(entering.Enter(squad=("p6a", "p6b")))
    play.do(entering.Join(entrant=6, stage=1))
    play.do(entering.Leave(entrant=5))
    play.do(entering.Return(entrant=5))
    play.do(entering.Disqualify(entrant=5))
    play.do(staging.AdjustPoints(stage=1, entrant=1, points="1", reason="late"))
    play.do(staging.DecideTie(stage=1, order=play.level()))
    play.do(staging.PairRound(stage=1))
    assert standing(play, staging_events.StageBegun) == {
        "EntrantJoined",
        "EntrantLeft",
        "EntrantReturned",
        "EntrantDisqualified",
        "PointsAdjusted",
        "TieDecided",
        "RoundPaired",
    }
    followed = {"EntrantDisqualified", "TieDecided", "RoundPaired"}
    assert standing(play, entering_events.EntrantLeft) == {"EntrantReturned", *followed}
    assert standing(play, entering_events.EntrantReturned) == followed
    assert standing(bracket(), staging_events.StageBegun) == {"BracketDrawn"}


def test_on_a_draw_stands_its_release_and_on_the_release_the_call() -> None:
    play = paired()
    assert standing(play, staging_events.RoundPaired) == {"RoundReleased", "RoundCalled"}
    assert standing(play, staging_events.RoundReleased) == {"RoundCalled"}
    assert standing(play, staging_events.RoundCalled) == set()
    knock_out = bracket()
    assert standing(knock_out, staging_events.BracketDrawn) == {"RoundReleased", "RoundCalled"}


def test_on_a_release_stand_the_results_of_the_round_and_on_its_call_the_games() -> None:
    play = paired()
    play.do(playing.CallMatch(match=1))
    play.report(2, 3, 1)
    assert standing(play, staging_events.RoundReleased) == {"RoundCalled", "MatchCalled", "MatchReported"}
    assert standing(play, staging_events.RoundCalled) == {"MatchCalled"}


def test_on_a_round_stands_the_next_one_also_where_it_was_drawn_by_another_deed() -> None:
    play = Play()
    play.enter(96)
    play.begin(ROUND_ROBIN)
    play.do(staging.PairRound(stage=1))
    play.do(staging.PairRound(stage=1))
    assert play.state.stages[1].last_round() == 95
    assert set(play.standing(play.version_of(staging_events.RoundPaired, 0))) == {"RoundPaired"}
    assert play.standing(play.state.version) == []


def test_on_a_round_thrown_away_stands_its_new_pairing() -> None:
    play = drafted()
    play.do(staging.UnpairRound(stage=1, round=1))
    play.do(staging.PairRound(stage=1))
    assert standing(play, staging_events.RoundUnpaired) == {"RoundPaired"}
    assert standing(play, staging_events.RoundPaired, 0) == {"RoundUnpaired"}


def test_on_a_result_stand_its_confirmation_and_the_next_round_of_a_swiss() -> None:
    play = paired()
    play.play_round(1)
    play.do(staging.PairRound(stage=1))
    assert standing(play, playing_events.MatchReported, 0) == {"RoundPaired"}
    assert standing(play, playing_events.MatchReported, -1) == {"RoundPaired"}


def test_on_a_result_of_a_schedule_that_is_drawn_stands_no_pairing() -> None:
    play = Play()
    play.enter(4)
    play.pair(play.begin(ROUND_ROBIN))
    play.report(1, 3, 1)
    play.report(3, 3, 1)
    assert play.standing(play.version_of(playing_events.MatchReported, 0)) == []


def test_on_a_result_stands_the_end_of_its_stage_and_on_that_the_stage_after() -> None:
    play = planned()
    play.do(staging.BeginStage(stage=2))
    assert "StageClosed" in standing(play, playing_events.MatchReported)
    assert standing(play, staging_events.StageClosed) == {"StageBegun"}


def test_on_a_result_in_a_bracket_stands_the_next_match_once_it_has_begun() -> None:
    play = bracket()
    play.report(1, 3, 1)
    play.report(2, 3, 1)
    assert standing(play, playing_events.MatchReported, 0) == set()
    play.do(playing.CallMatch(match=3))
    assert standing(play, playing_events.MatchReported, 0) == {"MatchCalled"}
    assert standing(play, playing_events.MatchReported, 1) == {"MatchCalled"}


def test_on_a_decision_stands_a_match_far_ahead_where_nobody_played_in_between() -> None:
    play = bracket(8)
    play.do(playing.DecideMatch(match=1, decision="double_forfeit"))
    play.report(2, 3, 1)
    play.report(3, 3, 1)
    play.report(4, 3, 1)
    play.report(6, 3, 1)
    assert standing(play, playing_events.MatchDecided) == set()
    play.report(7, 3, 1)
    assert standing(play, playing_events.MatchDecided) == {"MatchReported"}


def test_a_table_for_the_next_match_does_not_stand_on_the_result() -> None:
    play = bracket()
    play.report(1, 3, 1)
    play.report(2, 3, 1)
    play.do(playing.PlaceMatch(match=3, table="1"))
    assert standing(play, playing_events.MatchReported) == set()


@pytest.mark.parametrize("deed", [entering.Leave(entrant=1), entering.Disqualify(entrant=1)])
def test_on_leaving_a_bracket_stands_the_next_match_of_the_opponent(deed: Deed) -> None:
    play = bracket()
    play.report(2, 3, 1)
    play.do(deed)
    left = play.state.version
    assert play.standing(left) == []
    play.report(3, 3, 1)
    assert play.standing(left) == ["MatchReported"]


def test_on_leaving_a_swiss_stands_the_next_round() -> None:
    play = paired()
    play.play_round(1)
    play.do(entering.Leave(entrant=1))
    play.do(staging.PairRound(stage=1))
    assert standing(play, entering_events.EntrantLeft) == {"RoundPaired"}


def test_on_a_game_stands_the_next_one_of_its_match() -> None:
    play = bracket(2, match=MatchPlan(games=3, best_of=True))
    play.report(1, 3, 1)
    play.report(1, 1, 3, game=2)
    play.do(playing.CallMatch(match=1))
    assert standing(play, playing_events.MatchReported, 0) == {"MatchReported", "MatchCalled"}
    assert standing(play, playing_events.MatchReported, 1) == {"MatchCalled"}


def test_on_a_call_stand_the_report_of_the_game_itself_and_a_substitute() -> None:
    play = Play(squad=3)
    for name in "ab":
        play.do(entering.Enter(squad=(f"{name}1", f"{name}2", f"{name}3")))
    play.pair(play.begin(ROUND_ROBIN))
    play.do(playing.CallMatch(match=1))
    play.do(playing.Substitute(match=1, entrant=1, player="a3", replaced="a1"))
    assert standing(play, playing_events.MatchCalled) == {"SubstitutePlayed"}


def test_on_an_extension_stands_the_further_game_and_on_a_reopening_the_new_result() -> None:
    play = bracket(2)
    play.report(1, 4, 4)
    play.do(playing.ExtendMatch(match=1, hands=6))
    play.report(1, 3, 1, game=2)
    assert standing(play, playing_events.MatchExtended) == {"MatchReported"}
    play.do(playing.ReopenMatch(match=1, reason="appeal", replay=True))
    play.report(1, 3, 1)
    assert standing(play, playing_events.MatchReopened) == {"MatchReported"}


def test_on_a_reopened_stage_stands_what_was_corrected_in_it() -> None:
    play = planned()
    play.do(staging.ReopenStage(stage=1, reason="mistake"))
    assert standing(play, staging_events.StageClosed) == {"StageReopened"}
    play.do(playing.CorrectResult(match=1, points=(1, 4), reason="misread"))
    assert standing(play, staging_events.StageReopened) == {"MatchCorrected", "FollowUpChosen"}


def test_on_a_reopened_tournament_stands_all_that_was_done_since_but_notes() -> None:
    play = over()
    play.do(entering.NoteFee(entrant=1, paid=True))
    play.do(opening.ReopenTournament(reason="mistake"))
    play.do(opening.NameStaff(player="s", role="scorer"))
    assert standing(play, opening_events.TournamentReopened) == set()
    assert standing(play, opening_events.TournamentClosed) == {"TournamentReopened"}
    play.do(opening.CloseTournament())
    assert standing(play, opening_events.TournamentReopened) == {"TournamentClosed"}


def test_what_was_undone_stands_on_nothing() -> None:
    play = bracket()
    play.report(1, 3, 1)
    play.report(2, 3, 1)
    play.report(3, 3, 1)
    play.undo(play.state.version)
    assert standing(play, playing_events.MatchReported, 0) == set()
    play.undo(play.version_of(playing_events.MatchReported, 0))
    assert play.state.matches[3].sides == ((), (2,))


PAIR = staging.PairRound(stage=1)
SET_VENUE = scheduling.SetVenue(tables=(VenueTable("1"), VenueTable("2")))


def all_drawn() -> Play:
    """Return a match of two, in which all is played and nothing separates them; 3 came late and did not play."""
    play = Play()
    play.enter(2)
    play.begin(StagePlan(type="swiss", rounds=1, tie_breaks=("points",)))
    play.pair(1)
    play.play_round(1, lambda match: (1, 1))
    play.enter(1)
    play.do(entering.Join(entrant=3, stage=1))
    return play


TIE = staging.DecideTie(stage=1, order=(2, 1))


def between_rounds() -> Play:
    """Return a Swiss after its first round, with one more that has not joined and one that has left."""
    play = paired()
    play.play_round(1)
    play.do(entering.Enter(squad=("p6a", "p6b")))
    play.do(entering.ForbidMeeting(entrants=(1, 2)))
    play.do(entering.Leave(entrant=5))
    return play


def with_a_plan() -> Play:
    play = entered()
    play.do(opening.PlanStage(plan=SWISS))
    return play


@pytest.mark.parametrize(
    ("before", "deed", "later", "standing"),
    [
        (entered, opening.AbandonTournament(reason="rain"), [opening.ReopenTournament(reason="sun")], True),
        (planned, opening.DropStage(stage=2), [opening.CloseTournament()], True),
        (with_a_plan, entering.Withdraw(entrant=5), [staging.BeginStage(stage=1)], True),
        (with_a_plan, entering.SetSeeds(order=(5, 4, 3, 2, 1)), [staging.BeginStage(stage=1)], True),
        (with_a_plan, entering.WishBye(entrant=1, stage=1, round=1), [opening.DropStage(stage=1)], False),
        (with_a_plan, entering.NoteFee(entrant=1, paid=True), [staging.BeginStage(stage=1)], False),
        (with_a_plan, opening.CloseEntries(), [staging.BeginStage(stage=1)], False),
        (paired, SET_VENUE, [scheduling.PlaceRound(stage=1, round=1)], True),
        (paired, SET_VENUE, [scheduling.FixSeat(entrant=1, table="1")], True),
        (paired, SET_VENUE, [playing.ReportGame(match=1, points=(3, 1))], False),
        (between_rounds, entering.WishBye(entrant=1, stage=1, round=2), [PAIR], True),
        (between_rounds, entering.ForbidMeeting(entrants=(1, 3)), [PAIR], True),
        (between_rounds, entering.AllowMeeting(entrants=(1, 2)), [PAIR], True),
        (between_rounds, entering.Join(entrant=6, stage=1), [PAIR], True),
        (between_rounds, entering.Return(entrant=5), [PAIR], True),
        (between_rounds, entering.Disqualify(entrant=4), [PAIR], True),
        (between_rounds, staging.AdjustPoints(stage=1, entrant=1, points="1", reason="late"), [PAIR], True),
        (between_rounds, penalties.GivePenalty(entrant=1, kind="points", points="1", reason="conduct"), [PAIR], True),
        (between_rounds, penalties.GivePenalty(entrant=1, kind="warning", reason="conduct"), [PAIR], False),
        (all_drawn, staging.DecideTie(stage=1, order=(2, 1)), [staging.CloseStage(stage=1)], True),
        (all_drawn, staging.AdjustPoints(stage=1, entrant=3, points="9", reason="late"), [TIE], True),
        (between_rounds, playing.CorrectResult(match=1, points=(1, 9), reason="misread"), [PAIR], True),
        (between_rounds, playing.PlaceMatch(match=1, table="1"), [PAIR], False),
        (
            drafted,
            staging.EditPairings(stage=1, round=1, matches=(((1,), (2,)), ((3,), (4,)), ((5,),))),
            [staging.ReleaseRound(stage=1, round=1)],
            True,
        ),
        (
            planned,
            staging.GiveWildCard(stage=2, entrant=5),
            [staging.BeginStage(stage=2)],
            True,
        ),
        (planned, staging.DeclineQualification(stage=2, entrant=1), [staging.BeginStage(stage=2)], True),
        (entered, entering.Enter(squad=("p6a", "p6b")), [entering.Withdraw(entrant=6)], True),
        (entered, entering.Enter(squad=("p6a", "p6b")), [entering.CheckIn(entrant=6)], True),
        (entered, entering.Enter(squad=("p6a", "p6b")), [entering.ChangeSquad(entrant=6, squad=("x", "y"))], True),
        (with_a_plan, entering.Enter(squad=("a", "b")), [entering.WishBye(entrant=6, stage=1, round=1)], True),
        (entered, entering.Enter(squad=("p6a", "p6b")), [entering.ChangeSquad(entrant=5, squad=("x", "y"))], False),
        (between_rounds, entering.Enter(squad=("a", "b")), [entering.Join(entrant=7, stage=1)], True),
        (entered, opening.PlanStage(plan=SWISS), [staging.BeginStage(stage=1)], True),
        (entered, opening.PlanStage(plan=SWISS), [entering.WishBye(entrant=1, stage=1, round=1)], True),
        (paired, playing.ReportGame(match=1, points=(4, 4)), [playing.ExtendMatch(match=1, hands=6)], True),
        (paired, playing.ReportGame(match=1, points=(4, 4)), [playing.ReopenMatch(match=1, reason="appeal")], True),
        (
            paired,
            playing.ReportGame(match=1, points=(4, 4)),
            [playing.CorrectResult(match=1, points=(4, 5), reason="misread")],
            True,
        ),
        (paired, playing.ReportGame(match=1, points=(4, 4)), [playing.DecideMatch(match=1, decision="void")], False),
        (drafted, staging.ReleaseRound(stage=1, round=1), [playing.PlaceMatch(match=1, table="1")], False),
        (
            drafted,
            staging.ReleaseRound(stage=1, round=1),
            [playing.NameLineUp(match=1, entrant=1, players=("p1a", "p1b"))],
            True,
        ),
        (drafted, staging.ReleaseRound(stage=1, round=1), [playing.DecideMatch(match=1, decision="void")], True),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Deed) else None,
)
def test_what_a_deed_would_not_be_possible_or_not_the_same_without_stands_on_it(
    before: Callable[[], Play], deed: Deed, later: list[Deed], standing: bool
) -> None:
    play = before()
    play.do(deed)
    version = play.state.version
    assert play.standing(version) == []
    for one in later:
        assert play.do(one)
    assert bool(play.standing(version)) == standing


def test_on_a_draw_stands_everything_about_its_matches() -> None:
    play = drafted()
    version = play.version_of(staging_events.RoundPaired)
    play.do(playing.PlaceMatch(match=1, table="1"))
    assert play.standing(version) == ["MatchPlaced"]
    play.do(staging.EditPairings(stage=1, round=1, matches=(((1,), (3,)), ((2,), (4,)), ((5,),))))
    assert play.standing(version) == ["MatchPlaced", "PairingsEdited"]
    play.do(staging.ReleaseRound(stage=1, round=1))
    play.do(playing.NameLineUp(match=1, entrant=1, players=("p1a", "p1b")))
    play.do(playing.ReportGame(match=2, points=(4, 4)))
    play.do(playing.CorrectResult(match=2, points=(4, 5), reason="misread"))
    play.do(playing.DecideMatch(match=1, decision="void"))
    assert play.standing(version) == [
        "MatchPlaced",
        "PairingsEdited",
        "RoundReleased",
        "LineUpNamed",
        "MatchReported",
        "MatchCorrected",
        "FollowUpChosen",
        "MatchDecided",
    ]


def test_on_a_call_stands_the_report_of_the_game_but_not_one_of_the_desk() -> None:
    by_game, by_desk = paired(), paired()
    for play in (by_game, by_desk):
        play.do(playing.CallMatch(match=1))
    by_game.do(playing.ReportGame(match=1, points=(4, 4), version=7), SERVER)
    by_desk.do(playing.ReportGame(match=1, points=(4, 4)))
    assert standing(by_game, playing_events.MatchCalled) == {"MatchReported"}
    assert standing(by_desk, playing_events.MatchCalled) == set()


def test_a_confirmation_stands_on_its_report() -> None:
    play = Play()
    play.enter(2)
    play.pair(play.begin(StagePlan(type="round_robin", match=MatchPlan(place="sheet"))))
    play.do(playing.ReportGame(match=1, points=(3, 1)), Doer("p1a", frozenset({Role.CAPTAIN})))
    play.do(playing.ConfirmResult(match=1))
    assert standing(play, playing_events.MatchReported) == {"MatchConfirmed"}
    confirmed = play.state.version
    play.do(staging.CloseStage(stage=1))
    assert play.standing(confirmed) == ["StageClosed"]


def test_of_two_stages_side_by_side_neither_stands_on_the_other() -> None:
    play = paired()
    play.begin(SWISS, None)
    play.play_round(1)
    result = play.state.version
    play.do(entering.WishBye(entrant=3, stage=1, round=2))
    wish = play.state.version
    play.pair(2)
    play.play_round(2)
    play.do(staging.CloseStage(stage=2))
    assert play.standing(result) == []
    assert play.standing(wish) == []


def test_a_stage_stands_on_the_end_of_those_alone_that_it_takes_entrants_from() -> None:
    play = planned()
    closed = play.version_of(staging_events.StageClosed)
    play.begin(ROUND_ROBIN, None)
    assert play.standing(closed) == []
    play.do(staging.BeginStage(stage=2))
    assert play.standing(closed) == ["StageBegun"]


def test_on_an_entry_that_has_joined_no_stage_stands_no_round() -> None:
    play = paired()
    play.play_round(1)
    play.do(entering.Enter(squad=("p6a", "p6b")))
    entry = play.state.version
    play.do(PAIR)
    assert play.standing(entry) == []
