"""What thousands of watchers of one tournament cost, and how soon its page is fresh, beside fetching it.

    python -m benchmarks.bench_watchers [--watchers N] [--clients N] [--entrants N] [--rounds N] [--deeds N] [--webs N]
                                        [--seconds N] [--fetches N]

A server as `make run` starts it, with web processes, worker and beat, on a data folder of its own. A Swiss is played;
then a director corrects results, one every few seconds, while so many pages are open:

- *pushed*: each is sent the public part over its socket;
- *fetching*, the baseline of the same run: each is told the version and fetches the living part, as pages did before.

Measured for each: the time from the commit until a page has the version (median, 95th and 99th of a hundred, the last),
how often the public part was rendered, processor time and bytes a watcher, and the memory of the web processes.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from benchmarks.live.server import ROOT, Server, environment, free_port, served

GOAL_SECONDS = 2.0
SETTLE_SECONDS = 3.0
PATIENCE_SECONDS = 120.0


class Deed(NamedTuple):
    """A correction: the version that it made, and when it was committed."""

    version: int
    at: float
    took: float


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--watchers", type=int, default=3_000)
    parser.add_argument("--clients", type=int, default=2, help="processes that watch")
    parser.add_argument("--entrants", type=int, default=80)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--deeds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=3.0, help="from one deed to the next")
    parser.add_argument("--fetches", type=int, default=2, help="deeds of the baseline; 0: none is measured")
    parser.add_argument("--webs", type=int, default=2, help="web processes")
    arguments = parser.parse_args()
    metrics = free_port()
    with (
        tempfile.TemporaryDirectory(prefix="lelam-bench-", dir="/tmp") as home,
        served(
            Path(home),
            LELAM_WEB_PROCESSES=str(arguments.webs),
            LELAM_METRICS_BIND=f"127.0.0.1:{metrics}",
        ) as server,
    ):
        built = server.run("-m", "benchmarks.watching.world", "build", str(arguments.entrants), str(arguments.rounds))
        tournament = json.loads(built.splitlines()[-1])["id"]
        print(
            f"{arguments.entrants} entrants, {arguments.rounds} rounds; {arguments.watchers} watchers, "
            f"{arguments.webs} web processes"
        )
        run = Run(server, metrics, tournament, arguments)
        run.measure("pushed", arguments.deeds, arguments.seconds)
        if arguments.fetches:
            run.measure("fetching", arguments.fetches, max(arguments.seconds, arguments.watchers / 50))


class Run:
    """The measurements on one server."""

    def __init__(self, server: Server, metrics: int, tournament: str, arguments: argparse.Namespace) -> None:
        self.server, self.metrics, self.tournament, self.arguments = server, metrics, tournament, arguments

    def measure(self, how: str, deeds: int, seconds: float) -> None:
        """Have results corrected while the pages are open, and print what that came to."""
        webs = self._webs()
        empty = _memory(webs)
        clients = self._open(how)
        time.sleep(SETTLE_SECONDS)
        opened, rendered, worked = _memory(webs), self._rendered(), self.server.seconds()["web"]
        done = [Deed(**one) for one in json.loads(self._correct(deeds, seconds).splitlines()[-1])]
        time.sleep(SETTLE_SECONDS)
        worked = self.server.seconds()["web"] - worked
        rendered = self._rendered() - rendered
        full = _memory(webs)
        answers = [json.loads(client.communicate("\n", timeout=PATIENCE_SECONDS)[0]) for client in clients]
        shown = [each for answer in answers for each in answer["shown"]]
        waits = [_wait(watcher, deed) for deed in done for watcher in shown]
        came = sorted(wait for wait in waits if wait is not None)
        count = len(shown)
        print(f"\n{how}: {deeds} results corrected, one every {seconds:.0f} s")
        print(f"  a deed, until committed       {_times([deed.took for deed in done])}")
        print(f"  from commit to the page       {_times(came)}")
        late = sum(wait > GOAL_SECONDS for wait in came) + waits.count(None)
        print(f"  later than {GOAL_SECONDS:.0f} s, or never      {late} of {len(waits)}; connections lost: "
              f"{sum(answer['lost'] for answer in answers)}")  # fmt: skip
        print(f"  renderings                    {rendered:.0f} for {deeds} versions and {count} watchers")
        sizes = sum(size for watcher in shown for _version, _at, size in watcher)
        print(f"  bytes a watcher and deed      {sizes / count / deeds:,.0f}")
        print(f"  web processor a watcher, deed {1e6 * worked / count / deeds:,.0f} microseconds")
        print(
            f"  memory of the web processes   {empty:.0f} MiB before, {opened:.0f} with the watchers "
            f"({1024 * (opened - empty) / count:.0f} KiB each), {full:.0f} after the deeds"
        )

    def _open(self, how: str) -> list[subprocess.Popen[str]]:
        each, more = divmod(self.arguments.watchers, self.arguments.clients)
        clients = [
            subprocess.Popen(
                [
                    *(sys.executable, "-m", "benchmarks.watching.watchers", str(self.server.port), self.tournament),
                    *(str(each + (place < more)), how),
                ],
                cwd=ROOT,
                env=environment(self.server.home),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for place in range(self.arguments.clients)
        ]
        for client in clients:
            assert client.stdout is not None
            assert client.stdout.readline() == "ready\n", "a client could not connect"
        return clients

    def _correct(self, deeds: int, seconds: float) -> str:
        wait = 60 + deeds * (seconds + 10)
        return self.server.run("-m", "benchmarks.watching.world", "correct", str(deeds), str(seconds), wait=wait)

    def _webs(self) -> list[psutil.Process]:
        return self.server.parts()["web"]

    def _rendered(self) -> float:
        """Return how often all web processes have rendered the public part."""
        total = 0.0
        for port in range(self.metrics, self.metrics + 20):
            with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
                for line in answer.read().decode().splitlines():
                    if (
                        line.startswith("lelam_fragments_total{")
                        and 'by="rendered"' in line
                        and 'part="public"' in line
                    ):
                        total += float(line.rpartition(" ")[2])
        return total


def _wait(shown: Sequence[Any], deed: Deed) -> float | None:
    """Return the seconds from a commit until a watcher had that version or a later one; None: it never had."""
    place = bisect_left(shown, deed.version, key=lambda one: one[0])
    return shown[place][1] - deed.at if place < len(shown) else None


def _memory(processes: Sequence[psutil.Process]) -> float:
    """Return the MiB that processes have for themselves, and their shares of what they share."""
    return sum(process.memory_full_info().pss for process in processes) / 2**20


def _times(seconds: Sequence[float]) -> str:
    if not seconds:
        return "none"
    ordered = sorted(seconds)
    at = [ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.95, 0.99)]
    texts = (f"{name} {1000 * value:,.0f} ms" for name, value in zip(("p50", "p95", "p99"), at, strict=True))
    return f"{', '.join(texts)}, last {1000 * ordered[-1]:,.0f} ms"


if __name__ == "__main__":
    main()
