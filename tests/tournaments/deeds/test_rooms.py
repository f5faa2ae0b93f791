"""A match in several rooms: one game at each of several tables at the same time, whose points are added."""

from collections.abc import Iterable
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.helpers.play import BEGAN, SERVER, Play, settings
from tournaments.deeds import entering, opening, playing, staging
from tournaments.deeds.base import Refused
from tournaments.deeds.planning import check_plan
from tournaments.directing.due import due
from tournaments.events.playing import LineUpNamed, MatchCalled, MatchExtended
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.state.outcomes import is_level, outcome_of
from tournaments.state.tournament import MatchState
from tournaments.summaries.matches import match_view


def fours(plan: MatchPlan, count: int = 2, squad: int = 4, **changes: object) -> Play:
    """Return a round robin of squads of a size with its matches called; the players of entrant 1 are 1a, 1b, ..."""
    play = Play(**{"squad": squad, "kind": "team", **changes})
    for number in range(1, count + 1):
        play.do(entering.Enter(squad=tuple(f"{number}{letter}" for letter in "abcdefghijkl"[:squad])))
    play.pair(play.begin(StagePlan(type="round_robin", match=plan)))
    return play


TWO_ROOMS = MatchPlan(games=2, rooms=2, hands=8)


def match_1(play: Play) -> MatchState:
    return play.state.matches[1]


def test_a_call_begins_a_game_in_each_room_with_its_own_table_and_players() -> None:
    play = fours(TWO_ROOMS, squad=5)
    play.do(playing.NameLineUp(match=1, entrant=2, players=("2e", "2b", "2c", "2a")))
    home, away = match_1(play).sides
    assert (home, away) == ((1,), (2,))

    called = play.do(playing.CallMatch(match=1))

    assert [type(event) for event in called] == [MatchCalled, MatchCalled]
    assert [(one.game, one.line_ups) for one in called] == [
        (1, (("1a", "1b"), ("2e", "2b"))),
        (2, (("1c", "1d"), ("2c", "2a"))),
    ]
    assert len({one.stream for one in called}) == 2
    assert match_1(play).seated == (("1a", "1b", "1c", "1d"), ("2e", "2b", "2c", "2a"))
    assert play.refusal(playing.CallMatch(match=1)) == "game-running"


def test_nobody_sits_twice_when_a_player_is_absent() -> None:
    play = fours(TWO_ROOMS, squad=5)
    first, second = play.do(playing.CallMatch(match=1, absent=("1b", "2a", "2c")))
    assert first.line_ups == (("1a", "1e"), ("2e", "2b"))
    assert second.line_ups == (("1c", "1d"), ("2d",)), "the players of the other room stay where they are"


def test_the_match_is_over_when_all_rooms_have_reported_in_any_order_and_their_points_are_added() -> None:
    play = fours(TWO_ROOMS)
    play.do(playing.CallMatch(match=1))
    play.do(playing.ReportGame(match=1, game=2, points=(9, 1), version=40), SERVER)
    assert outcome_of(play.state, match_1(play)) is None
    assert match_view(play.state, match_1(play)).points == (9, 1)

    play.do(playing.ReportGame(match=1, game=1, points=(0, 7), version=30), SERVER)

    outcome = outcome_of(play.state, match_1(play))
    assert outcome is not None
    assert (outcome.winner, outcome.points) == (0, (9, 8)), "the sum decides, not the games won"


def test_the_desk_reports_the_rooms_in_any_order_without_a_call() -> None:
    play = fours(MatchPlan(games=4, rooms=2, place="desk"))
    assert play.refusal(playing.ReportGame(match=1, game=3, points=(1, 0))) == "unknown-game"
    play.report(1, 3, 2, game=2)
    assert [game.report is not None for game in match_1(play).games] == [False, True]
    play.report(1, 1, 2, game=1)
    play.report(1, 1, 1, game=4)
    play.report(1, 0, 0, game=3)
    outcome = outcome_of(play.state, match_1(play))
    assert outcome is not None
    assert (outcome.winner, outcome.points) == (None, (5, 5))


