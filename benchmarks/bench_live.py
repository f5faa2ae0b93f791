"""What a move costs and how long it takes until everybody sees it, over real sockets against a real server.

    python -m benchmarks live [--only flat,watched,crowd,inside,disturb] [--rules 28-kerala-4] [--web 2] ...

The server is started as `make run` starts it, on a data folder of its own. Four people sit at each table, without bots;
their clients run in this process, on the same machine. The scenarios:

    flat      a few tables, each as fast as it goes: the next action follows when the last has arrived everywhere
    watched   the same, with people without accounts who watch one of the tables
    signed    the same, with people who are signed in
    crowd     many tables at a human pace
    inside    an action in one process without HTML and sockets, beside a bare insert (`benchmarks.live.inside`)
    disturb   tables at a human pace while other work is done beside; only if it is named

Processor time counts all processes of a part, PostgreSQL's backends too, from the first action until two seconds after
the last. What the server uses while nobody is connected was measured before and is taken off. An action counts when
all four players have it; what the server does by itself, such as a deal, counts in with it.
"""

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from uvicorn.loops.auto import auto_loop_factory

from benchmarks.live import disturb, inside
from benchmarks.live.clients import Hall, StuckError, Tally
from benchmarks.live.server import Server, free_port, served

ALL = ("flat", "watched", "signed", "crowd", "inside")
SHOWN = ("web", "worker", "beat", "postgres", "redis", "clients")
SETTLE_SECONDS = 2.0


@contextmanager
def new_folder() -> Iterator[Path]:
    """Give a data folder, and remove it."""
    folder = Path(tempfile.mkdtemp(prefix="lelam-live-", dir="/tmp"))  # short, for the sockets' sake
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run(work: Coroutine[object, object, None]) -> None:
    """Run clients on the loop that the server has too: the fastest that is installed.

    Raises:
        SystemExit: The server did not keep up; the message is what did not arrive.
    """
    try:
        with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
            runner.run(work)
    except* StuckError as stuck:
        raise SystemExit("\n".join(f"not kept up: {each}" for each in stuck.exceptions)) from None


class Meter:
    """The processor time of the server's parts and of the clients, since it was begun."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._at, self._used = time.monotonic(), self._now()

    def _now(self) -> dict[str, float]:
        return {**self._server.seconds(), "clients": time.process_time()}

    def read(self) -> tuple[float, dict[str, float]]:
        """Return the seconds that have passed, and those of the processor by part."""
        now = self._now()
        return time.monotonic() - self._at, {name: now[name] - self._used[name] for name in now}


async def idle(server: Server, seconds: float) -> dict[str, float]:
    """Return the processor time that each part takes in a second while nobody is there."""
    meter = Meter(server)
    await asyncio.sleep(seconds)
    passed, used = meter.read()
    return {name: 0.0 if name == "clients" else took / passed for name, took in used.items()}


async def made(server: Server, *arguments: str) -> Any:
    """Return what `benchmarks.live.world` has made on the server's database."""
    return json.loads(await asyncio.to_thread(server.run, "-m", "benchmarks.live.world", *arguments))


async def measured(server: Server, hall: Hall, seconds: float, pace: float, rest: Mapping[str, float]) -> "Figures":
    """Play, and return what happened and what it took."""
    load = os.getloadavg()[0]
    meter = Meter(server)
    begun = time.monotonic()
    tally = await hall.play(seconds, pace)
    played = time.monotonic() - begun
    await asyncio.sleep(SETTLE_SECONDS)
    passed, used = meter.read()
    return Figures(tally, played, used, {name: used[name] - passed * rest[name] for name in used}, load)


