"""Serving the metrics to Prometheus: each process on a port of its own, beside the public one.

With `LELAM_METRICS_BIND` (address and port) every web process, worker, process forked by a worker, and beat serves
`/metrics` on the first free port from there. The public port serves none. Queues, tables and projections are the same
whoever looks: only beat, of which there is one, reads them, at each scrape.
"""

import errno
import json
import logging
import time
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Final

from celery import signals
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, InterfaceError, OperationalError, connection, connections, transaction
from django.utils import timezone
from prometheus_client import REGISTRY, Info, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from redis import Redis, RedisError

from clubs.base.metrics import TASK_SECONDS, TASKS
from config.celery import HEARTBEATS

logger = logging.getLogger("lelam.metrics")

PORTS: Final = 20
"""The most processes of one machine that find a port."""
PATIENCE_SECONDS: Final = 3
"""The longest wait of a scrape for Redis, and for each statement of the database."""
SENT_AT: Final = "lelam_sent_at"
"""The header of a task's message with the time at which it was sent, in seconds since 1970."""


def serve(process: str) -> int:
    """Serve this process's metrics, if the settings say so.

    Args:
        process: Its kind: web, clock, worker, slow, sweep or beat.

    Returns:
        The port; 0 if none is served.

    Raises:
        ImproperlyConfigured: No port is free.
    """
    if not settings.LELAM_METRICS_BIND:
        return 0
    Info("lelam_process", "What this process is: web, clock, worker, slow, sweep or beat.").info({"process": process})
    REGISTRY.register(PoolCollector())
    if process == "beat":
        REGISTRY.register(WholeCollector())
    return _listen()


def _listen() -> int:
    """Serve what this process has registered, or a worker that it was forked from.

    Returns:
        The port; 0 if none is served.

    Raises:
        ImproperlyConfigured: No port is free.
    """
    if not settings.LELAM_METRICS_BIND:
        return 0
    address, first = settings.LELAM_METRICS_BIND
    for port in range(first, first + PORTS):
        try:
            start_http_server(port, address)
        except OSError as taken:
            if taken.errno != errno.EADDRINUSE:
                raise ImproperlyConfigured(f"LELAM_METRICS_BIND: {taken.strerror}.") from None
            continue
        logger.info("The metrics of this process are at %s port %d.", address, port)
        return port
    raise ImproperlyConfigured(f"LELAM_METRICS_BIND: no port of {PORTS} from {first} is free.")


class PoolCollector(Collector):
    """Reads this process's pool of database connections."""

    def collect(self) -> Iterable[Metric]:
        """Return its numbers; none without a pool."""
        pool = getattr(connections["default"], "pool", None)
        if pool is None:
            return
        now = pool.get_stats()
        for name, key, text in (
            ("lelam_pool_size", "pool_size", "Connections of this process's pool."),
            ("lelam_pool_max", "pool_max", "Connections that the pool may have."),
            ("lelam_pool_available", "pool_available", "Connections of the pool that nobody uses."),
            ("lelam_pool_waiting", "requests_waiting", "Threads that wait for a connection."),
        ):
            yield GaugeMetricFamily(name, text, now.get(key, 0))
        for name, key, text in (
            ("lelam_pool_requests", "requests_num", "Times that a connection was asked for."),
            ("lelam_pool_queued", "requests_queued", "Times of these that none was free."),
            ("lelam_pool_errors", "requests_errors", "Times of these that none came in time."),
        ):
            yield CounterMetricFamily(name, text, now.get(key, 0))
        yield CounterMetricFamily(
            "lelam_pool_wait_seconds", "Seconds waited for a connection.", now.get("requests_wait_ms", 0) / 1000
        )


class WholeCollector(Collector):
    """Reads what is the same for all processes: queues, tables, projections, deliveries, the database's connections."""

    def describe(self) -> Iterable[Metric]:
        """Return nothing, so that registering does not ask the servers."""
        return ()

    def collect(self) -> Iterable[Metric]:
        """Return the numbers of every part that answers, and which part does not."""
        parts = GaugeMetricFamily("lelam_part_up", "Whether a server answers: database, redis.", labels=["part"])
        for part, read in (("redis", _queues), ("database", _rows)):
            answers = True
            try:
                yield from read()
            except (RedisError, OperationalError, InterfaceError):
                answers = False
            except DatabaseError as fault:
                logger.warning("The metrics of the database are incomplete: %s", type(fault).__name__)
            parts.add_metric([part], answers)
        # A scrape has a thread of its own, and so a connection of its own.
        connections.close_all()
        yield parts


def _queues() -> Iterable[Metric]:
    """Return the length of each queue and the age of its oldest message, and the worker's silence."""
    lengths = GaugeMetricFamily("lelam_queue_messages", "Messages that wait in a queue.", labels=["queue"])
    ages = GaugeMetricFamily("lelam_queue_oldest_seconds", "Age of the oldest of these.", labels=["queue"])
    prefix = settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"]
    client = Redis.from_url(
        settings.REDIS_URL, socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS
    )
    try:
        for queue in settings.CELERY_TASK_QUEUES:
            # Celery pushes on the left and takes from the right.
            length, oldest = client.llen(f"{prefix}{queue}"), client.lindex(f"{prefix}{queue}", -1)
            lengths.add_metric([queue], length)
            ages.add_metric([queue], _age(oldest))
        yield lengths
        yield ages
        unacknowledged = client.hlen(f"{prefix}unacked")
        yield GaugeMetricFamily(
            "lelam_queue_unacknowledged", "Messages that workers hold: at work, or until their time.", unacknowledged
        )
        memory = client.info("memory")
        yield GaugeMetricFamily("lelam_redis_memory_bytes", "Memory that Redis uses.", memory["used_memory"])
        silent = GaugeMetricFamily(
            "lelam_worker_silent_seconds", "Seconds since clock or worker gave a sign of life.", labels=["process"]
        )
        for process, key in HEARTBEATS.items():
            seen = cache.get(key)
            if seen is not None:
                silent.add_metric([process], time.time() - seen)
        yield silent
    finally:
        client.close()