def test_a_level_match_goes_on_in_all_rooms() -> None:
    play = fours(MatchPlan(games=2, rooms=2, hands=8, extra=(6, 1)))
    play.do(playing.CallMatch(match=1))
    play.report(1, 5, 3, game=1)
    play.report(1, 3, 5, game=2)
    now = BEGAN + timedelta(days=1)
    assert due(play.state, now).deeds == (playing.ExtendMatch(match=1),)

    assert play.do(playing.ExtendMatch(match=1)) == [MatchExtended(1, 6), MatchExtended(1, 6)]

    assert due(play.state, now).deeds == (playing.CallMatch(match=1),)
    assert [event.game for event in play.do(playing.CallMatch(match=1))] == [3, 4]
    assert due(play.state, now).deeds == ()
    play.report(1, 2, 2, game=3)
    play.report(1, 1, 1, game=4)
    assert play.do(playing.ExtendMatch(match=1)) == [MatchExtended(1, 1), MatchExtended(1, 1)]
    assert match_view(play.state, match_1(play)).extra == 2
    play.report(1, 2, 1, game=6)
    play.report(1, 0, 0, game=5)
    outcome = outcome_of(play.state, match_1(play))
    assert outcome is not None
    assert (outcome.winner, outcome.points) == (0, (13, 12))


def test_a_second_set_of_games_is_called_when_the_first_is_reported_in_all_rooms() -> None:
    play = fours(MatchPlan(games=4, rooms=2))
    play.do(playing.CallMatch(match=1))
    play.report(1, 5, 3, game=1)
    assert due(play.state, BEGAN + timedelta(days=1)).deeds == ()
    play.report(1, 3, 5, game=2)
    assert due(play.state, BEGAN + timedelta(days=1)).deeds == (playing.CallMatch(match=1),)
    assert [event.game for event in play.do(playing.CallMatch(match=1))] == [3, 4]


def test_a_result_of_a_room_is_undone_and_corrected_though_the_other_room_has_reported() -> None:
    play = fours(TWO_ROOMS)
    play.do(playing.CallMatch(match=1))
    play.report(1, 5, 3, game=1)
    first = play.state.version
    play.report(1, 0, 1, game=2)
    assert play.standing(first) == []
    play.undo(first)
    assert match_1(play).games[0].report is None
    play.report(1, 2, 2, game=1)
    play.do(playing.CorrectResult(match=1, game=2, points=(1, 0), reason="misread"))
    outcome = outcome_of(play.state, match_1(play))
    assert outcome is not None
    assert (outcome.winner, outcome.points) == (0, (3, 2))


def test_the_next_games_stand_on_those_of_all_rooms() -> None:
    play = fours(MatchPlan(games=4, rooms=2))
    play.report(1, 5, 3, game=1)
    first = play.state.version
    play.report(1, 3, 5, game=2)
    play.do(playing.CallMatch(match=1))
    assert set(play.standing(first)) == {"MatchCalled"}


def test_a_replay_is_called_in_all_rooms_at_new_tables() -> None:
    play = fours(TWO_ROOMS)
    before = {event.stream for event in play.do(playing.CallMatch(match=1))}
    play.report(1, 5, 3, game=2)
    play.do(playing.ReopenMatch(match=1, reason="trouble", replay=True))
    assert match_1(play).games == ()
    again = play.do(playing.CallMatch(match=1))
    assert [event.game for event in again] == [1, 2]
    assert before.isdisjoint(event.stream for event in again)


def test_a_room_that_the_desk_has_reported_is_not_called() -> None:
    play = fours(TWO_ROOMS)
    play.report(1, 5, 3, game=2)
    assert [event.game for event in play.do(playing.CallMatch(match=1))] == [1]


def test_a_report_by_which_its_room_was_not_called_is_not_undone_under_that_call() -> None:
    """The call would have begun the game of that room too; undone alone, its game would be played after the other."""
    play = fours(TWO_ROOMS)
    play.report(1, 5, 3, game=1)
    reported = play.state.version
    play.do(playing.CallMatch(match=1))
    assert play.standing(reported) == ["MatchCalled"]

    play.undo(play.state.version)
    assert play.standing(reported) == []
    play.undo(reported)
    assert [event.game for event in play.do(playing.CallMatch(match=1))] == [1, 2]


def test_a_line_up_names_the_players_of_all_rooms() -> None:
    play = fours(TWO_ROOMS)
    assert play.refusal(playing.NameLineUp(match=1, entrant=1, players=("1a", "1b"))) == "line-up-size"
    twice = ("1a", "1b", "1c", "1a")
    assert play.refusal(playing.NameLineUp(match=1, entrant=1, players=twice)) == "player-twice"
    named = ("1d", "1c", "1b", "1a")
    assert play.do(playing.NameLineUp(match=1, entrant=1, players=named)) == [LineUpNamed(1, 1, named)]


def test_a_round_waits_for_the_line_ups_of_squads_that_choose_their_rooms() -> None:
    play = fours(TWO_ROOMS, line_up_minutes=10)
    called_at = play.state.stages[1].rounds[0].called_at
    assert called_at is not None
    owed = due(play.state, called_at + timedelta(minutes=5))
    assert (owed.deeds, owed.at) == ((), called_at + timedelta(minutes=10))


