"""What a match comes to: by its games, by a director's decision, by those that leave, and after a correction."""

from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.helpers.play import SERVER, Play
from tournaments.deeds import entering, playing, staging
from tournaments.deeds.base import Doer, Role
from tournaments.drafting.places import places_of
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.state.outcomes import Outcome, outcome_of
from tournaments.state.stages import stage_of
from tournaments.state.tournament import NOBODY, OPEN
from tournaments.tiebreaks.ranking import standings

TIE_BREAKS = ("points", "difference", "seed")


def play_of(match: MatchPlan, kind: str = "round_robin", entrants: int = 2, **plan: Any) -> Play:
    play = Play()
    play.enter(entrants)
    play.pair(play.begin(StagePlan(type=kind, match=match, tie_breaks=TIE_BREAKS, **plan)))
    return play


def league(entrants: int) -> Play:
    return play_of(MatchPlan(), entrants=entrants)


def outcome(play: Play, match: int = 1) -> Outcome | None:
    return outcome_of(play.state, play.state.matches[match])


def points(play: Play) -> dict[int, Fraction | int | None]:
    """Return the match points of each entrant in stage 1."""
    return {int(row.entrant): row.values["points"] for row in standings(stage_of(play.state, 1))}


def captain(play: Play, entrant: int) -> Doer:
    return Doer(play.state.entrants[entrant].squad[0], frozenset({Role.CAPTAIN}))


def match_between(play: Play, one: int, other: int) -> int:
    return next(match.number for match in play.state.matches.values() if set(match.entrants) == {one, other})


# Games.


def test_a_match_is_open_until_its_game_is_reported() -> None:
    play = play_of(MatchPlan())
    assert outcome(play) is None
    play.report(1, 5, 3)
    assert outcome(play) == Outcome("played", 0, (5, 3))


def test_a_game_can_be_won_against_the_points() -> None:
    """As where kunukku decide, or where a match was forfeited at the table."""
    play = play_of(MatchPlan())
    play.report(1, 5, 3, winners=(1,))
    assert outcome(play) == Outcome("played", 1, (5, 3))


def test_a_game_can_be_drawn_against_the_points() -> None:
    play = play_of(MatchPlan())
    play.report(1, 5, 3, winners=())
    assert outcome(play) == Outcome("played", None, (5, 3))


def test_what_a_side_reports_counts_when_the_other_side_confirms_it() -> None:
    play = play_of(MatchPlan(place="sheet"))
    home, away = (side[0] for side in play.state.matches[1].sides)
    play.do(playing.ReportGame(match=1, points=(5, 3)), captain(play, home))
    assert outcome(play) is None
    assert points(play) == {1: 0, 2: 0}
    assert play.refusal(playing.ConfirmResult(match=1), captain(play, home)) == "own-report"
    play.do(playing.ConfirmResult(match=1), captain(play, away))
    assert outcome(play) == Outcome("played", 0, (5, 3))


def test_the_other_side_may_report_otherwise_and_then_the_first_confirms() -> None:
    play = play_of(MatchPlan(place="sheet"))
    home, away = (side[0] for side in play.state.matches[1].sides)
    play.do(playing.ReportGame(match=1, points=(5, 3)), captain(play, home))
    play.do(playing.ReportGame(match=1, points=(3, 5)), captain(play, away))
    assert play.refusal(playing.ConfirmResult(match=1), captain(play, away)) == "own-report"
    play.do(playing.ConfirmResult(match=1), captain(play, home))
    assert outcome(play) == Outcome("played", 1, (3, 5))


def test_the_desk_confirms_for_a_side() -> None:
    play = play_of(MatchPlan(place="sheet"))
    play.do(playing.ReportGame(match=1, points=(5, 3)), captain(play, 1))
    play.do(playing.ConfirmResult(match=1))
    assert outcome(play) is not None


