"""Workers that are killed while they direct a tournament: everything goes on, and nothing is lost or done twice.

Each attack runs a worker of its own that stops at a chosen moment, says so, and is killed there without warning. Then
another worker does what is due, and the log is held against what should be in it.
"""

import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from uuid import UUID, uuid4

import pytest
from django.db import connections

from clubs.models import Club, Player
from engine.events import Passed
from games import store
from games.models import Table
from games.replaying.streams import first_refused
from games.store.verify import Verification
from tests.factories import ClubFactory, PlayerFactory
from tests.servers import await_true, program_environment
from tests.tournaments.helpers.directed import ONE_HAND, bot_pairs, do, opened, play_to_the_end, state_of
from tournaments.deeds.playing import DecideMatch
from tournaments.deeds.staging import BeginStage, CloseStage
from tournaments.directing.publishing import lines_of, publish
from tournaments.directing.reporting import take_result, take_results
from tournaments.directing.tending import tend, tend_due
from tournaments.events.settings import Qualifiers, StagePlan
from tournaments.log import states
from tournaments.models import MatchGame, PublishedStanding, Tournament
from tournaments.state.outcomes import outcome_of
from tournaments.state.standing import standing_of
from tournaments.state.tournament import TournamentState

pytestmark = pytest.mark.django_db(transaction=True)

SWISS = StagePlan(type="swiss", rounds=3, tie_breaks=("points", "buchholz", "seed"), match=ONE_HAND)
SMALL = StagePlan(type="swiss", rounds=2, tie_breaks=("points", "buchholz", "seed"), match=ONE_HAND)
FINAL = StagePlan(type="knock_out", source=(Qualifiers(stage=1, last=2),), match=ONE_HAND)
ROUND_ROBIN = StagePlan(type="round_robin", match=ONE_HAND)
PATIENCE = 120.0

WORKER = """
import sys, uuid, django
django.setup()
from django.db import transaction
from games.models import Table
from games.tables.services.clock import advance_table
from tournaments.directing import acting, calling, publishing, reporting, tending
from tournaments.log import door
from tournaments.models import MatchGame
tournament, where = uuid.UUID(sys.argv[1]), sys.argv[2]

def stop(*_):
    print("ready", flush=True)
    sys.stdin.read()

def stopping(module, name, before=False):
    work = getattr(module, name)
    def stopped(*arguments, **named):
        if before:
            stop()
        answer = work(*arguments, **named)
        stop()
        return answer
    setattr(module, name, stopped)

if where == "pairing":
    stopping(door, "draft_of", before=True)
elif where == "called":
    stopping(tending, "open_games", before=True)
elif where == "opening":
    stopping(calling, "open_table")
elif where == "appending":
    stopping(acting, "_beside")
elif where == "reported":
    stopping(reporting, "act")
if where in ("pairing", "called", "opening"):
    tending.tend(tournament)
elif where in ("appending", "reported"):
    reporting.take_results()
else:
    print("ready", flush=True)
    while True:
        reporting.take_results()
        tending.tend(tournament)
        publishing.publish(tournament)
        for table in MatchGame.objects.filter(reported=0, opened_at__isnull=False).values_list("pk", flat=True):
            print("goes on", flush=True)
            advance_table(table_id=table)
        print("goes on", flush=True)
"""


