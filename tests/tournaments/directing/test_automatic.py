"""An automatic tournament: the server runs the rounds, a director closes the stages."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connections

from clubs.models import Club, Player
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import bot_pairs, do, opened, play_to_the_end, state_of
from tournaments.deeds.opening import CloseTournament
from tournaments.deeds.staging import BeginStage, CloseStage
from tournaments.directing.entering import enter
from tournaments.directing.reporting import take_results
from tournaments.directing.tending import tend
from tournaments.events.settings import MatchPlan, Qualifiers, StagePlan
from tournaments.log import states
from tournaments.models import MatchGame, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

SWISS = StagePlan(type="swiss", rounds=2, tie_breaks=("points", "buchholz", "seed"), match=MatchPlan(hands=1))
FINALS = StagePlan(
    type="knock_out", source=(Qualifiers(stage=1, last=2),), match=MatchPlan(hands=1, extra=(1, 1, 1, 1, 1, 1, 1, 1))
)


def play_on(cup: Tournament) -> None:
    """Let bots play all tables that are open, and take their results, until nothing is due."""
    while tend(cup.pk) or MatchGame.objects.filter(tournament=cup, reported=0).exists():
        play_to_the_end(list(MatchGame.objects.filter(tournament=cup, reported=0).values_list("pk", flat=True)))
        take_results()


def test_a_swiss_runs_by_itself_into_a_final(club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director, SWISS, FINALS, automatic=True)
    bot_pairs(cup, director, 4)
    do(cup, director, BeginStage(stage=1))
    play_on(cup)
    state = state_of(cup)
    assert [one.number for one in state.stages[1].rounds] == [1, 2]
    assert state.stages[1].status == "running", "a director closes a stage, no clock"
    do(cup, director, CloseStage(stage=1), BeginStage(stage=2))
    play_on(cup)
    do(cup, director, CloseStage(stage=2), CloseTournament())
    cup.refresh_from_db()
    state = state_of(cup)
    assert cup.status == Tournament.Status.FINISHED
    assert cup.champion is not None
    assert (cup.champion.number,) == state.places[0]
    assert cup.version == state.version


def test_a_round_waits_for_line_ups_where_there_is_a_choice(club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director, SWISS, automatic=True, squad=3, line_up_minutes=10)
    bot_pairs(cup, director, 2)
    for _ in range(2):
        enter(cup, by=director, players=[PlayerFactory(bot=True) for _ in range(3)], command=uuid4())
    do(cup, director, BeginStage(stage=1))
    tend(cup.pk)
    # A match of two pairs without a choice is called at once, if there is one.
    assert MatchGame.objects.count() <= 1
    cup.refresh_from_db()
    assert cup.due_at == state_of(cup).stages[1].rounds[0].called_at + timedelta(minutes=10)


def test_two_workers_call_each_game_once(club: Club, director: Player):
    states.forget_all()
    cup = opened(club, director, SWISS, automatic=True)
    bot_pairs(cup, director, 6)
    do(cup, director, BeginStage(stage=1))

    def work(_number: int) -> None:
        try:
            tend(cup.pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    state = state_of(cup)
    assert [len(match.games) for match in state.matches.values()] == [1, 1, 1]
    assert MatchGame.objects.filter(opened_at__isnull=False).count() == MatchGame.objects.count() == 3
    assert len(state.stages[1].rounds) == 1