def test_a_best_of_three_ends_with_the_second_game_won() -> None:
    play = play_of(MatchPlan(games=3, best_of=True))
    play.report(1, 5, 3)
    assert outcome(play) is None
    play.report(1, 1, 0, game=2)
    assert outcome(play) == Outcome("played", 0, (6, 3))
    assert play.refusal(playing.ReportGame(match=1, game=3, points=(1, 0))) == "decided"
    assert play.refusal(playing.CallMatch(match=1)) == "decided"


def test_a_best_of_three_is_won_by_games_not_by_points() -> None:
    play = play_of(MatchPlan(games=3, best_of=True))
    for game, (home, away) in enumerate([(1, 0), (0, 9), (1, 0)], start=1):
        play.report(1, home, away, game=game)
    assert outcome(play) == Outcome("played", 0, (2, 9))


def test_a_best_of_three_with_a_drawn_game_can_end_level() -> None:
    play = play_of(MatchPlan(games=3, best_of=True))
    for game, (home, away) in enumerate([(1, 0), (0, 1), (4, 4)], start=1):
        play.report(1, home, away, game=game)
    assert outcome(play) == Outcome("played", None, (5, 5))


def test_the_points_of_two_legs_are_added() -> None:
    play = play_of(MatchPlan(games=2))
    play.report(1, 5, 3)
    assert outcome(play) is None
    play.report(1, 1, 6, game=2)
    assert outcome(play) == Outcome("played", 1, (6, 9))


def test_two_legs_each_won_once_by_as_much_are_level() -> None:
    play = play_of(MatchPlan(games=2))
    play.report(1, 5, 3)
    play.report(1, 3, 5, game=2)
    assert outcome(play) == Outcome("played", None, (8, 8))


def test_a_game_that_reports_again_later_replaces_its_report_and_an_older_one_does_not() -> None:
    play = play_of(MatchPlan())
    play.do(playing.CallMatch(match=1))
    play.do(playing.ReportGame(match=1, points=(5, 3), version=40), SERVER)
    assert play.do(playing.ReportGame(match=1, points=(5, 3), version=40), SERVER) == []
    assert play.do(playing.ReportGame(match=1, points=(9, 3), version=39), SERVER) == []
    play.do(playing.ReportGame(match=1, points=(3, 5), version=44), SERVER)
    assert outcome(play) == Outcome("played", 1, (3, 5))


def test_a_game_does_not_overrule_the_desk() -> None:
    play = play_of(MatchPlan())
    play.do(playing.CallMatch(match=1))
    play.report(1, 5, 3)
    assert play.do(playing.ReportGame(match=1, points=(3, 5), version=44), SERVER) == []
    assert outcome(play) == Outcome("played", 0, (5, 3))


# Extra hands.

EXTRA = MatchPlan(hands=13, extra=(6, 1))


def test_a_level_match_goes_on_with_six_hands_and_then_with_one() -> None:
    """56-FMT-1, 56-FMT-2."""
    play = play_of(EXTRA, "knock_out")
    play.report(1, 13, 13)
    assert outcome(play) is None
    assert play.refusal(playing.CallMatch(match=1)) == "no-more-games"
    play.do(playing.ExtendMatch(match=1))
    play.do(playing.CallMatch(match=1))
    play.report(1, 2, 2, game=2)
    assert outcome(play) is None
    play.do(playing.ExtendMatch(match=1))
    assert [game.hands for game in play.state.matches[1].games] == [0, 6, 1]
    play.report(1, 0, 1, game=3)
    assert outcome(play) == Outcome("played", 1, (15, 16))


def test_after_the_last_extra_hand_a_match_may_end_level() -> None:
    """56-FMT-2."""
    play = play_of(EXTRA)
    play.report(1, 4, 4)
    for game in (2, 3):
        play.do(playing.ExtendMatch(match=1))
        play.report(1, 1, 1, game=game)
    assert outcome(play) == Outcome("played", None, (6, 6))
    assert play.refusal(playing.ExtendMatch(match=1)) == "hands-missing"
    play.do(playing.ExtendMatch(match=1, hands=1))
    assert outcome(play) is None


