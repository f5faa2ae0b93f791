"""How fast the sweep audits every finished hand, beside merely reading the log, over 1, 2 and 4 worker processes.

    python -m benchmarks.bench_sweep [--hands N] [--processes 1,2,4] [--home FOLDER]

A log of games by the representative rule sets is written (`benchmarks.sweep_log`), as by tables at which people give
numbers for each deal, some 70 events a hand. Then it is swept from its beginning by so many processes at once, each
with a connection of its own: as on a server, by the services of the product, chunk by chunk. Baselines of the same run
are reading the same rows by the same COPY, and `engine.audit` alone on records that are in memory.

Processor time is that of the workers and of their backends in PostgreSQL, by the kernel; on a machine that is busy with
other work only it means anything, and it too grows when two threads share a core. `--home` keeps the log.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.product import product

TARGET = 100_000_000
NIGHT_HOURS = 8
AUDITED_GAMES = 20
CHUNKS_A_PROCESS = 3


class Cost(NamedTuple):
    """What something took: hands, seconds by the clock, processor seconds of the workers and of their backends."""

    hands: int
    wall: float
    worker: float
    backend: float

    @property
    def micro(self) -> float:
        """Microseconds of the processor a hand, all in."""
        return 1e6 * (self.worker + self.backend) / self.hands


def ticks(pid: int) -> float:
    """Return the processor seconds that a process of this machine has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measured(work: Callable[[], int]) -> Cost:
    """Do a work in this process, and return its cost; it returns the number of hands."""
    from django.db import connection

    connection.ensure_connection()
    pid = connection.connection.info.backend_pid
    wall, worker, backend = time.perf_counter(), time.process_time(), ticks(pid)
    hands = work()
    return Cost(hands, time.perf_counter() - wall, time.process_time() - worker, ticks(pid) - backend)


def sweep_alone() -> int:
    """Work at the running sweep until nothing is left of it; return how many hands this process audited."""
    from games.sweep import services

    hands = 0
    while (run := services.running()) is not None and (chunk := services.claim(run)) is not None:
        hands += services.work(chunk, run).hands
    return hands


def work() -> None:
    """Be a worker process: say that it is ready, wait for the word, sweep, and print the cost."""
    import django

    django.setup()
    from games.sweep import folding, services

    assert folding
    services.running()
    print("ready", flush=True)
    sys.stdin.readline()
    print(json.dumps(measured(sweep_alone)), flush=True)


def sweep(processes: int) -> Cost:
    """Sweep everything by so many processes."""
    from games.models import SweepRun
    from games.sweep import services
    from games.sweep.working import STEP

    last = max(services._ends())
    services.POSITIONS = max(STEP, min(services.POSITIONS, last // (CHUNKS_A_PROCESS * processes)))
    run = services.begin(everything=True)
    assert run is not None
    command = [sys.executable, "-m", "benchmarks.bench_sweep", "--work"]
    workers = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(processes)
    ]
    for each in workers:
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"
    begun = time.perf_counter()
    for each in workers:
        assert each.stdin is not None
        each.stdin.write("go\n")
        each.stdin.flush()
    costs = [Cost(*json.loads(each.communicate()[0])) for each in workers]
    wall = time.perf_counter() - begun
    assert services.finish(run)
    run.refresh_from_db()
    assert (run.status, run.found) == (SweepRun.Status.DONE, 0)
    assert run.hands == sum(cost.hands for cost in costs)
    return Cost(run.hands, wall, sum(cost.worker for cost in costs), sum(cost.backend for cost in costs))


def reading() -> int:
    """Read the log as the sweep does, and do nothing with it; return how many events there are."""
    from games.store.rows import read_span
    from games.sweep import services
    from games.sweep.working import STEP, lanes

    ends = services._ends()
    return sum(
        1 for after in range(0, max(ends), STEP) for _row in read_span(after, after + STEP, begins=lanes(), ends=ends)
    )


def audits() -> Callable[[], int]:
    """Return the auditing of some games whose records are in memory."""
    import engine
    from games import store
    from games.hands.history import record_with
    from games.store.log import run

    streams = run("SELECT stream FROM games_event WHERE version = 1 ORDER BY pos LIMIT %s", [AUDITED_GAMES])
    records = [record_with(store.load(stream), lambda ids: {}) for (stream,) in streams]

    def audit() -> int:
        for record in records:
            assert engine.audit(record).verdict == "clean"
        return sum(len(record.hands) for record in records)

    audit()
    return audit


def measure(hands: int, processes: list[int], home: Path | None) -> None:
    """Fill the log if it is empty, measure, and print the table."""
    with product(home, LELAM_DATABASE_POOL="0") as servers:
        from benchmarks.sweep_log import fill
        from config.embedded import DATABASE, OWNER
        from games.models import SweepRun
        from games.store.log import run

        SweepRun.objects.all().delete()  # one that was broken off would stand in the way

        if not run("SELECT 1 FROM games_event LIMIT 1", []):
            fill(servers.addresses.database(OWNER, DATABASE), hands)
        ((kept, games),) = run(
            "SELECT count(*) FILTER (WHERE type = 'HandOpened'), count(*) FILTER (WHERE version = 1) FROM games_event",
            [],
        )
        reading()
        read = measured(reading)
        events = read.hands
        read = read._replace(hands=kept)
        print(f"{kept:,} hands of {games:,} games, {events / kept:.1f} events a hand; load {os.getloadavg()[0]:.1f}")
        alone = measured(audits())
        print(f"{'reading the log':<28}{_line(read)}")
        print(f"{'engine.audit, in memory':<28}{_line(alone)}")
        first: Cost | None = None
        for count in processes:
            cost = sweep(count)
            first = first or cost
            rate = cost.hands / cost.wall
            print(
                f"{f'sweep, {count} process' + ('es' if count > 1 else ''):<28}{_line(cost)}"
                f"  {rate:>8,.0f} hands/s by the clock, {rate / (first.hands / first.wall):.2f} times the first;"
                f" {cost.micro / read.micro:.1f} times reading"
            )
        needed = TARGET / (NIGHT_HOURS * 3600)
        cores = os.cpu_count() or 1
        print(
            f"{TARGET:,} hands in {NIGHT_HOURS} hours are {needed:,.0f} a second. By processor time {cores} cores"
            f" come to {cores * 1e6 / cost.micro:,.0f}: {TARGET * cost.micro / 1e6 / cores / 3600:.1f} hours."
        )


def _line(cost: Cost) -> str:
    return (
        f"{cost.micro:>7.0f} µs a hand: worker {1e6 * cost.worker / cost.hands:.0f},"
        f" PostgreSQL {1e6 * cost.backend / cost.hands:.0f}; {1e6 / cost.micro:>7,.0f} a second a core"
    )


def main() -> None:
    """Measure and print, or be a worker."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=30_000, help="how many are written")
    parser.add_argument("--processes", default="1,2,4", help="how many workers, one count after the other")
    parser.add_argument("--home", type=Path, help="the folder of the servers' data, kept")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    arguments: Any = parser.parse_args()
    if arguments.work:
        work()
    else:
        measure(arguments.hands, [int(each) for each in arguments.processes.split(",")], arguments.home)


if __name__ == "__main__":
    main()