class Figures:
    """What one scenario gave.

    Attributes:
        tally: What happened.
        played: The seconds that were played.
        used: The seconds of the processor by part.
        net: The same without what the parts use when nobody is there.
        load: The machine's load average as it began.
    """

    def __init__(self, tally: Tally, played: float, used: dict[str, float], net: dict[str, float], load: float) -> None:
        self.tally, self.played, self.used, self.net, self.load = tally, played, used, net, load

    def an_action(self, part: str) -> float:
        """Return the milliseconds of the processor that a part takes for an action, without its idle time."""
        return 1000 * self.net[part] / max(1, self.tally.actions)

    def lines(self, players: int = 4) -> Iterator[str]:
        """Say it."""
        tally = self.tally
        count = max(1, tally.actions)
        yield (
            f"  {tally.actions:,} actions in {self.played:.0f} s, {tally.actions / self.played:.1f} a second; "
            f"load average {self.load:.1f} before; refused {len(tally.refused)}, reconnected {tally.reconnected}, "
            f"backwards {tally.backwards}"
        )
        yield "  until all four have it: " + spread(tally.took)
        yield "  processor, ms an action      " + "".join(f"{name:>10}" for name in SHOWN)
        yield "    in all                     " + "".join(f"{1000 * self.used[name] / count:>10.2f}" for name in SHOWN)
        yield "    without its idle time      " + "".join(f"{self.an_action(name):>10.2f}" for name in SHOWN)
        yield (
            f"  sent to a player an action: {tally.letters / count / players / 1024:.2f} KiB in "
            f"{tally.frames / count / players:.2f} messages, {tally.wire / count / players / 1024:.2f} KiB on the wire"
        )
        yield from (f"  refused: {words}" for words in sorted(set(tally.refused)))