def test_the_final_has_extra_hands_where_the_rounds_before_have_none() -> None:
    """56-FMT-1."""
    play = play_of(MatchPlan(), "knock_out", entrants=4, rounds_from_last=(EXTRA,))
    play.report(1, 4, 4)
    assert outcome(play) == Outcome("played", None, (4, 4))
    play.do(playing.CorrectResult(match=1, points=(5, 4), reason="misread"))
    play.report(2, 5, 4)
    play.report(3, 4, 4)
    assert outcome(play, 3) is None
    play.do(playing.ExtendMatch(match=3))
    assert play.state.matches[3].games[1].hands == 6


def test_a_match_whose_only_game_waits_for_a_confirmation_has_no_second_game() -> None:
    play = play_of(MatchPlan(place="sheet"))
    play.do(playing.ReportGame(match=1, points=(5, 3)), captain(play, 1))
    assert play.refusal(playing.CallMatch(match=1)) == "no-more-games"
    assert play.refusal(playing.ReportGame(match=1, game=2, points=(5, 3))) == "unknown-game"
    assert play.refusal(playing.ReportGame(match=1, game=2, points=(5, 3), version=3), SERVER) == "unknown-game"


# Decisions.


def test_a_walkover_goes_to_the_side_that_is_named() -> None:
    play = play_of(MatchPlan())
    play.do(playing.DecideMatch(match=1, decision="walkover", winner=1))
    assert outcome(play) == Outcome("forfeit", 1)
    assert points(play) == {1: 0, 2: 2}


def test_a_walkover_against_a_game_keeps_its_points() -> None:
    play = play_of(MatchPlan())
    play.report(1, 5, 3)
    play.do(playing.DecideMatch(match=1, decision="walkover", winner=1))
    assert outcome(play) == Outcome("forfeit", 1, (5, 3))


def test_a_double_default_gives_nobody_anything() -> None:
    play = play_of(MatchPlan())
    play.do(playing.DecideMatch(match=1, decision="double_forfeit"))
    assert outcome(play) == Outcome("double_forfeit")
    assert points(play) == {1: 0, 2: 0}


@pytest.mark.parametrize("decision", ["awarded", "split"])
def test_match_points_are_awarded_or_split_and_the_side_with_more_has_won(decision: Any) -> None:
    play = play_of(MatchPlan())
    play.do(playing.DecideMatch(match=1, decision=decision, match_points=("4/5", "6/5")))
    assert outcome(play) == Outcome("awarded", 1, (), (Fraction(4, 5), Fraction(6, 5)))
    assert points(play) == {1: Fraction(4, 5), 2: Fraction(6, 5)}


def test_a_match_split_evenly_has_no_winner() -> None:
    play = play_of(MatchPlan())
    play.do(playing.DecideMatch(match=1, decision="split", match_points=("1", "1")))
    assert outcome(play) == Outcome("awarded", None, (), (Fraction(1), Fraction(1)))


def test_the_side_with_more_awarded_points_goes_on_in_a_bracket() -> None:
    play = play_of(MatchPlan(), "knock_out", entrants=4)
    play.do(playing.DecideMatch(match=1, decision="awarded", match_points=("0", "2")))
    assert play.state.matches[3].sides == ((4,), OPEN)
    play.report(2, 5, 3)
    play.report(3, 5, 3)
    assert places_of(play.state, 1) == ((4,), (2,), (1, 3))


def test_a_void_match_counts_for_nothing_whatever_was_played() -> None:
    play = play_of(MatchPlan())
    play.report(1, 5, 3)
    play.do(playing.DecideMatch(match=1, decision="void"))
    assert outcome(play) == Outcome("void", None, (5, 3))
    assert points(play) == {1: 0, 2: 0}


def test_a_decision_that_is_taken_back_leaves_the_result_of_the_games() -> None:
    play = play_of(MatchPlan())
    play.report(1, 5, 3)
    play.do(playing.DecideMatch(match=1, decision="walkover", winner=1))
    play.do(playing.ReopenMatch(match=1, reason="appeal"))
    assert outcome(play) == Outcome("played", 0, (5, 3))