class Worker:
    """A process that directs a tournament, to be killed."""

    def __init__(self, tournament: UUID, where: str = "") -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORKER, str(tournament), where],
            env=program_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def said(self) -> str:
        """Wait for its next line, and return it; empty if it has ended."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().decode().strip()

    def kill(self) -> None:
        """Kill it without warning."""
        self.process.kill()
        self.process.communicate()


@contextmanager
def stopped_at(tournament: Tournament, where: str) -> Iterator[Worker]:
    """Let a worker come to a moment, and kill it there when the block ends."""
    worker = Worker(tournament.pk, where)
    try:
        assert worker.said() == "ready"
        yield worker
    finally:
        worker.kill()


@pytest.fixture
def director() -> Player:
    return PlayerFactory(name="Annamma", password="x")


@pytest.fixture
def club(director: Player) -> Club:
    return ClubFactory(founder=director, name="Meenachil Card Club", place="Pala")


def begun(club: Club, director: Player, *plans: StagePlan, pairs: int = 4) -> Tournament:
    """Open a tournament that the server runs, and begin its first stage."""
    states.forget_all()
    cup = opened(club, director, *plans, automatic=True)
    bot_pairs(cup, director, pairs)
    do(cup, director, BeginStage(stage=1))
    return cup


def tables_of(cup: Tournament) -> list[UUID]:
    return list(MatchGame.objects.filter(tournament=cup, reported=0).values_list("pk", flat=True))


def play_on(cup: Tournament) -> None:
    """Do what is due, let bots play and take results, as the workers do, until nothing is due."""
    while tend(cup.pk) or tables_of(cup):
        play_to_the_end(tables_of(cup))
        take_results()
        publish(cup.pk)


def judge(cup: Tournament) -> TournamentState:
    """Hold that the log verifies and has each game once, that rows agree, and that what is kept is what it says."""
    assert list(Verification()) == []
    for stream in (cup.pk, *Table.objects.values_list("pk", flat=True)):
        assert first_refused(store.load(stream)) is None
    kept = states.current(cup.pk)
    states.forget_all()
    state = states.current(cup.pk)
    assert state == kept
    stored = store.load(cup.pk)
    called = Counter((one.event.match, one.event.game) for one in stored if one.type == "MatchCalled")
    reported = Counter((one.event.match, one.event.game) for one in stored if one.type == "MatchReported")
    paired = Counter((one.event.round, one.event.group) for one in stored if one.type == "RoundPaired")
    assert {*called.values(), *reported.values(), *paired.values()} <= {1}
    streams = {UUID(one.event.stream) for one in stored if one.type == "MatchCalled"}
    rows = MatchGame.objects.filter(tournament=cup)
    assert set(rows.values_list("pk", flat=True)) == streams
    assert set(Table.objects.values_list("pk", flat=True)) == set(
        rows.filter(opened_at__isnull=False).values_list("pk", flat=True)
    )
    cup.refresh_from_db()
    assert cup.version == state.version
    for row in PublishedStanding.objects.filter(tournament=cup):
        assert lines_of(standing_of(states.at_version(cup.pk, row.version), row.stage, row.group)) == row.lines
    return state


def is_played(state: TournamentState) -> bool:
    """Tell whether all matches have a result of their game."""
    return all(
        outcome_of(state, match) is not None and len(match.games) == (0 if match.is_bye else 1)
        for match in state.matches.values()
    )


@pytest.mark.whole
def test_a_worker_killed_while_it_pairs_a_round_leaves_nothing_and_the_next_pairs_it(club: Club, director: Player):
    cup = begun(club, director, SWISS)
    before = state_of(cup).version
    with stopped_at(cup, "pairing"):
        # A table of the same lane goes on meanwhile: nobody holds the lock.
        neighbour = UUID(int=uuid4().int // 16 * 16 + store.lane_of(cup.pk))
        assert store.append(neighbour, expected=0, events=[Passed(seat=0)], command=uuid4())
        assert state_of(cup).version == before
    assert state_of(cup).version == before
    tend(cup.pk)
    state = state_of(cup)
    assert [one.number for one in state.stages[1].rounds] == [1]
    play_on(cup)
    state = judge(cup)
    assert len(state.stages[1].rounds) == 3
    assert is_played(state)


KILLED_AT_A_CALL = [pytest.param("called", id="called"), pytest.param("opening", marks=pytest.mark.whole, id="opening")]


@pytest.mark.parametrize("where", KILLED_AT_A_CALL)
def test_a_worker_killed_between_a_call_and_its_table_leaves_it_to_the_next(where: str, club: Club, director: Player):
    cup = begun(club, director, ROUND_ROBIN)
    with stopped_at(cup, where):
        state = state_of(cup)
        assert [len(match.games) for match in state.matches_of(1) if match.round == 1] == [1, 1]
        assert not Table.objects.exists(), "the table is not there before it is whole"
    await_true(lambda: tend_due() >= 0 and Table.objects.count() == 2, "the tables are opened")
    assert state_of(cup).version == state.version
    assert (tend_due(), Table.objects.count()) == (0, 2)
    judge(cup)


@pytest.mark.whole
@pytest.mark.parametrize("where", ["appending", "reported"])
def test_a_worker_killed_as_it_reports_a_result_loses_and_doubles_none(where: str, club: Club, director: Player):
    cup = begun(club, director, ROUND_ROBIN)
    tend(cup.pk)
    tables = tables_of(cup)
    play_to_the_end(tables)
    before = state_of(cup).version
    with stopped_at(cup, where):
        assert state_of(cup).version == before + (where == "reported")
        assert set(MatchGame.objects.values_list("reported", flat=True)) == {0}
    # The append of a killed worker is taken back, as soon as the server learns of its end.
    await_true(lambda: take_results() >= 0 and not tables_of(cup), "the results are taken")
    state = judge(cup)
    assert [len(match.games) for match in state.matches_of(1) if match.round == 1] == [1, 1]
    assert all(game.report is not None for match in state.matches_of(1) for game in match.games)
    version = state.version
    MatchGame.objects.update(reported=0)
    assert [take_result(table) for table in tables] == [True, True]
    assert state_of(cup).version == version, "delivered once more"
    play_on(cup)
    assert is_played(judge(cup))


@pytest.mark.whole
def test_results_delivered_twice_at_once_are_reported_once(club: Club, director: Player):
    cup = begun(club, director, ROUND_ROBIN, pairs=6)
    tend(cup.pk)
    tables = tables_of(cup)
    play_to_the_end(tables)

    def deliver(table: UUID) -> bool:
        try:
            return take_result(table)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(deliver, tables * 3))
    state = judge(cup)
    assert sum(game.report is not None for match in state.matches.values() for game in match.games) == len(tables) == 3


@pytest.mark.whole
def test_a_result_that_comes_when_the_stage_is_closed_changes_nothing_and_stops_nothing(club: Club, director: Player):
    cup = begun(club, director, SMALL, FINAL, pairs=2)
    tend(cup.pk)
    (late,) = tables_of(cup)
    do(cup, director, DecideMatch(match=1, decision="walkover", winner=0))
    tend(cup.pk)
    play_to_the_end([table for table in tables_of(cup) if table != late])
    take_results()
    do(cup, director, CloseStage(stage=1))
    before = state_of(cup)
    play_to_the_end([late])
    take_results()
    assert take_results() == 0, "it is dealt with"
    state = judge(cup)
    assert outcome_of(state, state.matches[1]) == outcome_of(before, before.matches[1])
    assert state.stages[1].places == before.stages[1].places
    do(cup, director, BeginStage(stage=2))
    play_on(cup)
    assert judge(cup).matches_of(2)


@pytest.mark.whole
@pytest.mark.timeout(400)
def test_two_workers_of_which_one_is_always_killed_play_a_tournament_to_its_end(club: Club, director: Player):
    cup = begun(club, director, SWISS, pairs=6)
    chance = random.Random(56)
    workers = [Worker(cup.pk), Worker(cup.pk)]
    killed = 0
    deadline = time.monotonic() + PATIENCE
    try:
        while not is_over(cup):
            assert time.monotonic() < deadline, "the tournament hangs"
            victim = workers.pop(0)
            # By what it has done and not by the clock, so that the games go on however slow the machine is.
            for _ in range(chance.randint(2, 5)):
                assert victim.said() in ("ready", "goes on")
            time.sleep(chance.uniform(0, 0.1))
            victim.kill()
            killed += 1
            workers.append(Worker(cup.pk))
    finally:
        for worker in workers:
            worker.kill()
    take_results()
    publish(cup.pk)
    state = judge(cup)
    assert killed >= 2
    assert len(state.stages[1].rounds) == 3
    assert is_played(state)


def is_over(cup: Tournament) -> bool:
    """Tell whether all rounds are played."""
    state = state_of(cup)
    return len(state.stages[1].rounds) == 3 and is_played(state)
