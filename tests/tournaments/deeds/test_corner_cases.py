"""Corner cases: confirmations game by game, the waiting list, fields without a source, the roles of undoing."""

from uuid import uuid4

import pytest

from tests.tournaments.helpers.play import DIRECTOR, Play, settings
from tournaments.deeds import entering, opening, playing, staging
from tournaments.deeds.base import Doer, Refused, Role
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.log.door import undo
from tournaments.state.outcomes import outcome_of
from tournaments.state.undoing import deed_of, live, standing_on

ONE = Doer("p1a", frozenset({Role.CAPTAIN}))
TWO = Doer("p2a", frozenset({Role.CAPTAIN}))


def sheets(games: int) -> Play:
    """Return a Swiss of two pairs over so many games, kept on sheets, with its match called."""
    play = Play()
    play.enter(2)
    play.pair(play.begin(StagePlan(type="swiss", rounds=1, match=MatchPlan(games=games, place="sheet"))))
    return play


def test_a_side_does_not_confirm_its_own_game_by_confirming_that_of_the_other() -> None:
    play = sheets(2)
    play.do(playing.ReportGame(match=1, game=1, points=(9, 0)), ONE)
    play.do(playing.ReportGame(match=1, game=2, points=(0, 9)), TWO)
    play.do(playing.ConfirmResult(match=1), ONE)
    assert outcome_of(play.state, play.state.matches[1]) is None
    assert play.refusal(playing.ConfirmResult(match=1), ONE) == "own-report"
    play.do(playing.ConfirmResult(match=1), TWO)
    assert outcome_of(play.state, play.state.matches[1]) is not None


def test_a_report_of_the_desk_confirms_no_earlier_game() -> None:
    play = sheets(2)
    play.do(playing.ReportGame(match=1, game=1, points=(9, 0)), ONE)
    play.do(playing.ReportGame(match=1, game=2, points=(0, 3)))
    assert not play.state.matches[1].confirmed
    play.do(playing.ConfirmResult(match=1))
    assert play.state.matches[1].confirmed


def test_match_points_go_with_an_award_only() -> None:
    play = sheets(1)
    for points in (("x", "y"), ("1", "0")):
        deed = playing.DecideMatch(match=1, decision="void", match_points=points)
        assert play.refusal(deed) == "points-missing"


def test_the_next_on_the_waiting_list_moves_up_past_those_that_withdrew() -> None:
    play = Play(capacity=2)
    play.enter(4)
    play.do(entering.Withdraw(entrant=3))
    play.do(entering.Withdraw(entrant=1))
    assert play.state.entered() == (2, 4)


def test_more_room_lets_those_who_wait_move_up_and_nobody_passes_them() -> None:
    play = Play(capacity=2)
    play.enter(5)
    play.do(opening.ChangeTournament(settings=settings(capacity=4)))
    assert play.state.entered() == (1, 2, 3, 4)
    play.do(entering.Withdraw(entrant=2))
    assert play.state.entered() == (1, 3, 4, 5)


def test_declining_and_wild_cards_count_in_a_stage_of_the_entry_list() -> None:
    play = Play(check_in=True)
    play.enter(4)
    for entrant in (1, 2, 3):
        play.do(entering.CheckIn(entrant=entrant))
    play.do(opening.PlanStage(plan=StagePlan(type="swiss", rounds=1)))
    play.do(staging.DeclineQualification(stage=1, entrant=2))
    play.do(staging.GiveWildCard(stage=1, entrant=4))
    assert play.state.entrants[4].present is False
    play.do(staging.BeginStage(stage=1))
    assert play.state.stages[1].field == (1, 3, 4)


def test_settings_by_which_a_stage_has_begun_are_not_undone() -> None:
    play = Play()
    play.do(opening.ChangeTournament(settings=settings(squad=3)))
    version = play.state.version
    play.enter(2)
    play.begin(StagePlan(type="swiss", rounds=1))
    counted = live(play.kept)
    assert standing_on(play.state, counted, deed_of(counted, version))


def test_a_schedule_is_closed_when_all_its_rounds_are_paired_and_played() -> None:
    play = Play()
    play.enter(92)
    play.begin(StagePlan(type="round_robin"))
    play.pair(1)
    play.play_round(1)
    assert play.refusal(staging.CloseStage(stage=1)) == "rounds-missing"


def test_the_same_pairs_by_hand_break_nothing_after_a_correction() -> None:
    play = Play()
    play.enter(8)
    play.begin(StagePlan(type="swiss", rounds=3))
    play.pair(1)
    play.play_round(1)
    play.do(playing.CorrectResult(match=1, points=(0, 9), reason="mistake"))
    play.do(staging.PairRound(stage=1))
    matches = tuple(match.sides for match in play.state.matches.values() if match.round == 2)
    play.do(staging.EditPairings(stage=1, round=2, matches=matches))
    assert play.state.stages[1].rounds[-1].broken == ()


def test_staff_that_plays_in_a_match_names_no_line_up_of_the_other_side_before_both_are_in() -> None:
    play = Play(squad=3)
    for number in (1, 2):
        play.do(entering.Enter(squad=(f"p{number}a", f"p{number}b", f"p{number}c")))
    play.pair(play.begin(StagePlan(type="swiss", rounds=1)))
    helper = Doer("p2b", frozenset({Role.ASSISTANT}))
    theirs = playing.NameLineUp(match=1, entrant=1, players=("p1a", "p1c"))
    play.do(theirs, ONE)
    assert play.refusal(theirs, helper) == "not-your-entrant", "that nothing changes would tell of the line-up"
    play.do(playing.NameLineUp(match=1, entrant=2, players=("p2a", "p2c")), helper)
    play.do(playing.NameLineUp(match=1, entrant=1, players=("p1b", "p1c")), helper)


def test_only_directors_undo() -> None:
    with pytest.raises(Refused) as refused:
        undo(uuid4(), 1, ONE, command=uuid4())
    assert refused.value.code == "not-allowed"


def test_a_person_without_a_player_is_not_the_server() -> None:
    play = sheets(1)
    assert play.refusal(opening.CloseEntries(), Doer()) == "not-allowed"
    assert not Doer().is_captain_of(play.state.entrants[1])
    assert DIRECTOR.player