def test_a_bye_is_won_without_play() -> None:
    play = play_of(MatchPlan(), "swiss", entrants=3, rounds=1)
    bye = next(match.number for match in play.state.matches.values() if match.is_bye)
    assert outcome(play, bye) == Outcome("bye", 0)


# Those that leave.


def test_matches_that_an_entrant_can_no_longer_play_are_forfeited_to_its_opponents() -> None:
    play = league(4)
    play.report(match_between(play, 1, 2), 5, 3)
    play.do(entering.Leave(entrant=1))
    for other in (3, 4):
        number = match_between(play, 1, other)
        winner = play.state.matches[number].side_of(other)
        assert outcome(play, number) == Outcome("forfeit", winner)


def test_a_match_of_two_that_have_left_is_forfeited_by_both() -> None:
    play = league(4)
    play.do(entering.Leave(entrant=1))
    play.do(entering.Leave(entrant=2))
    assert outcome(play, match_between(play, 1, 2)) == Outcome("double_forfeit")


def left(choice: Any) -> dict[int, Fraction | int | None]:
    """Return the points after 1 has left a round robin of four, having won against 4 alone; 2 has beaten 3."""
    play = league(4)
    for one, other in ((1, 4), (2, 3)):
        number = match_between(play, one, other)
        home = play.state.matches[number].side_of(one) == 0
        play.report(number, 5 if home else 3, 3 if home else 5)
    play.do(entering.Leave(entrant=1, matches=choice))
    return points(play)


def test_kept_matches_count_and_the_others_are_forfeited() -> None:
    assert left("keep") == {1: 2, 2: 4, 3: 2, 4: 0}


def test_void_matches_of_one_that_has_left_count_for_nobody() -> None:
    assert left("void") == {1: 0, 2: 2, 3: 0, 4: 0}


def test_the_opponents_of_one_that_has_left_get_the_average_of_what_they_played() -> None:
    """2 has won its one match, 3 has lost it; 4 played the one that left and keeps its loss."""
    assert left("average") == {1: 2, 2: 4, 3: 0, 4: 0}


def test_an_opponent_that_has_played_nothing_gets_a_win_on_average() -> None:
    play = league(3)
    play.do(entering.Leave(entrant=1, matches="average"))
    assert points(play) == {1: 0, 2: 2, 3: 2}


def test_one_that_returns_plays_the_rounds_that_are_not_called() -> None:
    play = Play()
    play.enter(4)
    play.begin(StagePlan(type="round_robin"))
    play.do(staging.PairRound(stage=1))
    for number in (1, 2, 3):
        play.do(staging.ReleaseRound(stage=1, round=number))
    for number in (1, 2):
        play.do(staging.CallRound(stage=1, round=number))
    play.do(entering.Leave(entrant=1))
    own = [match for match in play.state.matches.values() if 1 in match.entrants]
    assert [outcome(play, match.number) is None for match in own] == [False, False, False]
    play.do(entering.Return(entrant=1))
    assert [outcome(play, match.number) is None for match in own] == [False, False, True]


def test_a_place_that_nobody_takes_is_a_walkover_for_the_other() -> None:
    play = play_of(MatchPlan(), "knock_out", entrants=4)
    play.do(playing.DecideMatch(match=1, decision="double_forfeit"))
    play.report(2, 5, 3)
    assert play.state.matches[3].sides == (NOBODY, (2,))
    assert outcome(play, 3) == Outcome("forfeit", 1)


# Corrections.


def swiss_with_two_rounds() -> Play:
    play = play_of(MatchPlan(), "swiss", entrants=4, rounds=3)
    play.play_round(1)
    play.do(staging.PairRound(stage=1))
    play.do(staging.ReleaseRound(stage=1, round=2))
    return play


