"""The forecast of a round: which table is late against what, and when the last one ends."""

from datetime import timedelta

from tests.tournaments.helpers.play import BEGAN, Play
from tournaments.deeds.playing import CallMatch, ReportGame
from tournaments.deeds.staging import CallRound, PairRound, ReleaseRound
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.forecast.rounds import Progress, RoundForecast, forecast_round
from tournaments.summaries.rounds import running_rounds

PLAN = StagePlan(type="swiss", rounds=3, tie_breaks=("points", "seed"), match=MatchPlan(hands=10))


def playing(plan: StagePlan = PLAN) -> Play:
    """Return a tournament of eight pairs whose first round is called and played at tables."""
    play = Play()
    play.enter(8)
    play.begin(plan)
    play.pair(1)
    for match in sorted(play.state.matches):
        play.do(CallMatch(match=match))
    return play


def forecast(
    play: Play, done: dict[int, tuple[int, float]], after: timedelta, limit: float | None = None
) -> RoundForecast:
    """Return the forecast so long after the first call; `done` has the hands of matches, and the minutes they took."""
    matches = list(play.state.matches.values())
    first = play.state.matches[1].games[0].called_at
    assert first is not None
    progress = {}
    for match in matches:
        game = match.games[0]
        hands, minutes = done.get(match.number, (0, 0))
        assert game.called_at is not None
        progress[game.stream] = Progress(hands, game.called_at.timestamp() + 60 * minutes if hands else None)
    now = (first + after).timestamp()
    return forecast_round(play.state, matches, progress, usual=180, usual_hands=12, now=now, limit=limit)


def test_a_slow_table_is_late_against_the_middle_of_its_round():
    told = forecast(playing(), {1: (8, 24), 2: (8, 24), 3: (8, 24), 4: (3, 24)}, timedelta(minutes=28))
    assert [ending.match for ending in told.late] == [4]
    assert told.last == 4
    assert told.ends == told.endings[4].ends
    assert told.limit is not None
    assert not told.planned
    assert (told.endings[4].done, told.endings[4].hands) == (3, 10)


def test_a_planned_end_is_the_limit():
    play = playing()
    limit = (BEGAN + timedelta(hours=1)).timestamp()
    told = forecast(play, dict.fromkeys(range(1, 5), (1, 30)), timedelta(minutes=30), limit)
    assert told.planned
    assert len(told.late) == 4
    assert all(ending.late == int((ending.ends or 0) - limit) for ending in told.late)


def test_a_round_that_is_not_called_has_no_end():
    play = Play()
    play.enter(8)
    play.begin(PLAN)
    play.do(PairRound(stage=1))
    play.do(ReleaseRound(stage=1, round=1))
    told = forecast_round(play.state, list(play.state.matches.values()), {}, usual=180, usual_hands=12, now=0)
    assert told.ends is None
    assert told.limit is None
    assert {ending.ends for ending in told.endings.values()} == {None}


def test_where_the_desk_enters_results_a_match_ends_after_its_hands():
    play = Play()
    play.enter(4)
    play.begin(StagePlan(type="round_robin", match=MatchPlan(hands=10, place="desk")))
    play.pair(1)
    called = play.state.stages[1].rounds[0].called_at
    assert called is not None
    matches = [play.state.matches[number] for number in play.state.stages[1].rounds[0].matches]
    now = called.timestamp() + 60
    told = forecast_round(play.state, matches, {}, usual=180, usual_hands=12, now=now)
    assert {ending.ends for ending in told.endings.values()} == {called.timestamp() + 1800}
    assert {ending.done for ending in told.endings.values()} == {None}
    play.do(ReportGame(match=matches[0].number, points=(9, 3)))
    matches = [play.state.matches[match.number] for match in matches]
    later = forecast_round(play.state, matches, {}, usual=180, usual_hands=12, now=now)
    assert later.endings[matches[0].number].over
    assert later.pace.hands == 10


def test_the_games_of_a_best_of_three_that_may_not_be_played_are_not_counted():
    plan = StagePlan(type="knock_out", match=MatchPlan(hands=6, games=3, best_of=True))
    play = Play()
    play.enter(2)
    play.begin(plan)
    play.pair(1)
    play.do(CallMatch(match=1))
    match = play.state.matches[1]
    now = BEGAN.timestamp() + 10**5

    def hands() -> int:
        known = forecast_round(
            play.state, [play.state.matches[1]], {match.games[0].stream: Progress(0)}, usual=1, usual_hands=1, now=now
        )
        return known.endings[1].hands

    assert hands() == 12
    play.do(ReportGame(match=1, points=(9, 3), hands=6))
    assert hands() == 12
    play.do(ReportGame(match=1, game=2, points=(3, 9), hands=6))
    assert hands() == 18


def test_the_rounds_that_are_played_are_those_called_and_not_over():
    play = playing()
    stage = play.state.stages[1]
    assert [one.number for one in running_rounds(play.state, stage)] == [1]
    play.play_round(1, lambda match: (1, 0))
    assert [one.number for one in running_rounds(play.state, play.state.stages[1])] == [1], "just over"
    play.do(PairRound(stage=1))
    assert [one.number for one in running_rounds(play.state, play.state.stages[1])] == [1], "a draft is no round yet"
    play.do(ReleaseRound(stage=1, round=2))
    assert [one.number for one in running_rounds(play.state, play.state.stages[1])] == [2]
    play.do(CallRound(stage=1, round=2))
    assert [one.number for one in running_rounds(play.state, play.state.stages[1])] == [2]
