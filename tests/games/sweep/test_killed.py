"""A worker that is killed in the middle of a part of the sweep: another one does it, and nothing counts twice."""

from datetime import timedelta

import pytest
from celery import current_app
from django.utils import timezone

from clubs.models import Notice
from config.run import CLOCK_ARGUMENTS
from games.models import SweepChunk, SweepFinding, SweepRun, Table
from games.sweep import services
from tests.factories import ClubFactory
from tests.games.helpers.forging import table, write
from tests.games.helpers.logs import guards_down
from tests.servers import await_true, celery_worker, program

QUEUES = ("sweep", "mail")
"""A worker of the sweep alone would stand back behind all that the machine does."""
GAMES, HANDS = 6, 2


def written():
    """Write games one after the other; return their streams in the order in which the log has them."""
    tables = [table("28-kerala-4", seed) for seed in range(GAMES)]
    with guards_down() as owner:
        for stream, deeds in tables:
            write(owner, stream, deeds)
    return [stream for stream, _ in tables]


def tampered(stream, number):
    """Change a card that was played in a game of a club; return the club."""
    club = ClubFactory()
    Table.objects.create(
        number=number, pk=stream, club=club, rules="28-kerala-4", options={}, status=Table.Status.FINISHED
    )
    with guards_down() as owner:
        owner.execute(
            "UPDATE games_event SET body = jsonb_set(body, '{seat}', '2') WHERE type = 'CardPlayed' AND stream = %s",
            [stream],
        )
    return club


def told():
    return sorted(notice.player.name for notice in Notice.objects.filter(kind="sweep-finding").select_related("player"))


def owner_of(club):
    return club.memberships.get(role="owner").player.name


def parts():
    return list(SweepChunk.objects.order_by("number").values_list("number", "status", "tries", "hands"))


@pytest.mark.timeout(300)
@pytest.mark.django_db(transaction=True)
def test_a_part_is_done_by_another_worker_when_the_first_is_killed(monkeypatch):
    streams = written()
    with guards_down() as owner:
        (ends,) = owner.execute("SELECT max(pos) FROM games_event WHERE stream = %s", [streams[2]]).fetchone()
    first, second = tampered(streams[0], 1), tampered(streams[3], 2)
    monkeypatch.setattr(services, "POSITIONS", ends)
    assert services.begin().chunks == 3, "the third has the end of the last game"

    arguments = ("-A", "config.celery", *CLOCK_ARGUMENTS, "--queues", ",".join(QUEUES), "--loglevel", "WARNING")
    with program("worker", "tests.games.helpers.stopping_sweep", "8", *arguments) as worker:
        current_app.send_task("games.tasks.tend_sweep", queue="sweep")
        await_true(lambda: "stopped after 8 hands" in worker.text(), "the worker comes to its second part")
        worker.kill()
    assert parts() == [(1, "done", 1, 3 * HANDS), (2, "working", 1, 0), (3, "waiting", 0, 0)]
    assert SweepRun.objects.get().hands == 3 * HANDS
    assert set(SweepFinding.objects.values_list("stream", flat=True)) == {streams[0]}
    assert told() == [owner_of(first)]
    before = list(SweepFinding.objects.order_by("pk").values())

    with celery_worker(beat=False, queues=QUEUES):
        current_app.send_task("games.tasks.tend_sweep", queue="sweep")
        await_true(lambda: SweepChunk.objects.get(number=3).status == "done", "another worker does what nobody has")
        assert parts()[1] == (2, "working", 1, 0), "the dead one has it until its lease is over"
        SweepChunk.objects.filter(number=2).update(lease_until=timezone.now() - timedelta(seconds=1))
        for _twice in range(2):
            current_app.send_task("games.tasks.tend_sweep", queue="sweep")
        await_true(lambda: SweepRun.objects.get().status == "done", "the sweep is done")

    run = SweepRun.objects.get()
    assert parts() == [(1, "done", 1, 3 * HANDS), (2, "done", 2, 3 * HANDS), (3, "done", 1, 0)]
    assert (run.hands, run.streams, run.chunks_done) == (GAMES * HANDS, GAMES, 3)
    assert list(SweepFinding.objects.filter(stream=streams[0]).order_by("pk").values()) == before
    assert set(SweepFinding.objects.values_list("stream", flat=True)) == {streams[0], streams[3]}
    assert run.found == SweepFinding.objects.count()
    assert told() == sorted([owner_of(first), owner_of(second)])
