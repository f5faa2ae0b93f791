"""What if: supposed results lead where the same reports lead, and so do a withdrawal and another plan."""

from contextlib import suppress
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.helpers.play import Play
from tests.tournaments.helpers.random_play import PLANS, RandomPlay
from tournaments.deeds import entering, playing
from tournaments.deeds.base import Refused
from tournaments.deeds.staging import PairRound
from tournaments.events.settings import MatchPlan, StagePlan
from tournaments.previews.comparing import impact
from tournaments.previews.results import (
    DESK,
    MAX_RESULTS,
    SupposedResult,
    Winner,
    deeds_of,
    is_open,
    supposing_results,
)
from tournaments.previews.supposing import planned_otherwise
from tournaments.previews.whatif import Supposition, supposed
from tournaments.state.outcomes import outcome_of
from tournaments.state.standing import rows_of
from tournaments.state.tournament import TournamentState


def league(count: int = 4, **plan: object) -> Play:
    play = Play()
    play.enter(count)
    play.begin(StagePlan(**{"type": "round_robin", **plan}))  # type: ignore[arg-type]
    play.pair(1)
    return play


def standings(state: TournamentState) -> list[object]:
    return [
        rows_of(state, stage.number, group)
        for stage in state.stages.values()
        if stage.status != "planned"
        for group in range(len(stage.groups))
    ]


@pytest.mark.parametrize("name", PLANS)
@settings(max_examples=12)
@given(seed=st.integers(0, 1_000), steps=st.integers(10, 60))
def test_what_is_supposed_is_what_comes_if_it_is_done(name: str, seed: int, steps: int):
    random = Random(seed)
    play = RandomPlay(name, random)
    for _ in range(steps):
        play.step()
    state = play.state
    open_matches = [match for match in state.matches.values() if is_open(state, match)]
    results = []
    for match in random.sample(open_matches, min(4, len(open_matches))):
        winner: Winner = random.choice(get_args(Winner))
        points = (random.randint(-3, 9), random.randint(-3, 9)) if random.random() < 0.5 else ()
        results.append(SupposedResult(match.number, points, winner))
    after = None
    # A result that cannot be is refused: a level one where a match goes on until it is decided.
    with suppress(Refused):
        after = supposing_results(state, results)
    assert play.state is state
    if after is None:
        return
    for result in results:
        for deed in deeds_of(play.state, play.state.matches[result.match], result):
            if outcome_of(play.state, play.state.matches[result.match]) is None:
                play.do(deed, DESK)
    assert standings(after) == standings(play.state)
    assert impact(after, play.state).is_empty
    for result in results:
        match = after.matches[result.match]
        assert outcome_of(after, match) == outcome_of(play.state, play.state.matches[result.match])


def test_a_result_without_points_counts_in_match_points_alone():
    play = league(tie_breaks=("points", "difference"))
    match = play.open_matches(1)[0]
    after = supposing_results(play.state, [SupposedResult(match.number, winner="away")])
    rows = {int(row.entrant): row.values for row in rows_of(after, 1)}
    ((home,), (away,)) = match.sides
    assert (rows[home]["points"], rows[away]["points"]) == (0, 2)
    assert (rows[home]["difference"], rows[away]["difference"]) == (0, 0)


@pytest.mark.parametrize(
    ("plan", "result", "points", "winner"),
    [
        (MatchPlan(games=3), SupposedResult(1, (20, 14)), (20, 14), 0),
        (MatchPlan(hands=8, games=3), SupposedResult(1, (71, -93)), (71, -93), 0),
        (MatchPlan(games=3), SupposedResult(1, winner="away"), (7, 8), 1),
        (MatchPlan(games=3), SupposedResult(1, winner="level"), (7, 7), None),
        (MatchPlan(games=3, best_of=True), SupposedResult(1, winner="away"), (7, 3), 1),
        (MatchPlan(games=3, best_of=True), SupposedResult(1, (12, 9)), (12, 9), 0),
    ],
)
def test_what_is_played_already_counts(
    plan: MatchPlan, result: SupposedResult, points: tuple[int, int], winner: int | None
):
    play = league(match=plan)
    play.report(1, 7, 3)
    after = supposing_results(play.state, [result])
    outcome = outcome_of(after, after.matches[1])
    assert outcome is not None
    assert (outcome.points, outcome.winner) == (points, winner)


def test_a_level_match_that_goes_on_does_not_end_level():
    play = league(match=MatchPlan(hands=24, extra=(6, 1)))
    with pytest.raises(Refused) as refused:
        supposing_results(play.state, [SupposedResult(1, winner="level")])
    assert (refused.value.code, refused.value.members) == ("stays-level", {"number": 1})


def test_drafts_results_and_what_nobody_knows_cannot_be_supposed():
    play = Play()
    play.enter(4)
    play.begin(StagePlan(type="knock_out"))
    play.do(PairRound(stage=1))
    assert not [match for match in play.state.matches.values() if is_open(play.state, match)]
    with pytest.raises(Refused) as refused:
        supposing_results(play.state, [SupposedResult(1, (1, 0))])
    assert refused.value.code == "not-open"
    with pytest.raises(Refused) as refused:
        supposing_results(play.state, [SupposedResult(77, (1, 0))])
    assert refused.value.code == "not-open"


def test_so_many_results_at_most_and_points_that_can_be():
    play = league(12)
    results = [SupposedResult(match.number, (1, 0)) for match in play.open_matches(1)]
    assert len(results) > MAX_RESULTS
    for wrong, code in (
        (results, "too-many-results"),
        ([SupposedResult(1, (1, 10_000))], "points-impossible"),
        ([SupposedResult(1, (1, 1_201))], "points-impossible"),
    ):
        with pytest.raises(Refused) as refused:
            supposing_results(play.state, wrong)
        assert refused.value.code == code
    supposing_results(play.state, results[:MAX_RESULTS])


def test_a_winner_goes_on_in_a_bracket():
    play = Play()
    play.enter(4)
    play.begin(StagePlan(type="knock_out"))
    play.pair(1)
    after = supposing_results(play.state, [SupposedResult(1, winner="away"), SupposedResult(2, winner="home")])
    assert after.matches[3].sides == (play.state.matches[1].sides[1], play.state.matches[2].sides[0])
    final = SupposedResult(3, (1, 4))
    assert outcome_of(supposing_results(after, [final]), after.matches[3]) is None


def test_results_a_withdrawal_and_another_plan_together_are_what_comes_of_them():
    play = league(5, tie_breaks=("points", "seed"))
    what = Supposition(
        results=(SupposedResult(1, (3, 9)), SupposedResult(2, winner="level")),
        leaves=5,
        matches="void",
        scoring={"win": "3", "draw": "1"},
        tie_breaks=("points", "wins", "seed"),
    )
    after = supposed(play.state, 1, what)
    play.report(1, 3, 9)
    play.do(playing.ReportGame(match=2, points=(0, 0), winners=()))
    play.do(entering.Leave(entrant=5, matches="void"))
    plan = planned_otherwise(play.state, 1, scoring=what.scoring, tie_breaks=what.tie_breaks)
    assert standings(after) == standings(plan)
    assert standings(after) != standings(play.state)


@pytest.mark.parametrize(
    ("what", "code"),
    [
        (Supposition(leaves=9), "unknown-entrant"),
        (Supposition(scoring={"win": "much"}), "plan-impossible"),
        (Supposition(tie_breaks=("beauty",)), "plan-impossible"),
    ],
)
def test_what_cannot_be_is_refused(what: Supposition, code: str):
    with pytest.raises(Refused) as refused:
        supposed(league().state, 1, what)
    assert refused.value.code == code
