"""Metrics of real processes: each serves its own, beside the public port; all names of the dashboard are among them."""

import re

import pytest
import requests
from celery import current_app
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from config.run import SLOW_ARGUMENTS
from games.models import SweepRun
from tests import dashboard
from tests.servers import await_true, celery_worker, free_port, program, web_server

LABELS = {
    "by",
    "code",
    "le",
    "outcome",
    "page",
    "part",
    "process",
    "projection",
    "queue",
    "status",
    "task",
    "view",
    "way",
}
LIBRARY = {"implementation", "major", "minor", "patchlevel", "version", "generation"}
"""Labels of the library's own metrics."""


@pytest.fixture(scope="module")
def run(live_server):
    """A web process, a worker and beat with their metrics; the public address, and the first of the ports."""
    first = free_port()
    bind = f"127.0.0.1:{first}"
    with web_server(LELAM_METRICS_BIND=bind) as (address, _web), celery_worker(LELAM_METRICS_BIND=bind):
        await_true(lambda: set(kinds(first)) == {"web", "worker", "beat"}, "the metrics of three processes")
        yield address, first


def scraped(port: int) -> str:
    try:
        return requests.get(f"http://127.0.0.1:{port}/metrics", timeout=60).text
    except requests.RequestException:
        # Nobody, or another program, which need not speak HTTP.
        return ""


def kinds(first: int) -> dict[str, str]:
    """What each process serves, by its kind."""
    texts = [scraped(port) for port in range(first, first + 6)]
    return {match[1]: text for text in texts if (match := re.search(r'lelam_process_info{process="(\w+)"}', text))}


def test_every_metric_of_the_dashboard_and_the_alerts_is_served(run, transactional_db):
    SweepRun.objects.create(engine=1, begins=[], ends=[], begun_at=timezone.now())
    awaited = ("lelam_worker_silent_seconds", "lelam_sweep_running")
    await_true(lambda: all(name in kinds(run[1])["beat"] for name in awaited), "the worker's heartbeat, and the sweep")
    text = "\n".join(kinds(run[1]).values())
    served = {sample.name for family in text_string_to_metric_families(text) for sample in family.samples}
    # Series with labels begin with their first event; their names stand in the text all the same.
    served |= {name + end for name in re.findall(r"^# TYPE (\w+) ", text, re.MULTILINE) for end in ("", "_total")}
    histograms = re.findall(r"^# TYPE (\w+) histogram$", text, re.MULTILINE)
    served |= {name + end for name in histograms for end in ("_bucket", "_count", "_sum")}
    queries = [*dashboard.panels(), *dashboard.alerts()]

    assert len(queries) > 50
    assert {query.title: query.metrics - served for query in queries if query.metrics - served} == {}
    own = set(re.findall(r"^# TYPE (lelam_\w+) ", text, re.MULTILINE))
    named = {re.sub(r"_(bucket|count|sum)$", "", name) for query in queries for name in query.metrics}
    assert own - named - {"lelam_pool_max", "lelam_pool_requests_total", "lelam_pool_queued_total"} == set()


def test_tasks_are_counted_by_name_and_outcome(run, transactional_db):
    series = 'lelam_tasks_total{outcome="success",task="config.celery.heartbeat"}'
    await_true(lambda: series in kinds(run[1])["worker"], "the heartbeat among the tasks")


def test_tasks_of_the_slow_worker_are_counted_by_the_processes_that_run_them(transactional_db):
    first = free_port()
    series = 'lelam_tasks_total{outcome="success",task="games.tasks.build_projections"}'
    with program("slow", "celery", "-A", "config.celery", *SLOW_ARGUMENTS, LELAM_METRICS_BIND=f"127.0.0.1:{first}"):
        await_true(lambda: scraped(first + 2), "the metrics of the worker and its two", 120)
        current_app.send_task("games.tasks.build_projections")
        await_true(lambda: any(series in scraped(first + number) for number in (1, 2)), "the task", 60)


def test_no_label_holds_a_person_or_a_table(run, transactional_db):
    requests.get(f"{run[0]}/players/00000000-0000-4000-8000-000000000000/", timeout=30)
    requests.get(f"{run[0]}/join/s3cr3t/", timeout=30)
    for text in kinds(run[1]).values():
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                assert set(sample.labels) <= LABELS | LIBRARY
                for value in sample.labels.values():
                    assert not re.search(r"[0-9a-f]{8}-|@|s3cr3t", value), (sample.name, value)


def test_the_public_port_serves_no_metrics(run, transactional_db):
    for path in ("/metrics", "/metrics/"):
        answer = requests.get(run[0] + path, timeout=30)
        assert answer.status_code == 404
        assert "lelam_" not in answer.text


def test_only_beat_reads_what_all_share(run, transactional_db):
    texts = kinds(run[1])
    assert {kind for kind, text in texts.items() if "lelam_queue_messages" in text} == {"beat"}
