"""The next steps of a director: what is offered can be done, and what is held back says why."""

from random import Random

import pytest

from tests.tournaments.helpers.play import DIRECTOR, Play
from tests.tournaments.helpers.random_play import PLANS, RandomPlay
from tournaments.deeds.base import Refused
from tournaments.deeds.deciding import decide
from tournaments.deeds.entering import Leave
from tournaments.deeds.opening import PlanStage
from tournaments.deeds.staging import CloseStage
from tournaments.drafting.drafts import draft_of
from tournaments.events.settings import Qualifiers, StagePlan
from tournaments.formats.errors import DrawError, PairingError
from tournaments.summaries.steps import next_steps

SWISS = StagePlan(type="swiss", rounds=2, tie_breaks=("points", "seed"))
TOO_FEW = {"wrong-sides"}


def test_a_director_is_led_from_the_entries_to_the_end():
    play = Play()
    play.enter(4)
    play.do(PlanStage(plan=SWISS))
    play.do(PlanStage(plan=StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=2),))))
    done = []
    while not play.state.is_over:
        step = next_steps(play.state)[0]
        if step.why_not:
            play.play_round(play.state.running[-1].number)
            continue
        play.do(step.deed)
        done.append(type(step.deed).__name__)
    a_round = ["PairRound", "ReleaseRound", "CallRound"]
    assert done == [
        "BeginStage",
        *a_round,
        *a_round,
        "CloseStage",
        "BeginStage",
        *a_round,
        "CloseStage",
        "CloseTournament",
    ]
    (again,) = next_steps(play.state)
    play.do(again.deed)
    assert play.state.status == "playing"


def test_a_round_that_is_released_is_called_before_the_next_is_released():
    play = Play()
    play.enter(4)
    play.begin(StagePlan(type="round_robin"))
    done = []
    for _ in range(5):
        (step, *others) = next_steps(play.state)
        assert not any(other.chief for other in others)
        play.do(step.deed)
        done.append((type(step.deed).__name__, step.members.get("round")))
    assert done == [("PairRound", None), ("ReleaseRound", 1), ("CallRound", 1), ("ReleaseRound", 2), ("CallRound", 2)]


def test_a_round_comes_before_the_next_one_also_where_the_server_runs_the_rounds():
    play = Play(automatic=True)
    play.enter(4)
    play.begin(StagePlan(type="round_robin"))
    for _ in range(2):
        play.do(next_steps(play.state)[0].deed)
    steps = [(type(step.deed).__name__, step.members.get("round")) for step in next_steps(play.state)]
    assert steps == [("CallRound", 1), ("ReleaseRound", 2)]


def test_where_the_server_runs_the_rounds_a_director_is_led_to_the_close_alone():
    play = Play(automatic=True)
    play.enter(4)
    play.do(PlanStage(plan=SWISS))
    told = []
    while not play.state.is_over:
        step = next_steps(play.state)[0]
        if step.why_not:
            play.play_round(1)
            continue
        told.append(step.by_server or f"green: {type(step.deed).__name__}" if step.chief or step.by_server else "")
        play.do(step.deed)
    released = ["The server releases round {round} automatically."]
    called = ["The server calls round {round} automatically, as soon as the earlier rounds are over."]
    assert told == [
        "green: BeginStage",
        "The server pairs round {round} automatically.",
        *released,
        *called,
        "The server pairs round {round} automatically, as soon as all results are in.",
        *released,
        *called,
        "green: CloseStage",
        "green: CloseTournament",
    ]


def test_a_ladder_is_not_led_to_its_end_while_it_can_go_on():
    play = Play()
    play.enter(3)
    play.begin(StagePlan(type="ladder"))
    (close,) = next_steps(play.state)
    assert (type(close.deed), close.chief) == (CloseStage, False)
    for entrant in (1, 2):
        play.do(Leave(entrant=entrant))
    (close,) = next_steps(play.state)
    assert close.chief


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_offered_can_be_done(name: str, seed: int):
    play = RandomPlay(name, Random(seed))
    refusals: set[str] = set()
    for _ in range(80):
        play.step()
        for step in next_steps(play.state):
            if step.why_not:
                continue
            draft = None
            try:
                draft = draft_of(play.state, step.deed)
                assert decide(play.state, step.deed, DIRECTOR, draft), step
            except Refused as refused:
                refusals.add(refused.code)
            except (DrawError, PairingError):
                continue
    assert refusals <= TOO_FEW
