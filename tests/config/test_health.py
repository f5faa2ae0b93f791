"""`/healthz` and `manage.py is_healthy`: sick parts are named, well ones are not."""

import io
import time
from datetime import timedelta

import pytest
from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse
from django.utils import timezone
from redis import RedisError

from clubs.models import FailedTask
from config import health
from config.celery import HEARTBEATS, heartbeat
from games.models import ProjectionCheckpoint
from games.tables.selectors import due
from tests.servers import await_true


@pytest.fixture
def alive(db):
    for process in HEARTBEATS:
        heartbeat(process)


def stop_a_lane(name: str) -> None:
    from games.models import ProjectionRun

    running = ProjectionRun.objects.create(name=name, number=1, version=1, status=ProjectionRun.Status.SERVING)
    ProjectionCheckpoint.objects.create(run=running, lane=3, failed_pos=7, error="could not apply HandScored at 7")


def test_all_well(client, alive):
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {
        "database": "ok",
        "redis": "ok",
        "worker": "ok",
        "clock": "ok",
        "projections": "ok",
        "tasks": "ok",
    }
    assert "no-cache" in answer["Cache-Control"]


@pytest.mark.parametrize("process", HEARTBEATS)
def test_a_worker_without_a_sign_of_life_is_said(client, alive, process):
    cache.delete(HEARTBEATS[process])
    assert client.get("/healthz").json()[process] == "no sign of life"
    cache.set(HEARTBEATS[process], time.time() - 100)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert [item for item in answer.json().items() if item[1] != "ok"] == [(process, "no sign of life for 100 s")]


def test_the_clock_is_said_to_be_late_and_silent(client, alive, monkeypatch):
    monkeypatch.setattr(due, "lateness", lambda now: timedelta(seconds=34))
    assert client.get("/healthz").json()["clock"] == "late by 34 s"
    cache.set(HEARTBEATS["clock"], time.time() - 37)
    assert client.get("/healthz").json()["clock"] == "no sign of life for 37 s, late by 34 s"


def test_a_projection_with_a_stopped_lane_is_named_and_its_error_is_not(client, alive):
    stop_a_lane("hands")
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["projections"] == "stopped: hands"
    assert "HandScored" not in answer.content.decode()


def test_a_task_that_fails_again_and_again_is_named(client, alive):
    now = timezone.now()
    FailedTask.objects.create(name="clubs.tasks.prune", kind="KeyError", times=3, first_at=now, last_at=now)

    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["tasks"]) == (503, "failing: clubs.tasks.prune")


def test_a_part_can_be_asked_alone(client, db):
    answer = client.get("/healthz?only=database,redis")
    assert answer.status_code == 200
    assert answer.json() == {"database": "ok", "redis": "ok"}


def test_servers_that_do_not_answer_are_said_without_their_words(client, db, monkeypatch):
    def broken(*args, **kwargs):
        raise RedisError("at secret.example")

    monkeypatch.setattr(cache, "get", broken, raising=False)

    class Broken:
        def cursor(self):
            raise DatabaseError("at secret.example")

    monkeypatch.setattr(health, "connection", Broken())
    answer = client.get("/healthz?only=database,redis,worker")
    assert answer.status_code == 503
    assert answer.json() == {"database": "does not answer", "redis": "does not answer", "worker": "unknown"}


def test_it_only_reads(client, db):
    assert client.post("/healthz").status_code == 405
    assert reverse("healthz") == "/healthz"
    assert connection.vendor == "postgresql"


def test_the_command_tells_by_its_exit_status(alive):
    call_command("is_healthy", "database", "redis", "worker", stdout=io.StringIO())
    stop_a_lane("hands")
    with pytest.raises(CommandError, match="projections: stopped: hands"):
        call_command("is_healthy")
    with pytest.raises(CommandError, match="web: does not answer"):
        call_command("is_healthy", "web", port=1)


def test_a_real_worker_gives_signs_of_life(worker):
    cache.delete_many(HEARTBEATS.values())
    await_true(lambda: len(cache.get_many(HEARTBEATS.values())) == 2, "the heartbeats of beat and worker")
    assert (health.worker(), health.clock()) == ("ok", "ok")


def test_a_heartbeat_goes_by_the_queue_of_its_process():
    """A worker that stands is not covered by the clock that runs."""
    beats = [entry for entry in settings.CELERY_BEAT_SCHEDULE.values() if entry["task"] == "config.celery.heartbeat"]
    queues = {
        entry["args"]: current_app.amqp.router.route(entry["options"], entry["task"], entry["args"])["queue"].name
        for entry in beats
    }
    assert queues == {("clock",): "clock", ("worker",): "default"}


def test_the_web_server_answers_the_command_of_the_containers(live_server):
    out = io.StringIO()

    call_command("is_healthy", "web", port=int(live_server.rsplit(":", 1)[1]), stdout=out)

    assert out.getvalue() == ""


def test_a_process_that_answers_is_alive_whatever_the_servers_do(client, monkeypatch):
    def broken(*args, **kwargs):
        raise RedisError

    monkeypatch.setattr(cache, "get", broken, raising=False)

    # No database either: this test may not use one.
    assert client.get("/healthz/live").json() == {"process": "ok"}


def test_a_process_is_ready_with_database_redis_and_all_migrations(client, db, monkeypatch):
    monkeypatch.setattr(health, "_is_migrated", False)
    answer = client.get("/healthz/ready")

    assert (answer.status_code, answer.json()) == (200, {"database": "ok", "redis": "ok", "migrations": "ok"})
    assert "no-cache" in answer["Cache-Control"]


def test_a_process_is_not_ready_before_the_database_is_migrated(client, db, monkeypatch):
    monkeypatch.setattr(health, "_is_migrated", False)
    last = MigrationRecorder.Migration.objects.filter(app="tournaments").order_by("id").last()
    MigrationRecorder.Migration.objects.filter(pk=last.pk).delete()

    answer = client.get("/healthz/ready")
    assert (answer.status_code, answer.json()["migrations"]) == (503, "missing: 1")
    with pytest.raises(CommandError, match="web: does not answer"):
        call_command("is_healthy", "web", port=1)


def test_a_stopped_projection_makes_no_process_unready(client, alive):
    stop_a_lane("hands")

    assert client.get("/healthz").status_code == 503
    assert client.get("/healthz/ready").status_code == 200


def test_a_process_without_redis_or_database_is_not_ready(client, db, monkeypatch):
    def broken(*args, **kwargs):
        raise RedisError

    class Broken:
        def cursor(self):
            raise DatabaseError

    monkeypatch.setattr(cache, "get", broken, raising=False)
    monkeypatch.setattr(health, "connection", Broken())
    answer = client.get("/healthz/ready")

    assert answer.status_code == 503
    assert answer.json() == {"database": "does not answer", "redis": "does not answer", "migrations": "unknown"}