def _age(message: Any) -> float:
    """Return the age of a message in seconds; 0 if there is none, or it does not say."""
    try:
        return max(0.0, time.time() - float(json.loads(message)["headers"][SENT_AT]))
    except (TypeError, ValueError, KeyError, RecursionError):
        return 0.0


def _rows() -> Iterable[Metric]:
    """Return what the database knows: tables, projections, deliveries, its connections and its clock."""
    from clubs.models import NoticeDelivery
    from games.models import Table
    from games.store.lag import lags
    from games.tables.selectors.due import due_tables, lateness

    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL statement_timeout = '{PATIENCE_SECONDS}s'")
            cursor.execute(
                "SELECT extract(epoch FROM clock_timestamp()), current_setting('max_connections')::int,"
                " (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')"
            )
            clock, most, opened = cursor.fetchone()
        yield GaugeMetricFamily(
            "lelam_clock_ahead_seconds",
            "Seconds by which this machine is ahead of the database.",
            time.time() - float(clock),
        )
        yield GaugeMetricFamily("lelam_database_connections", "Connections to the database, of all programs.", opened)
        yield GaugeMetricFamily("lelam_database_connections_max", "Connections that the database accepts.", most)
        now = timezone.now()
        yield GaugeMetricFamily(
            "lelam_tables_overdue",
            "Tables of people at which the server has to act now.",
            due_tables(now, people=True).count(),
        )
        yield GaugeMetricFamily(
            "lelam_tables_late_seconds",
            "Seconds for which the longest waiting of them has waited.",
            max(0.0, lateness(now).total_seconds()),
        )
        tables = GaugeMetricFamily("lelam_tables", "Tables that are not over, by status.", labels=["status"])
        for status in (Table.Status.WAITING, Table.Status.PLAYING):
            tables.add_metric([status.value], Table.objects.filter(status=status).count())
        yield tables
        stopped = GaugeMetricFamily(
            "lelam_projection_stopped_lanes", "Lanes of a projection that stopped at an event.", labels=["projection"]
        )
        behind = GaugeMetricFamily(
            "lelam_projection_behind_seconds", "Age of the oldest event not applied.", labels=["projection"]
        )
        for lag in lags():
            stopped.add_metric([lag.projection], lag.stopped)
            behind.add_metric([lag.projection], lag.seconds)
        yield stopped
        yield behind
        yield from _sweep(now)
        due = GaugeMetricFamily("lelam_deliveries_due", "Notices that wait to be sent, by way.", labels=["way"])
        waiting = NoticeDelivery.objects.filter(done_at=None, due_at__lte=now)
        for way in NoticeDelivery.Way:
            due.add_metric([way.value], waiting.filter(way=way).count())
        yield due


def _sweep(now: datetime) -> Iterable[Metric]:
    """Return how far the last sweep is, and what it found."""
    from games.sweep import selectors

    yield GaugeMetricFamily("lelam_sweep_findings", "Findings of the sweep that stand.", selectors.counted())
    run = selectors.nights().first()
    if run is None:
        return
    progress = selectors.progress_of(run, now)
    yield GaugeMetricFamily("lelam_sweep_running", "Whether a sweep is running.", run.ended_at is None)
    yield GaugeMetricFamily("lelam_sweep_hands", "Hands audited by the last sweep.", run.hands)
    yield GaugeMetricFamily("lelam_sweep_hands_a_second", "How many of them a second.", progress.hands_a_second)
    yield GaugeMetricFamily(
        "lelam_sweep_chunks_left", "Parts of it that are not done.", max(0, run.chunks - run.chunks_done)
    )
    yield GaugeMetricFamily(
        "lelam_sweep_age_seconds", "Seconds since it ended, or began if it has not.",
        (now - (run.ended_at or run.begun_at)).total_seconds(),
    )  # fmt: skip


def _stamp(headers: dict[str, Any] | None = None, **named: Any) -> None:
    """Write the time of sending into a task's message."""
    if headers is not None:
        headers[SENT_AT] = time.time()


def _begin(task: Any = None, **named: Any) -> None:
    task.request.lelam_begun = time.perf_counter()


def _end(task: Any = None, state: str | None = None, **named: Any) -> None:
    TASKS.labels(task.name, (state or "unknown").lower()).inc()
    begun = getattr(task.request, "lelam_begun", None)
    if begun is not None:
        TASK_SECONDS.labels(task.name).observe(time.perf_counter() - begun)


def kind_of(worker: Any) -> str:
    """Return what a worker is by its queues: clock, slow, sweep, or worker, as a worker of all of them is."""
    queues = set(worker.app.amqp.queues.consume_from)
    if queues == {"clock"}:
        return "clock"
    if queues == {"sweep"}:
        return "sweep"
    return "slow" if queues <= {"audits", "files"} else "worker"


def connect() -> None:
    """Have tasks stamped and counted, and the worker and beat serve their metrics as they start."""
    handlers: tuple[tuple[Any, Callable[..., object]], ...] = (
        (signals.before_task_publish, _stamp),
        (signals.task_prerun, _begin),
        (signals.task_postrun, _end),
        # Tasks of the slow worker are run and counted in the processes that it forks.
        (signals.worker_process_init, lambda **named: _listen()),
        (signals.worker_init, lambda sender, **named: serve(kind_of(sender))),
        (signals.beat_init, lambda **named: serve("beat")),
    )
    for signal, handler in handlers:
        signal.connect(handler, weak=False)
