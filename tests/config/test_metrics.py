"""Metrics: what is counted, and what is read of queues, tables and projections."""

import json
import re
import shutil
import subprocess
import time
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.conf import settings
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage
from django.db import ProgrammingError
from django.utils import timezone
from django_structlog.celery.steps import DjangoStructLogInitStep
from redis import Redis
from structlog.contextvars import bound_contextvars

from clubs.base import metrics
from config import environment
from config.celery import app
from config.metrics import SENT_AT, WholeCollector, _age, kind_of
from config.run import CLOCK_ARGUMENTS, SLOW_ARGUMENTS, WORKER_ARGUMENTS
from games.errors import WrongMoment
from tests import dashboard
from tests.games.helpers.tables import dealt_table, people
from tests.servers import ROOT


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed")
def test_promtool_accepts_the_alerts_and_the_example():
    for arguments in (("rules", "alerts.yml"), ("config", "prometheus.yml")):
        subprocess.run(["promtool", "check", *arguments], cwd=dashboard.FOLDER, check=True, capture_output=True)


def test_every_alert_names_a_symptom_of_the_page_on_operations():
    page = (ROOT / "docs" / "operations.md").read_text("utf-8")
    assert {symptom for symptom in dashboard.symptoms() if f"### {symptom}\n" not in page} == set()


def samples(name: str) -> dict[tuple[str, ...], float]:
    return {
        tuple(sample.labels.values()): sample.value
        for family in WholeCollector().collect()
        for sample in family.samples
        if sample.name == name
    }


def test_the_length_of_a_queue_and_the_age_of_its_oldest_message(transactional_db, settings):
    client = Redis.from_url(settings.REDIS_URL)
    key = f"{settings.CELERY_BROKER_TRANSPORT_OPTIONS['global_keyprefix']}audits"
    client.delete(key)
    try:
        app.send_task("tests.first", queue="audits", headers={})
        app.send_task("tests.second", queue="audits")
        oldest = client.lindex(key, -1)
        assert b"tests.first" in oldest
        stamp = float(re.search(rf'"{SENT_AT}": ([0-9.]+)'.encode(), oldest)[1])
        sent_at = time.time() - 500
        client.lset(key, -1, oldest.replace(str(stamp).encode(), str(sent_at).encode()))

        assert samples("lelam_queue_messages")[("audits",)] == 2
        assert 500 <= samples("lelam_queue_oldest_seconds")[("audits",)] <= time.time() - sent_at
    finally:
        client.delete(key)


@pytest.mark.parametrize("message", [None, b"", b"[]", b"{}", b'{"headers": null}', b"[" * 100_000])
def test_a_message_that_tells_no_time_takes_no_number_away(message):
    assert _age(message) == 0.0


def test_a_task_carries_the_id_of_the_request_that_sent_it(servers, settings):
    client = Redis.from_url(settings.REDIS_URL)
    key = f"{settings.CELERY_BROKER_TRANSPORT_OPTIONS['global_keyprefix']}audits"
    client.delete(key)
    try:
        with bound_contextvars(request_id="abcdefgh"):
            app.send_task("tests.first", queue="audits")
        headers = json.loads(client.lindex(key, 0))["headers"]
    finally:
        client.delete(key)

    assert headers["__django_structlog__"] == {"request_id": "abcdefgh"}
    assert DjangoStructLogInitStep in app.steps["worker"], "which binds it in the worker"


def test_a_lane_that_stopped_and_one_that_is_behind(transactional_db):
    from games.models import ProjectionCheckpoint, ProjectionRun

    run = ProjectionRun.objects.create(name="hands", number=1, version=1, status=ProjectionRun.Status.SERVING)
    ProjectionCheckpoint.objects.create(run=run, lane=3, failed_pos=7, error="could not apply HandScored at 7")
    ProjectionCheckpoint.objects.bulk_create(
        ProjectionCheckpoint(run=run, lane=lane) for lane in range(16) if lane != 3
    )
    assert samples("lelam_projection_stopped_lanes")[("hands",)] == 1
    assert samples("lelam_projection_behind_seconds")[("hands",)] == 0

    dealt_table(people())

    assert samples("lelam_projection_behind_seconds")[("hands",)] > 0


