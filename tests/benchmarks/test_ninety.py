"""The tournament of the benchmarks is killed again and again, and goes on where it was."""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import ROOT
from tests.template import copy_cluster

pytestmark = pytest.mark.whole

KILLED_AFTER = (1, 60, 120)
"""How many more events each run has seen when it is killed: at once, within the first games, and later."""


@pytest.fixture
def home() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="lelam-n-", dir="/tmp") as folder:
        copy_cluster(Path(folder) / "home")
        yield Path(folder) / "home"


def started(home: Path) -> subprocess.Popen[str]:
    options = (f"--home={home}", "--teams=4", "--hands=1", "--sample=0", "--say=0.2")
    return subprocess.Popen(
        [sys.executable, "-m", "benchmarks.bench_ninety", *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def events_in(line: str) -> int:
    """Return how many events a line of the run tells of."""
    return int(line.split(" events")[0].rsplit(" ", 1)[-1].replace(",", ""))


@pytest.mark.timeout(400)
def test_whenever_it_is_killed_it_goes_on_where_it_was_and_proves_the_whole(home: Path):
    reached = 0
    for more in KILLED_AFTER:
        run = started(home)
        assert run.stdout is not None
        first = run.stdout.readline()
        assert first.startswith(("begins", "goes on")), first
        assert events_in(first) >= reached, "nothing is lost"
        line = first
        while events_in(line) < reached + more:
            line = run.stdout.readline()
            assert line.startswith("plays"), line
        run.kill()
        run.communicate()
        reached = events_in(line)

    run = started(home)
    told, _ = run.communicate(timeout=300)
    assert run.returncode == 0, told
    assert told.startswith("goes on"), told
    # Four teams play four matches of the first stage and four of the knock-out; level ones take further games.
    games = re.search(r"proved: (\d+) games were called and reported once each", told)
    assert games is not None, told
    assert int(games[1]) >= 8
    assert f"the tournament and {games[1]} of its tables replay" in told