def test_a_substitute_takes_the_seat_in_the_room() -> None:
    play = fours(TWO_ROOMS, squad=5)
    play.do(playing.CallMatch(match=1))
    play.do(playing.Substitute(match=1, entrant=1, player="1e", replaced="1c"))
    assert [game.seated[0] for game in match_1(play).games] == [("1a", "1b"), ("1e", "1d")]
    assert play.refusal(playing.Substitute(match=1, entrant=1, player="1a", replaced="1d")) == "plays-already"


@pytest.mark.parametrize(
    "plan",
    [
        MatchPlan(games=5, rooms=5),
        MatchPlan(games=0, rooms=0),
        MatchPlan(games=3, rooms=3, best_of=True),
        MatchPlan(games=3, rooms=2),
        MatchPlan(games=1, rooms=2),
    ],
)
def test_rooms_that_cannot_be_played_are_refused(plan: MatchPlan) -> None:
    for stage in (StagePlan(type="swiss", rounds=1, match=plan), StagePlan(type="knock_out", rounds_from_last=(plan,))):
        with pytest.raises(Refused) as refused:
            check_plan(stage)
        assert refused.value.code == "plan-impossible"


def test_squads_have_players_for_all_rooms() -> None:
    plan = StagePlan(type="swiss", rounds=2, match=TWO_ROOMS)
    play = Play(squad=3, kind="team")
    assert play.refusal(opening.PlanStage(plan=plan)) == "plan-impossible"
    play.do(opening.ChangeTournament(settings=settings(squad=5, kind="team")))
    changed = play.state.version
    play.do(opening.PlanStage(plan=plan))
    assert play.refusal(opening.ChangeTournament(settings=settings(squad=3, kind="team"))) == "plan-impossible"
    assert play.standing(changed) == ["StagePlanned"]
    for number in (1, 2, 3):
        play.do(entering.Enter(squad=tuple(f"{number}{letter}" for letter in "abcd")))
    play.do(entering.ChangeSquad(entrant=3, squad=("3a", "3b", "3c")))
    assert play.refusal(staging.BeginStage(stage=1)) == "squad-too-small"
    play.do(entering.ChangeSquad(entrant=3, squad=("3a", "3b", "3c", "3e")))
    grown = play.state.version
    play.do(staging.BeginStage(stage=1))
    assert "StageBegun" in play.standing(grown)
    assert play.refusal(entering.ChangeSquad(entrant=3, squad=("3a", "3b", "3c"))) == "squad-size"
    play.do(entering.Enter(squad=("4a", "4b", "4c")))
    assert play.refusal(entering.Join(entrant=4, stage=1)) == "squad-too-small"


@given(
    rooms=st.integers(1, 4),
    sets=st.integers(1, 3),
    extra=st.lists(st.integers(1, 6), max_size=3).map(tuple),
    results=st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=24, max_size=24),
    order=st.randoms(use_true_random=False),
)
def test_any_match_ends_with_the_sum_of_the_points(rooms, sets, extra, results, order) -> None:
    """Whatever the rooms, games and further games are, and in whatever order the rooms report."""
    plan = MatchPlan(games=rooms * sets, rooms=rooms, extra=extra)
    play = fours(plan, squad=12)
    left, played = iter(results), []
    for turn in range(sets + len(extra) + 1):
        match = match_1(play)
        if outcome_of(play.state, match) is not None:
            break
        if len(match.games) == turn * rooms and turn >= sets:
            assert is_level(match, plan)
            play.do(playing.ExtendMatch(match=1))
        called = [event.game for event in play.do(playing.CallMatch(match=1))]
        assert called == list(range(turn * rooms + 1, (turn + 1) * rooms + 1))
        _sits_once(event.line_ups for event in play.events(MatchCalled)[-rooms:])
        for game in order.sample(called, len(called)):
            points = next(left)
            played.append(points)
            play.do(playing.ReportGame(match=1, game=game, points=points, version=game + 9), SERVER)
    outcome = outcome_of(play.state, match_1(play))
    assert outcome is not None
    total = tuple(map(sum, zip(*played, strict=True)))
    assert outcome.points == total
    level = total[0] == total[1]
    assert outcome.winner == (None if level else total.index(max(total)))
    assert len(played) == rooms * (sets + len(extra)) if level else len(played) % rooms == 0
    assert play.folded() == play.state


def _sits_once(line_ups: Iterable[tuple[tuple[str, ...], ...]]) -> None:
    sitting = [player for room in line_ups for side in room for player in side]
    assert len(set(sitting)) == len(sitting)
