"""A ladder as it is shown: how each place came about, and what is open."""

from datetime import timedelta

from tests.tournaments.helpers.play import Play
from tournaments.deeds import entering, ladder
from tournaments.events.settings import StagePlan
from tournaments.state.ladder import ladder_rules, order_of, within_reach
from tournaments.summaries.ladders import open_challenges, rungs_of


def begun(entrants: int = 5, **options: int) -> Play:
    play = Play()
    play.enter(entrants)
    play.begin(StagePlan(type="ladder", options=options))
    return play


def how(play: Play) -> list[tuple[int, str, int | None, int | None]]:
    stage = play.state.stages[1]
    rungs = rungs_of(play.state, stage)
    assert [rung.rank for rung in rungs] == list(range(1, len(rungs) + 1))
    assert tuple(rung.entrant for rung in rungs) == order_of(play.state, stage)
    return [(rung.entrant, rung.how, rung.other, rung.before) for rung in rungs]


def challenged(play: Play, challenger: int, other: int) -> int:
    play.do(ladder.Challenge(stage=1, challenger=challenger, challenged=other))
    return play.state.stages[1].challenges[-1].number


def test_each_place_says_how_it_came_about():
    play = begun()
    assert how(play)[0] == (1, "began", None, None)
    number = challenged(play, 4, 2)
    play.do(ladder.AcceptChallenge(stage=1, challenge=number))
    match = play.state.last_match
    play.report(match, 1, 7)
    assert how(play) == [
        (1, "began", None, None),
        (4, "won", 2, 4),
        (2, "passed", 4, 2),
        (3, "passed", 4, 3),
        (5, "began", None, None),
    ]
    assert rungs_of(play.state, play.state.stages[1])[1].match == match
    play.do(ladder.RefuseChallenge(stage=1, challenge=challenged(play, 5, 3)))
    assert how(play)[3:] == [(5, "given", 3, 5), (3, "passed", 5, 4)]
    play.do(entering.Leave(entrant=4))
    assert how(play)[1:] == [(2, "up", 4, 3), (5, "up", 4, 4), (3, "up", 4, 5), (4, "left", None, 2)]
    play.do(entering.Return(entrant=4))
    assert how(play)[4] == (4, "returned", None, None)


def test_a_lost_challenge_moves_nobody():
    play = begun()
    play.do(ladder.AcceptChallenge(stage=1, challenge=challenged(play, 4, 2)))
    play.report(play.state.last_match, 7, 1)
    assert {rung[1] for rung in how(play)} == {"began"}


def test_who_does_not_play_moves_down_and_says_so():
    play = begun(3, inactive_days=10, inactive_places=1)
    now = int((play.state.at + timedelta(days=11)).timestamp())
    play.do(ladder.MoveDown(stage=1, entrant=1, now=now))
    assert how(play) == [(2, "up", 1, 2), (1, "down", None, 1), (3, "began", None, None)]


def test_within_reach_are_those_above_that_are_free():
    play = begun(6, reach=3)
    stage = play.state.stages[1]
    rules = ladder_rules(stage)
    assert within_reach(play.state, stage, rules, 1) == ()
    assert within_reach(play.state, stage, rules, 6) == (5, 4, 3)
    challenged(play, 5, 4)
    stage = play.state.stages[1]
    assert within_reach(play.state, stage, rules, 6) == (3,)
    assert within_reach(play.state, stage, rules, 5) == ()
    play.do(entering.Leave(entrant=3))
    assert within_reach(play.state, play.state.stages[1], rules, 6) == (2,)


def test_open_are_challenges_without_an_answer_and_matches_without_a_result():
    play = begun()
    challenged(play, 2, 1)
    play.do(ladder.AcceptChallenge(stage=1, challenge=challenged(play, 4, 3)))
    stage = play.state.stages[1]
    pending = open_challenges(play.state, stage)
    assert [one.challenge.status for one in pending] == ["open", "accepted"]
    assert pending[0].answer_by == pending[0].challenge.made_at + timedelta(days=7)
    play.report(play.state.last_match, 1, 0)
    assert len(open_challenges(play.state, play.state.stages[1])) == 1
