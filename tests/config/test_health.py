"""`/healthz` and `manage.py is_healthy`: sick parts are named, well ones are not."""

import io
import time

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse
from django.utils import timezone
from redis import RedisError

from clubs.models import FailedTask
from config import health
from config.celery import HEARTBEAT_KEY, heartbeat
from games.models import ProjectionCheckpoint
from tests.servers import await_true


@pytest.fixture
def alive(db):
    heartbeat()


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


def test_a_worker_without_a_sign_of_life_is_said(client, db):
    assert client.get("/healthz").json()["worker"] == "no sign of life"
    cache.set(HEARTBEAT_KEY, time.time() - 100)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["worker"] == "no sign of life for 100 s"


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
    cache.delete(HEARTBEAT_KEY)
    await_true(lambda: cache.get(HEARTBEAT_KEY) is not None, "the heartbeat of beat and worker")
    assert health.worker() == "ok"


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