def test_a_correction_that_keeps_changes_the_result_and_nothing_else() -> None:
    play = swiss_with_two_rounds()
    play.do(playing.CorrectResult(match=1, points=(0, 9), reason="misread"))
    assert outcome(play) == Outcome("played", 1, (0, 9))
    assert play.state.stages[1].last_round() == 2


def test_a_correction_with_re_pairing_throws_the_later_rounds_away() -> None:
    play = swiss_with_two_rounds()
    play.do(playing.CorrectResult(match=1, points=(0, 9), reason="misread", follow_up="re_pair"))
    assert play.state.stages[1].last_round() == 1
    assert play.state.matches[1].follow_up == "re_pair"
    play.do(staging.PairRound(stage=1))
    assert [match.number for match in play.state.matches.values() if match.round == 2] == [5, 6]


def test_re_pairing_leaves_a_round_that_has_begun_and_all_before_it() -> None:
    play = swiss_with_two_rounds()
    play.report(3, 5, 3)
    play.do(staging.PairRound(stage=1, anyway=True))
    play.do(playing.CorrectResult(match=1, points=(0, 9), reason="misread", follow_up="re_pair"))
    assert play.state.stages[1].last_round() == 2
    assert play.state.matches[3].games


def bracket_with_a_final() -> Play:
    play = play_of(MatchPlan(), "knock_out", entrants=4)
    play.report(1, 5, 3)
    play.report(2, 5, 3)
    play.do(playing.CallMatch(match=3))
    return play


def test_a_correction_by_which_the_same_side_goes_on_needs_no_replay() -> None:
    play = bracket_with_a_final()
    play.do(playing.CorrectResult(match=1, points=(9, 3), reason="misread"))
    assert play.state.matches[3].is_called


def test_a_correction_by_which_another_goes_on_takes_a_replay_of_what_has_begun() -> None:
    play = bracket_with_a_final()
    first = play.state.matches[3].games[0].stream
    correction = playing.CorrectResult(match=1, points=(3, 9), reason="misread")
    assert play.refusal(correction) == "follows-started"
    play.do(playing.CorrectResult(match=1, points=(3, 9), reason="misread", follow_up="replay"))
    final = play.state.matches[3]
    assert (final.sides, final.games, final.seated) == (((4,), (2,)), (), ())
    play.do(playing.CallMatch(match=3))
    again = play.state.matches[3]
    assert again.seated[0] == ("p4a", "p4b")
    assert again.games[0].stream != first, "the replay is another game"


def test_a_replay_reaches_every_later_match_that_has_begun() -> None:
    play = play_of(MatchPlan(), "double_elimination", entrants=4, options={"reset": True})
    for _ in range(4):
        play.play_round(1)
    begun = [match.number for match in play.state.matches.values() if match.is_called]
    assert len(begun) == 6
    play.do(playing.CorrectResult(match=1, points=(0, 9), reason="misread", follow_up="replay"))
    assert [match.number for match in play.state.matches.values() if match.is_called] == [1, 2]


def test_a_game_reports_no_other_winner_once_the_next_match_has_begun() -> None:
    play = play_of(MatchPlan(), "knock_out", entrants=4)
    play.do(playing.CallMatch(match=1))
    play.do(playing.ReportGame(match=1, points=(5, 3), version=40), SERVER)
    play.report(2, 5, 3)
    play.do(playing.CallMatch(match=3))
    assert play.refusal(playing.ReportGame(match=1, points=(3, 5), version=44), SERVER) == "follows-started"
    play.do(playing.ReportGame(match=1, points=(7, 5), version=45), SERVER)
    assert outcome(play) == Outcome("played", 0, (7, 5))


def test_the_game_of_one_that_has_left_does_not_bring_it_back_once_the_next_match_has_begun() -> None:
    play = play_of(MatchPlan(), "knock_out", entrants=4)
    play.do(playing.CallMatch(match=1))
    play.do(entering.Leave(entrant=1))
    play.report(2, 5, 3)
    play.report(3, 5, 3)
    assert play.refusal(playing.ReportGame(match=1, points=(9, 3), version=44), SERVER) == "follows-started"


