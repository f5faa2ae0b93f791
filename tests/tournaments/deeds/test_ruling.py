"""Rulings in a tournament: exact mixtures, brackets that change and change back, and nothing left behind."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tests.tournaments.helpers.play import SERVER, Play
from tournaments.deeds import ladder, playing, ruling, staging
from tournaments.deeds.publishing import SetEmbargo
from tournaments.events import playing as playing_events
from tournaments.events.cases import WeighedReport
from tournaments.events.playing import Report
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.state.brackets import is_needed
from tournaments.state.disputes import disputed
from tournaments.state.ladder import order_of
from tournaments.state.outcomes import match_plan, next_extra, outcome_of
from tournaments.state.published import without_results
from tournaments.state.standing import rows_of
from tournaments.state.tournament import TournamentState

CRITERIA = ("points", "head_to_head", "difference", "quotient", "buchholz", "sonneborn_berger", "scored", "seed")
SWISS = StagePlan(type="swiss", rounds=3, tie_breaks=CRITERIA)
KNOCK_OUT = StagePlan(type="knock_out")
MADE, FAILED = Report((14, 9), (0,)), Report((5, 13), (1,))


def played(plan: StagePlan, count: int = 4) -> Play:
    """Return a tournament whose first round is played; the first side won each match."""
    play = Play()
    play.enter(count)
    play.pair(play.begin(plan))
    play.play_round(1, lambda match: (14, 9))
    return play


def rule(play: Play, report: Report | None = None, **more: Any) -> list[Any]:
    """Let the server apply a ruling about the first game of the first match."""
    match = more.pop("match", 1)
    now = play.state.matches[match].games[0].report
    assert now is not None
    deed = ruling.ApplyRuling(
        **{"match": match, "game": 1, "case": "a", "reason": "revoke", "report": report or now, **more}
    )
    return play.do(deed, SERVER)


def take_back(play: Play, case: str = "a", *, match: int = 1, **more: Any) -> list[Any]:
    return play.do(ruling.TakeBackRuling(match=match, game=1, case=case, reason="appeal", **more), SERVER)


def weigh(*shares: tuple[str, Report]) -> tuple[WeighedReport, ...]:
    return tuple(WeighedReport(share, report) for share, report in shares)


def but_for_the_log(state: TournamentState) -> TournamentState:
    """Return a tournament without what an entry in the log alone changes."""
    same = state.copied()
    same.version = same.moved = same.timed = 0
    same.at = BEGAN_AT
    same.matches = {number: replace(match, follow_up="", filled_at=None) for number, match in same.matches.items()}
    return same


BEGAN_AT = Play().state.at


def test_a_weighed_match_is_won_and_counted_in_exact_shares():
    play = played(SWISS)
    (home,), (away,) = play.state.matches[1].sides
    rule(play, results=weigh(("3/5", MADE), ("2/5", FAILED)))
    outcome = outcome_of(play.state, play.state.matches[1])
    assert outcome is not None
    assert outcome.match_points == (Fraction(6, 5), Fraction(4, 5))
    assert outcome.points == (Fraction(52, 5), Fraction(53, 5))
    assert outcome.winner == 0
    rows = {int(row.entrant): row.values for row in rows_of(play.state, 1)}
    assert rows[home] == {
        "points": Fraction(6, 5),
        "head_to_head": Fraction(0),
        "difference": Fraction(-1, 5),
        "quotient": Fraction(52, 53),
        "buchholz": Fraction(4, 5),
        "sonneborn_berger": Fraction(4, 5) * Fraction(3, 5),
        "scored": Fraction(52, 5),
        "seed": home,
    }
    assert rows[away]["points"] + rows[home]["points"] == 2
    assert rows[away]["difference"] == Fraction(1, 5)


def test_shares_that_make_whole_numbers_stay_integers():
    play = played(SWISS)
    rule(play, results=weigh(("1/2", Report((14, 9), (0,))), ("1/2", Report((4, 13), (1,)))))
    outcome = outcome_of(play.state, play.state.matches[1])
    assert outcome is not None
    assert outcome.points == (9, 11)
    assert all(type(points) is int for points in outcome.points)
    assert outcome.winner is None


def test_later_rounds_are_paired_by_weighed_points():
    play = played(SWISS)
    rule(play, results=weigh(("3/5", MADE), ("2/5", FAILED)))
    play.pair(1)
    met = {frozenset(entrant for side in play.state.matches[number].sides for entrant in side) for number in (3, 4)}
    winner = play.state.matches[2].sides[0][0]
    assert frozenset({winner, play.state.matches[1].sides[0][0]}) in met


@pytest.mark.parametrize("places", [2, 3])
def test_each_way_in_which_games_come_together_counts(places: int):
    play = Play()
    play.enter(2)
    play.pair(play.begin(StagePlan(type="round_robin", match=MatchPlan(games=places))))
    for game in range(1, places + 1):
        play.report(1, 10, 12, game=game)
    rule(play, results=weigh(("2/3", Report((20, 10), (0,))), ("1/3", Report((10, 12), (1,)))))
    outcome = outcome_of(play.state, play.state.matches[1])
    assert outcome is not None
    # In two of three the first side is ahead by ten less two a game, in one of three it is behind in all.
    assert outcome.match_points == (Fraction(4, 3), Fraction(2, 3))
    assert outcome.points[0] == 10 * (places - 1) + Fraction(50, 3)


def test_the_side_with_more_weighed_match_points_goes_on():
    play = played(KNOCK_OUT)
    first, second = play.state.matches[1].sides
    assert play.state.matches[3].sides[0] == first
    rule(play, results=weigh(("2/5", MADE), ("3/5", FAILED)))
    assert play.state.matches[3].sides[0] == second
    take_back(play)
    assert play.state.matches[3].sides[0] == first


def test_a_knock_out_match_weighed_level_goes_on_as_its_plan_says():
    play = played(StagePlan(type="knock_out", match=MatchPlan(hands=24, extra=(6, 1))))
    rule(play, results=weigh(("1/2", MADE), ("1/2", FAILED)))
    match = play.state.matches[1]
    assert outcome_of(play.state, match) is None
    assert next_extra(match, match_plan(play.state, match)) == 6
    play.do(playing.ExtendMatch(match=1))
    play.report(1, 3, 1, game=2)
    outcome = outcome_of(play.state, play.state.matches[1])
    assert outcome is not None
    assert (outcome.winner, outcome.points) == (0, (Fraction(25, 2), 12))
    assert play.state.matches[3].sides[0] == match.sides[0]


def test_a_match_weighed_level_without_further_games_puts_nobody_into_the_next():
    play = played(KNOCK_OUT)
    rule(play, results=weigh(("1/2", MADE), ("1/2", FAILED)))
    assert play.state.matches[3].sides[0] == ()


def test_a_weighed_grand_final_calls_for_the_second_and_makes_it_needless_again():
    play = Play()
    play.enter(4)
    stage = play.begin(StagePlan(type="double_elimination", options={"reset": True}))
    while not play.all_paired(stage):
        play.pair(stage)
    *earlier, final, second = sorted(play.state.matches)
    for number in (*earlier, final):
        play.report(number, 14, 9)
    assert not is_needed(play.state, play.state.matches[second])
    first_loser = play.state.matches[final].sides[1]

    rule(play, match=final, results=weigh(("1/3", MADE), ("2/3", FAILED)))
    assert is_needed(play.state, play.state.matches[second])
    assert set(play.state.matches[second].sides) == set(play.state.matches[final].sides)
    play.report(second, 3, 20)
    assert (
        play.refusal(ruling.ApplyRuling(match=final, game=1, case="b", reason="revoke", report=MADE), SERVER)
        == "follows-started"
    )

    take_back(play, match=final)
    assert not is_needed(play.state, play.state.matches[second])
    assert not play.state.matches[second].has_begun
    places = [row.entrant for row in rows_of(play.state, stage)]
    assert places[1] == str(first_loser[0])


def test_a_weighed_challenge_of_a_ladder_goes_to_the_likelier_side_and_a_level_one_changes_nothing():
    play = Play()
    play.enter(3)
    play.begin(StagePlan(type="ladder"))
    play.do(ladder.Challenge(stage=1, challenger=2, challenged=1))
    play.do(ladder.AcceptChallenge(stage=1, challenge=1))

    def order() -> tuple[int, ...]:
        return order_of(play.state, play.state.stages[1])

    play.report(1, 9, 14)
    assert order() == (2, 1, 3)
    rule(play, results=weigh(("3/5", Report((14, 9), (0,))), ("2/5", Report((9, 14), (1,)))))
    assert order() == (1, 2, 3)
    rule(play, results=weigh(("1/2", Report((14, 9), (0,))), ("1/2", Report((9, 14), (1,)))))
    assert order() == (1, 2, 3)
    rule(play, results=weigh(("2/5", Report((14, 9), (0,))), ("3/5", Report((9, 14), (1,)))))
    assert order() == (2, 1, 3)
    take_back(play)
    assert order() == (2, 1, 3)
    assert [step.kind for step in play.state.stages[1].steps] == ["challenge"], "it is noted in its turn, once"


def test_a_weighed_best_of_three_is_over_once_every_way_has_a_winner():
    play = Play()
    play.enter(2)
    play.pair(play.begin(StagePlan(type="round_robin", match=MatchPlan(games=3, best_of=True))))
    for game in (1, 2):
        play.report(1, 14, 9, game=game)
    rule(play, results=weigh(("3/4", MADE), ("1/4", FAILED)))
    assert outcome_of(play.state, play.state.matches[1]) is None, "in one of four ways each side has won a game"
    play.report(1, 9, 14, game=3)
    outcome = outcome_of(play.state, play.state.matches[1])
    assert outcome is not None
    assert (outcome.winner, outcome.match_points) == (0, (Fraction(3, 2), Fraction(1, 2)))


def test_another_scoring_weighs_by_its_own_match_points():
    plan = replace(SWISS, scoring={"win": "3", "draw": "1", "loss": "0"})
    play = played(plan)
    rule(play, results=weigh(("1/2", MADE), ("1/3", Report((9, 9), ())), ("1/6", FAILED)))
    outcome = outcome_of(play.state, play.state.matches[1])
    assert outcome is not None
    assert outcome.match_points == (Fraction(11, 6), Fraction(5, 6))


def test_a_replayed_final_comes_back_with_the_ruling_taken_back():
    play = played(KNOCK_OUT)
    play.report(3, 20, 4)
    before = play.state
    happened = rule(play, FAILED, follow_up="replay")
    assert [type(event).__name__ for event in happened] == ["MatchSetAside", "MatchCorrected", "FollowUpChosen"]
    final = play.state.matches[3]
    assert final.sides[0] == before.matches[1].sides[1]
    assert final.games == ()
    play.report(3, 1, 9)
    take_back(play)
    final = play.state.matches[3]
    assert (final.sides, final.games) == (before.matches[3].sides, before.matches[3].games)
    assert final.set_aside == ()


def test_a_final_that_began_by_the_ruling_is_played_anew_once_that_is_taken_back():
    play = played(KNOCK_OUT)
    rule(play, FAILED)
    play.report(3, 20, 4)
    take_back(play)
    final = play.state.matches[3]
    assert final.sides[0] == play.state.matches[1].sides[0]
    assert final.games == ()


@pytest.mark.parametrize("follow_up", ["keep", "re_pair", "replay"])
@pytest.mark.parametrize("results", [(), weigh(("3/5", MADE), ("2/5", FAILED))], ids=["adjusted", "weighed"])
@pytest.mark.parametrize("plan", [SWISS, KNOCK_OUT, StagePlan(type="round_robin")], ids=lambda plan: plan.type)
def test_a_ruling_and_its_taking_back_leave_all_as_it_was_but_for_the_log(plan, results, follow_up):
    play = played(plan)
    before = but_for_the_log(play.state)
    rule(play, None if results else FAILED, results=results, follow_up=follow_up)
    assert but_for_the_log(play.state) != before
    take_back(play, follow_up=follow_up)
    assert but_for_the_log(play.state) == before


def test_a_draft_comes_back_with_the_ruling_undone():
    play = played(SWISS)
    play.do(staging.PairRound(stage=1))
    before = but_for_the_log(play.state)
    rule(play, FAILED, follow_up="re_pair")
    assert play.state.stages[1].last_round() == 1
    play.undo(play.version_of(playing_events.MatchCorrected))
    assert but_for_the_log(play.state) == before


def test_rulings_of_two_cases_are_taken_back_in_any_order():
    play = played(SWISS)
    before = but_for_the_log(play.state)
    rule(play, Report((10, 12), (1,)))
    rule(play, Report((6, 14), (1,)), case="b")
    # Without the first the game comes to what the second alone makes of it.
    take_back(play, report=Report((10, 11), (1,)))
    game = play.state.matches[1].games[0]
    assert (game.report, game.ruled) == (Report((10, 11), (1,)), ("b",))
    take_back(play, case="b")
    assert but_for_the_log(play.state) == before


def test_what_the_desk_corrects_after_a_ruling_stays():
    play = played(SWISS)
    rule(play, results=weigh(("3/5", MADE), ("2/5", FAILED)))
    play.do(playing.CorrectResult(match=1, points=(14, 9), reason="misread"))
    assert play.state.matches[1].games[0].weighed == ()
    assert take_back(play) == []


def test_a_later_report_of_the_game_itself_is_not_taken_after_a_ruling():
    play = Play()
    play.enter(4)
    play.pair(play.begin(SWISS))
    play.do(playing.CallMatch(match=1))
    play.do(playing.ReportGame(match=1, points=(14, 9), version=7), SERVER)
    rule(play, FAILED)
    assert play.do(playing.ReportGame(match=1, points=(14, 9), version=9), SERVER) == []
    take_back(play)
    game = play.state.matches[1].games[0]
    assert (game.by, game.version, game.report) == ("game", 7, MADE)


def test_a_match_knows_its_open_cases_also_when_all_is_over():
    play = played(SWISS)
    play.do(staging.CloseStage(stage=1))
    play.do(ruling.NoteDispute(match=1, game=1, hand=3, case="a"), SERVER)
    play.do(ruling.NoteDispute(match=1, game=1, hand=4, case="b"), SERVER)
    assert play.do(ruling.NoteDispute(match=1, game=1, hand=3, case="a"), SERVER) == []
    assert play.do(ruling.NoteDispute(match=99, game=1, hand=3, case="c"), SERVER) == []
    assert [match.number for match in disputed(play.state)] == [1]
    play.do(ruling.CloseDispute(match=1, case="a"), SERVER)
    assert [one.case for one in play.state.matches[1].disputes] == ["b"]
    play.do(ruling.CloseDispute(match=1, case="b"), SERVER)
    assert play.do(ruling.CloseDispute(match=1, case="b"), SERVER) == []
    assert disputed(play.state) == ()


def test_that_a_withheld_result_is_disputed_is_not_told():
    play = Play()
    play.enter(4)
    play.pair(play.begin(SWISS))
    play.report(1, 14, 9)
    play.do(SetEmbargo())
    play.report(2, 14, 9)
    for match in (1, 2):
        play.do(ruling.NoteDispute(match=match, game=1, hand=1, case=f"case-{match}"), SERVER)
    assert play.state.embargo is not None
    seen = without_results(play.state, play.state.embargo, ())
    assert [match.number for match in disputed(seen)] == [1]
    own = without_results(play.state, play.state.embargo, play.state.entrants[play.state.matches[2].entrants[0]].squad)
    assert [match.number for match in disputed(own)] == [1, 2]


def test_a_ruling_on_a_withheld_result_is_not_told():
    play = Play()
    play.enter(4)
    play.pair(play.begin(SWISS))
    play.do(SetEmbargo())
    play.report(1, 14, 9)
    rule(play, results=weigh(("3/5", MADE), ("2/5", FAILED)))
    assert play.state.embargo is not None
    seen = without_results(play.state, play.state.embargo, ())
    assert seen.matches[1].games[0].weighed == ()
    assert seen.matches[1].games[0].before is None
