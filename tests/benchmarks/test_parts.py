"""`make bench` runs: every part, with numbers so small that its figures mean nothing."""

import re
import subprocess
import sys

import pytest

from benchmarks.__main__ import TINY
from tests.servers import ROOT

pytestmark = pytest.mark.whole


@pytest.mark.parametrize("part", TINY)
def test_each_part_runs_to_its_end_and_prints_figures(part: str):
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", part, "--tiny"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=280,
        check=False,
    )

    assert done.returncode == 0, done.stdout
    assert "Traceback" not in done.stdout
    assert "not installed" not in done.stdout, "make test-whole installs requirements/bench.txt"
    title, _, *figures = done.stdout.strip().splitlines()
    assert title == part
    assert any(re.search(r"\d", line) for line in figures)


def test_every_benchmark_is_a_part_of_make_bench():
    assert {file.stem for file in (ROOT / "benchmarks").glob("bench_*.py")} == {f"bench_{part}" for part in TINY}