# The second final.


@pytest.mark.parametrize(("first", "needed"), [((5, 3), False), ((3, 5), True)])
def test_a_second_final_is_played_only_if_the_first_does_not_decide(first: tuple[int, int], needed: bool) -> None:
    play = play_of(MatchPlan(), "double_elimination", entrants=4, options={"reset": True})
    for _ in range(3):
        play.play_round(1, lambda match: (5, 3) if match.slot.bracket != "final" else first)
    final, second = (match for match in play.state.matches.values() if match.slot and match.slot.bracket == "final")
    if outcome(play, final.number) is None:
        play.report(final.number, *first)
    if needed:
        assert play.refusal(staging.CloseStage(stage=1)) == "results-missing"
        play.report(second.number, 5, 3)
    else:
        assert play.refusal(playing.ReportGame(match=second.number, points=(5, 3))) == "not-needed"
        assert play.refusal(playing.CallMatch(match=second.number)) == "not-needed"
        decided = playing.DecideMatch(match=second.number, decision="double_forfeit")
        assert play.refusal(decided) == "not-needed"
    play.do(staging.CloseStage(stage=1))
    champion = play.state.matches[second.number if needed else final.number].sides[0]
    assert play.state.stages[1].places[0][0] == champion


def test_what_was_void_counts_again_when_the_entrant_returns() -> None:
    play = play_of(MatchPlan(), "swiss", entrants=4, rounds=3)
    play.play_round(1)
    before = points(play)
    play.do(entering.Leave(entrant=1, matches="void"))
    assert points(play) == {**before, 1: 0}
    play.do(entering.Return(entrant=1))
    assert points(play) == before


def test_an_earlier_stage_left_for_void_leaves_the_next_one_alone() -> None:
    play = play_of(MatchPlan(), entrants=4)
    play.play_round(1)
    play.do(entering.Leave(entrant=1, matches="void"))
    play.do(staging.CloseStage(stage=1))
    play.do(entering.Return(entrant=1))
    play.pair(play.begin(StagePlan(type="round_robin", tie_breaks=TIE_BREAKS)))
    play.play_round(2)
    assert [row.values["points"] for row in standings(stage_of(play.state, 2))] == [6, 4, 2, 0]


def test_re_pairing_throws_the_last_round_away_first() -> None:
    play = swiss_with_two_rounds()
    play.do(staging.PairRound(stage=1, anyway=True))
    correction = playing.CorrectResult(match=1, points=(0, 9), reason="misread", follow_up="re_pair")
    assert [event.round for event in play.do(correction)[2:]] == [3, 2]


def test_re_pairing_leaves_every_round_up_to_the_last_that_has_begun() -> None:
    play = swiss_with_two_rounds()
    play.report(3, 5, 3)
    play.do(staging.PairRound(stage=1, anyway=True))
    play.do(staging.ReleaseRound(stage=1, round=3))
    play.do(staging.CallRound(stage=1, round=3))
    play.do(playing.CorrectResult(match=1, points=(0, 9), reason="misread", follow_up="re_pair"))
    assert play.state.stages[1].last_round() == 3


def test_the_greatest_points_that_can_be_reported_are_reported() -> None:
    play = play_of(MatchPlan(hands=8))
    play.report(1, 32, -48)
    assert outcome(play) == Outcome("played", 0, (32, -48))


def test_what_a_match_came_to_is_computed_once_and_anew_when_it_is_another_match_or_plan() -> None:
    play = play_of(MatchPlan(hands=8))
    play.do(playing.ReportGame(match=1, points=(9, 2)))
    match = play.state.matches[1]

    first, again = (outcome_of(play.state, match, MatchPlan(hands=8)) for _ in range(2))
    longer = outcome_of(play.state, match, MatchPlan(hands=8, games=2))
    play.do(playing.CorrectResult(match=1, points=(2, 9), reason="mistake"))

    assert first is again
    assert longer is None
    assert (first.winner, outcome(play).winner) == (0, 1)