def spread(took: list[float]) -> str:
    """Return median and 99th percentile of times in seconds, in words."""
    if not took:
        return "nothing was played"
    ranked = sorted(took)
    at = [ranked[min(len(ranked) - 1, len(ranked) * part // 100)] * 1000 for part in (50, 99)]
    return f"p50 {at[0]:.1f} ms, p99 {at[1]:.1f} ms"


def watching(flat: Figures, watched: Figures, watchers: int) -> str:
    """Return what a watcher costs: what the web took beyond the same actions without watchers."""
    more = watched.net["web"] - flat.an_action("web") / 1000 * watched.tally.actions
    tally = watched.tally
    actions = max(1, tally.watched)
    sent, came = (size / actions / max(1, watchers) / 1024 for size in (tally.watchers_letters, tally.watchers_wire))
    there = flat.an_action("web") + 1000 * more / actions
    return (
        f"  a watcher: {1000 * more / actions / max(1, watchers):.3f} ms of the web an action\n"
        f"  {tally.watched} actions at the table with all {watchers}: {there:.1f} ms of the web each\n"
        f"  sent to a watcher an action: {sent:.2f} KiB, {came:.2f} KiB on the wire"
    )


def hall_of(server: Server, options: argparse.Namespace) -> Hall:
    """Return a hall whose clients are as the options say."""
    return Hall(server.port, gives_numbers=options.numbers)


async def scenarios(server: Server, options: argparse.Namespace, only: set[str]) -> None:
    """Play the scenarios over sockets, and print what they give."""
    rest = await idle(server, options.idle)
    print(f"{options.rules}, {server.count_webs()} web processes")
    print("idle, ms of the processor a second  " + ", ".join(f"{name} {1000 * rest[name]:.1f}" for name in SHOWN[:-1]))
    if only & {"flat", "watched", "signed"}:
        async with hall_of(server, options) as hall:
            await hall.open(await made(server, "open", str(options.tables), options.rules))
            print(f"\n{options.tables} tables, flat out", flush=True)
            flat = await measured(server, hall, options.seconds, 0, rest)
            print(*flat.lines(), sep="\n", flush=True)
            for which in [each for each in ("watched", "signed") if each in only]:
                words = "without accounts" if which == "watched" else "who are signed in"
                count = options.watchers
                keys = [""] * count if which == "watched" else await made(server, "people", str(count))
                await hall.watch(hall.tables[0], keys)
                print(f"\n{options.tables} tables, flat out, {count} watchers {words} at one", flush=True)
                watched = await measured(server, hall, options.seconds, 0, rest)
                print(*watched.lines(), watching(flat, watched, count), sep="\n", flush=True)
                await hall.send_away(hall.tables[0])
    if "crowd" in only:
        async with hall_of(server, options) as hall:
            await hall.open(await made(server, "open", str(options.crowd), options.rules))
            print(f"\n{options.crowd} tables, an action each {options.pace:g} s", flush=True)
            crowd = await measured(server, hall, options.crowd_seconds, options.pace, rest)
            print(*crowd.lines(), sep="\n", flush=True)


async def disturbed(server: Server, options: argparse.Namespace, mail_port: int) -> None:
    """Play while other work is done, and print what each phase gives beside the quiet one."""
    async with disturb.silent_mail_server(mail_port), hall_of(server, options) as hall:
        await hall.open(await made(server, "open", str(options.few), options.rules))
        print(f"\n{options.few} tables, an action each {options.pace:g} s, while beside is done:", flush=True)
        phases = disturb.phases(
            server,
            hall,
            seconds=options.crowd_seconds,
            pace=options.pace,
            projection=options.projection,
            lines=options.lines,
            mails=options.mails,
        )
        async for what, seconds, tally in phases:
            print(f"  {what:<48} {seconds:>4.0f} s, {tally.actions:>5} actions: {spread(tally.took)}", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(ALL), help="the scenarios, comma-separated")
    parser.add_argument("--rules", default="28-kerala-4", help="a rule set for four, such as 56-international-4")
    parser.add_argument("--web", type=int, default=2, help="web processes")
    parser.add_argument("--tables", type=int, default=4, help="tables that play flat out")
    parser.add_argument("--seconds", type=float, default=20, help="for how long they play")
    parser.add_argument("--watchers", type=int, default=100, help="people who watch one of these tables")
    parser.add_argument("--crowd", type=int, default=200, help="tables at a human pace")
    parser.add_argument("--crowd-seconds", type=float, default=60, help="for how long they play")
    parser.add_argument("--pace", type=float, default=3, help="seconds between two actions at such a table")
    parser.add_argument("--idle", type=float, default=5, help="seconds for which the idle server is measured")
    parser.add_argument("--numbers", action="store_true", help="players give numbers for the shuffle, as over https")
    parser.add_argument("--few", type=int, default=50, help="tables that play while they are disturbed")
    parser.add_argument("--games", type=int, default=2_000, help="games in the log of which a read model is built anew")
    parser.add_argument("--projection", default="results", help="this read model")
    parser.add_argument("--lines", type=int, default=10_000, help="lines of the import")
    parser.add_argument("--mails", type=int, default=100, help="mails that wait for the silent server")
    parser.add_argument("--actions", type=int, default=600, help="actions in all at each number of tables inside")
    parser.add_argument("--inside", default="1,10,50", help="how many tables at once inside")
    options = parser.parse_args()
    only = set(options.only.split(","))
    if only & {*ALL} - {"inside"}:
        with new_folder() as home, served(home, LELAM_WEB_PROCESSES=str(options.web)) as server:
            run(scenarios(server, options, only))
    if "disturb" in only:
        with new_folder() as home:
            log = (sys.executable, "-m", "benchmarks.live.disturb", "log", str(home), str(options.games))
            subprocess.run(log, check=True)
            mail = free_port()
            settings = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(mail), "EMAIL_USE_TLS": "0"}
            with served(home, LELAM_WEB_PROCESSES=str(options.web), **settings) as server:
                run(disturbed(server, options, mail))
    if "inside" in only:
        print(flush=True)
        inside.measure(options.actions, [int(tables) for tables in options.inside.split(",")])


if __name__ == "__main__":
    main()
