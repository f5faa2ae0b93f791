"""How long a director waits in the largest tournament, and whether live tables feel it.

    python -m benchmarks.bench_directing [--entrants N] [--rounds N] [--deeds N] [--tables N] [--plain]

A Swiss is played through by deeds, decided and folded in memory, and its events are appended to a PostgreSQL of its
own, command by command: fees and check-ins are noted, every match gets its table, one captain reports its result and
the other confirms it. With `--plain` the desk enters the results and there is nothing else, a third of the events.
Then, in seconds of the wall clock:

- the stream read and folded from nothing, and once it is kept, beside reading the events alone;
- deeds of the desk through the one door (a result corrected, a fee noted, a table given), beside a bare append; and one
  as the desk does it, with its rows, notices and officers' log, and with the page of the desk after it;
- the page of the tournament for everybody, rendered from nothing after a result, and the desk of its director;
- the next round paired by the door, while so many live tables in the lane of the tournament append twice a second each:
  their appends then, beside those while the desk is quiet.
"""

import argparse
import random
import statistics
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from benchmarks.product import product

WALL = time.perf_counter
PROCESSOR = time.thread_time
CORRECTING_SECONDS = 3.0
GOAL_SECONDS = 0.3
"""A deed of the desk with the page that it leads to."""
WRITERS = 10
"""The threads that append for the live tables."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entrants", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--deeds", type=int, default=60)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--plain", action="store_true", help="results from the desk alone, without fees and tables")
    arguments = parser.parse_args()
    # Each live table's thread has a connection of its own, so that none waits for another.
    with product(LELAM_DATABASE_POOL=str(WRITERS + 4)):
        measure(arguments)


def measure(arguments: argparse.Namespace) -> None:
    """Build the tournament, then measure."""
    from games import store
    from tournaments.deeds import entering, playing, staging
    from tournaments.log import states
    from tournaments.log.door import perform

    stream = uuid.uuid4()
    events = build(stream, arguments.entrants, arguments.rounds, plain=arguments.plain)
    print(f"{arguments.entrants} entrants, {arguments.rounds} rounds: {events:,} events\n")

    def cold() -> None:
        states.forget_all()
        states.current(stream)

    reading = fastest(3, lambda: store.load(stream))
    folding = fastest(3, cold)
    kept = fastest(20, lambda: states.current(stream))
    ratio = folding.processor / reading.processor
    print(f"events read                     {reading.wall:8.3f} s, {reading.processor:.3f} by the processor")
    print(
        f"stream cold: read and folded    {folding.wall:8.3f} s, {folding.processor:.3f} by the processor, "
        f"{ratio:.1f} x reading"
    )
    print(f"stream kept                     {1000 * kept.wall:8.2f} ms\n")

    bare = uuid.uuid4()
    versions = iter(range(10**9))
    fee = iter(range(10**9))

    def append() -> None:
        store.append(bare, expected=next(versions), events=[_live_event()], command=uuid.uuid4())

    def do(deed: Any) -> None:
        perform(stream, deed, _director(), command=uuid.uuid4())

    chance = random.Random(1)
    last = [match.number for match in states.current(stream).matches.values() if match.round == arguments.rounds]

    def correction() -> Any:
        points = (chance.randint(0, 20), chance.randint(21, 40))
        return playing.CorrectResult(match=chance.choice(last), points=points, reason="mistake")

    def correct() -> None:
        do(correction())

    def note() -> None:
        number = next(fee)
        # Each changes what is noted: in a plain tournament no fee is.
        paid = (number // arguments.entrants % 2 == 0) == arguments.plain
        do(entering.NoteFee(entrant=number % arguments.entrants + 1, paid=paid))

    def place() -> None:
        do(playing.PlaceMatch(match=chance.choice(last), table=str(chance.randint(1, 10**6))))

    baseline = timed(arguments.deeds, append)
    print(f"bare append                     {shown(baseline)}")
    for name, deed in (("a result corrected", correct), ("a fee noted", note), ("a table given", place)):
        found = timed(arguments.deeds, deed)
        print(f"{name:<31} {shown(found)}   {median(found) / median(baseline):.1f} x bare append")

    act, at_desk = measure_pages(stream, correct)
    print(f"a result corrected, with rows    {shown(timed(arguments.deeds, lambda: act(correction())))}")

    def correct_at_desk() -> None:
        act(correction())
        at_desk()

    deeds = timed(arguments.deeds, correct_at_desk)
    late = sum(each.wall > GOAL_SECONDS for each in deeds)
    print(
        f"… and the desk after it          {shown(deeds)}   {median(deeds) / median(baseline):.0f} x bare append, "
        f"{late} of {len(deeds)} over {1000 * GOAL_SECONDS:.0f} ms"
    )

    print(f"\n{arguments.tables} live tables in the lane, two appends a second each")
    with live_tables(store.lane_of(stream), arguments.tables) as seen:
        time.sleep(5)
        quiet = list(seen)
        seen.clear()
        (pairing,) = timed(1, lambda: act(staging.PairRound(stage=1)))
        during = list(seen)
        seen.clear()
        deeds = []
        began = WALL()
        while WALL() - began < CORRECTING_SECONDS:
            deeds += timed(1, lambda: act(correction()))
        beside = list(seen)
    print(f"a table's append, desk quiet    {of_tables(quiet)}")
    print(f"… while a round is paired       {of_tables(during)}   (pairing took {pairing.wall:.2f} s)")
    print(f"… while results are corrected   {of_tables(beside)}")
    print(f"a result corrected meanwhile    {shown(deeds)}")


def measure_pages(stream: uuid.UUID, correct: Callable[[], None]) -> tuple[Callable[[Any], object], Callable[[], None]]:
    """Measure the pages of the tournament, each after another result so that nothing is kept of it.

    Returns:
        A function that does a deed as the desk does: with the rows, the notices and the officers' log; and one that
        loads the desk's page.
    """
    from django.core.cache import cache
    from django.test import Client

    from tournaments.directing.acting import act

    tournament, player = make_rows(stream)
    reader, director = (Client(SERVER_NAME="127.0.0.1") for _ in range(2))
    director.force_login(player.user)

    def page() -> None:
        answer = reader.get("/tournaments/large/")
        assert answer.status_code == 200, answer

    def at_desk() -> None:
        answer = director.get("/tournaments/large/desk/")
        assert answer.status_code == 200, answer

    page()
    new = []
    for _ in range(8):
        correct()
        new += timed(1, page)
    print(f"\nthe page after a result          {shown(new)}")
    print(f"the page once it is kept         {shown(timed(20, page))}")
    print(f"the director's desk              {shown(timed(8, at_desk))}")
    cache.clear()
    return lambda deed: act(tournament, deed, by=player, command=uuid.uuid4()), at_desk


def make_rows(stream: uuid.UUID) -> tuple[Any, Any]:
    """Write the rows of a tournament of which only the events are there; return it and its director."""
    from clubs.members.societies import found_club
    from clubs.models import User
    from clubs.people.services import make_player
    from tournaments.directing import rows
    from tournaments.log import states
    from tournaments.models import Entrant, Tournament

    user = User.objects.create_user("director@example.org", "x")
    player = make_player(name="Director", user=user)
    club = found_club(founder=player, name="Meenachil", place="Pala")
    state = states.current(stream)
    tournament = Tournament.objects.create(
        id=stream, club=club, slug="large", name="Large", rules="28-kerala-4", version=state.version, director=player
    )
    Entrant.objects.bulk_create(
        Entrant(tournament=tournament, number=number, name=f"Pair {number}") for number in state.entrants
    )
    rows.write_tournament(state)
    return tournament, player


def build(stream: uuid.UUID, entrants: int, rounds: int, *, plain: bool) -> int:
    """Play a Swiss and append its events; return their number."""
    from games import store
    from tournaments.deeds import entering, opening, playing, staging
    from tournaments.deeds.deciding import check, decide
    from tournaments.drafting.drafts import draft_of
    from tournaments.events.settings import MatchPlan, Settings, StagePlan
    from tournaments.log.door import open_tournament
    from tournaments.previews.supposing import after
    from tournaments.state.outcomes import outcome_of

    settings = Settings(rules="28-kerala-4", options={}, engine=1, kind="pair", check_in=not plain)
    state = open_tournament(stream, str(uuid.uuid4()), settings, _director(), command=uuid.uuid4()).state
    chance = random.Random(28)

    def do(deed: Any, doer: Any = None) -> None:
        nonlocal state
        doer = doer or _director()
        check(state, deed, doer)
        happened = decide(state, deed, doer, draft_of(state, deed))
        store.append(stream, expected=state.version, events=happened, command=uuid.uuid4(), actor=doer.player)
        state = after(state, happened)

    for number in range(entrants):
        do(entering.Enter(squad=(str(uuid.UUID(int=2 * number + 2)), str(uuid.UUID(int=2 * number + 3)))))
    if not plain:
        for number in range(1, entrants + 1):
            do(entering.NoteFee(entrant=number, paid=True))
            do(entering.CheckIn(entrant=number))
    do(opening.PlanStage(plan=StagePlan(type="swiss", rounds=rounds + 1, match=MatchPlan(place="desk"))))
    do(staging.BeginStage(stage=1))
    for number in range(1, rounds + 1):
        do(staging.PairRound(stage=1))
        do(staging.ReleaseRound(stage=1, round=number))
        matches = [match for match in state.matches.values() if match.round == number and not match.is_bye]
        if not plain:
            for table, match in enumerate(matches, start=1):
                do(playing.PlaceMatch(match=match.number, table=str(table), room="Hall"))
        do(staging.CallRound(stage=1, round=number))
        for match in matches:
            if outcome_of(state, match) is None:
                home, away = (_captain(state.entrants[side[0]]) for side in match.sides)
                report = playing.ReportGame(match=match.number, points=(chance.randint(0, 28), chance.randint(0, 28)))
                do(report, _director() if plain else home)
                if not plain:
                    do(playing.ConfirmResult(match=match.number), away)
    return state.version


@contextmanager
def live_tables(lane: int, tables: int) -> Iterator[list[float]]:
    """Append to streams of a lane, as live tables do; yields the seconds that each append took."""
    from django.db import connection

    from games import store

    seen: list[float] = []
    over = threading.Event()

    def play(first: int) -> None:
        streams = [uuid.UUID(int=uuid.uuid4().int // 16 * 16 + lane) for _ in range(first, tables, WRITERS)]
        versions = dict.fromkeys(streams, 0)
        while not over.is_set():
            began = WALL()
            for stream in streams:
                start = WALL()
                store.append(stream, expected=versions[stream], events=[_live_event()], command=uuid.uuid4())
                seen.append(WALL() - start)
                versions[stream] += 1
            over.wait(max(0.0, 0.5 - (WALL() - began)))
        connection.close()

    threads = [threading.Thread(target=play, args=(first,)) for first in range(WRITERS)]
    for thread in threads:
        thread.start()
    try:
        yield seen
    finally:
        over.set()
        for thread in threads:
            thread.join()


def _live_event() -> Any:
    from engine.events import Passed

    return Passed(seat=0)


def _director() -> Any:
    from tournaments.deeds.base import Doer, Role

    return Doer(str(uuid.UUID(int=1)), frozenset({Role.DIRECTOR}))


def _captain(entrant: Any) -> Any:
    from tournaments.deeds.base import Doer, Role

    return Doer(entrant.squad[0], frozenset({Role.CAPTAIN}))


class Took(NamedTuple):
    """The seconds that something took: of the wall clock, and of the processor in this thread, without PostgreSQL."""

    wall: float
    processor: float


def fastest(rounds: int, work: Callable[[], Any]) -> Took:
    """Return the least of some rounds, by the clock and by the processor."""
    return least(timed(rounds, work))


def least(took: Sequence[Took]) -> Took:
    """Return the least of each."""
    return Took(min(each.wall for each in took), min(each.processor for each in took))


def timed(rounds: int, work: Callable[[], Any]) -> list[Took]:
    """Return what each round took."""
    took = []
    for _ in range(rounds):
        began, worked = WALL(), PROCESSOR()
        work()
        took.append(Took(WALL() - began, PROCESSOR() - worked))
    return took


def median(took: Sequence[Took]) -> float:
    """Return the median by the clock."""
    return statistics.median(each.wall for each in took)


def shown(took: Sequence[Took]) -> str:
    """Return the median and the worst in milliseconds, and the median by the processor."""
    processor = statistics.median(each.processor for each in took)
    walls = [each.wall for each in took]
    return f"{of_tables(walls)}, {1000 * processor:.1f} by the processor"


def of_tables(seconds: Sequence[float]) -> str:
    """Return the median and the worst in milliseconds."""
    typical = statistics.median(seconds) if seconds else 0.0
    return f"{1000 * typical:8.1f} ms, at worst {1000 * max(seconds, default=0):.1f}"


if __name__ == "__main__":
    main()