def test_the_last_sweep_is_read_and_each_of_its_numbers_stands_on_the_dashboard(transactional_db):
    from games.models import SweepFinding, SweepRun

    now = timezone.now()
    run = SweepRun.objects.create(engine=1, begins=[], ends=[], begun_at=now, chunks=9, chunks_done=2, hands=1_234)
    SweepFinding.objects.create(run=run, stream=uuid4(), subject="log", code="log-hash", found_at=now, seen_at=now)
    families = {family.name: family for family in WholeCollector().collect() if family.name.startswith("lelam_sweep")}

    shown = {name for query in (*dashboard.panels(), *dashboard.alerts()) for name in query.metrics}
    assert families.keys() - shown == set()
    numbers = {name.removeprefix("lelam_sweep_"): family.samples[0].value for name, family in families.items()}
    assert numbers.items() > {("running", 1), ("hands", 1_234), ("chunks_left", 7), ("findings", 1)}


def test_a_server_that_is_away_is_said_and_the_other_read(transactional_db, monkeypatch, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    assert samples("lelam_part_up") == {("redis",): 0, ("database",): 1}
    assert samples("lelam_database_connections_max")[()] > 10


def count(metric, *labels: str) -> float:
    return (metric.labels(*labels) if labels else metric)._value.get()


def test_a_move_and_a_refusal_are_counted(transactional_db):
    from games.tables.services.play import pause_deal

    events, refusals = count(metrics.EVENTS), count(metrics.REFUSALS, "no-deal-awaited")
    seconds = metrics.MOVE_SECONDS.labels("player")._sum.get()
    players = people()
    table = dealt_table(players)

    assert count(metrics.EVENTS) > events
    assert metrics.MOVE_SECONDS.labels("player")._sum.get() > seconds
    with pytest.raises(WrongMoment):
        pause_deal(table_id=table.pk, player=players[0])
    assert count(metrics.REFUSALS, "no-deal-awaited") == refusals + 1


def test_mails_are_counted_by_their_outcome():
    sent, failed = count(metrics.MAILS, "sent"), count(metrics.MAILS, "failed")
    letters = [EmailMessage("a", "b", to=["c@example.org"]) for _ in range(2)]
    assert mail.get_connection("config.mail.LogBackend").send_messages(letters) == 2
    assert count(metrics.MAILS, "sent") == sent + 2

    broken = mail.get_connection("config.mail.SmtpBackend", host="127.0.0.1", port=1)
    with pytest.raises(ConnectionRefusedError):
        broken.send_messages(letters)
    assert count(metrics.MAILS, "failed") == failed + 2


@pytest.mark.parametrize(
    ("text", "address"),
    [("127.0.0.1:9400", ("127.0.0.1", 9400)), ("[::1]:9400", ("::1", 9400)), ("0.0.0.0:1", ("0.0.0.0", 1)), ("", None)],
)
def test_the_address_of_the_metrics_is_an_address_and_a_port(monkeypatch, text, address):
    monkeypatch.setenv("LELAM_X", text)
    assert environment.bind("LELAM_X") == address


@pytest.mark.parametrize("text", ["9400", ":9400", "localhost", "localhost:0", "localhost:99999", "a:b"])
def test_anything_else_is_refused(monkeypatch, text):
    monkeypatch.setenv("LELAM_X", text)
    with pytest.raises(ImproperlyConfigured, match="LELAM_X is an address and a port"):
        environment.bind("LELAM_X")


def test_a_table_that_is_missing_takes_no_other_number_away(transactional_db, monkeypatch):
    def missing():
        raise ProgrammingError

    monkeypatch.setattr("games.store.lag.lags", missing)

    assert samples("lelam_part_up") == {("redis",): 1, ("database",): 1}
    assert samples("lelam_database_connections_max")[()] > 10


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [(CLOCK_ARGUMENTS, "clock"), (WORKER_ARGUMENTS, "worker"), (SLOW_ARGUMENTS, "slow"), ((), "worker")],
)
def test_a_worker_is_named_after_its_queues(arguments, kind):
    queues = arguments[arguments.index("--queues") + 1].split(",") if arguments else settings.CELERY_TASK_QUEUES
    consumed = SimpleNamespace(consume_from=dict.fromkeys(queues))

    assert kind_of(SimpleNamespace(app=SimpleNamespace(amqp=SimpleNamespace(queues=consumed)))) == kind
