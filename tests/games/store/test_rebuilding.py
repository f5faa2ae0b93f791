"""A rebuild that is killed half way goes on from there, in another process, and no event is applied twice."""

import itertools
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from django.core.cache import cache

from games.hands.projection import Hands
from games.models import ProjectionRun
from games.store import projector, rebuilding
from tests.games.helpers.played import bots_play
from tests.games.helpers.projections import rows, serving_run
from tests.servers import program_environment

pytestmark = pytest.mark.django_db(transaction=True)

BUILDER = """
import sys, django
django.setup()
from games.hands.projection import Hands
from games.store import rebuilding
rebuilding.SLICE = 10
def stop(applied):
    print("ready", flush=True)
    sys.stdin.read()
rebuilding.rebuild(Hands, progress=stop)
"""


def applied(run: ProjectionRun) -> int:
    return sum(run.checkpoints.values_list("applied", flat=True))


@pytest.mark.timeout(300)
def test_a_rebuild_that_is_killed_half_way_goes_on_in_a_worker(monkeypatch: pytest.MonkeyPatch):
    bots_play("28-kerala-4")
    projector.run_once(Hands)
    old = serving_run(Hands)
    before = rows(Hands, old.number)
    builder = subprocess.Popen(
        [sys.executable, "-c", BUILDER], env=program_environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert builder.stdout is not None
    assert builder.stdout.readline() == b"ready\n"
    builder.kill()
    builder.communicate()

    half = ProjectionRun.objects.get(name=Hands.name, status=ProjectionRun.Status.BUILDING)
    assert applied(half) == 10
    assert not rebuilding.build_some()
    assert applied(half) == 10, "the lease of the one that was killed is not over yet"
    cache.delete(f"lease:{rebuilding.LEASE}")
    monkeypatch.setattr(rebuilding, "ROWS", 1)
    assert not rebuilding.build_some()

    assert serving_run(Hands) == half
    assert projector.miscounts(Hands) == []
    assert rows(Hands, half.number) == before
    assert not any(rows(Hands, old.number).values())
    assert [run.status for run in ProjectionRun.objects.filter(name=Hands.name)] == ["retired", "serving"]


@pytest.mark.timeout(300)
def test_a_build_leaves_the_rest_for_the_next_task_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch):
    bots_play("28-kerala-4")
    projector.run_once(Hands)
    monkeypatch.setattr(Hands, "version", Hands.version + 1)
    monkeypatch.setattr(rebuilding, "SLICE", 1)
    projector.run_once(Hands)
    # A clock that goes on by a second at each look: after 40 of them, some at empty lanes, the time is over.
    clock = itertools.count()
    monkeypatch.setattr(rebuilding, "time", SimpleNamespace(monotonic=lambda: next(clock), sleep=time.sleep))

    assert rebuilding.build_some(seconds=40)
    half = ProjectionRun.objects.get(name=Hands.name, status=ProjectionRun.Status.BUILDING)
    assert 0 < applied(half) < applied(serving_run(Hands))
    while rebuilding.build_some(seconds=40):
        pass

    assert serving_run(Hands) == half
