"""Health: `/healthz/live` (the process answers), `/healthz/ready` (it can serve), `/healthz` (every part is well)."""

import time

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import RedisError

from clubs.base.failures import failing_tasks
from config.celery import HEARTBEATS

HEARTBEAT_SECONDS = 30.0
_is_migrated = False


def database() -> str:
    """Return the state of the database."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "does not answer"
    return "ok"


def redis() -> str:
    """Return the state of Redis."""
    try:
        cache.get(HEARTBEATS["clock"])
    except RedisError:
        return "does not answer"
    return "ok"


def _silence(process: str) -> str:
    """Tell for how long a kind of worker has been silent, if it has."""
    try:
        seen = cache.get(HEARTBEATS[process])
    except RedisError:
        return "unknown"
    if seen is None:
        return "no sign of life"
    silent = time.time() - seen
    return "ok" if silent <= HEARTBEAT_SECONDS else f"no sign of life for {silent:.0f} s"


def worker() -> str:
    """Return the state of the worker: for how long it has been silent, if it has."""
    return _silence("worker")


def clock() -> str:
    """Return the state of the clock: for how long it has been silent, and late at the tables of people, if it is."""
    from games.tables.selectors.due import lateness

    silence = _silence("clock")
    try:
        late = lateness(timezone.now()).total_seconds()
    except DatabaseError:
        return "unknown"
    if late <= settings.LELAM_LATE_SECONDS:
        return silence
    delay = f"late by {late:.0f} s"
    return delay if silence == "ok" else f"{silence}, {delay}"


def projections() -> str:
    """Name the projections of which a lane has stopped."""
    from games.store import projector

    try:
        names = sorted({stopped.projection for stopped in projector.stopped_lanes()})
    except DatabaseError:
        return "unknown"
    return f"stopped: {', '.join(names)}" if names else "ok"


def tasks() -> str:
    """Name the tasks that fail again and again."""
    try:
        names = sorted({failed.name for failed in failing_tasks()})
    except DatabaseError:
        return "unknown"
    return f"failing: {', '.join(names)}" if names else "ok"


def migrations() -> str:
    """Return whether the database has all migrations of this program; asked no more once it has."""
    global _is_migrated  # noqa: PLW0603  # a migration that was applied stays so while the process lives
    if _is_migrated:
        return "ok"
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return "unknown"
    _is_migrated = not missing
    return "ok" if _is_migrated else f"missing: {len(missing)}"


PARTS = {
    "database": database,
    "redis": redis,
    "worker": worker,
    "clock": clock,
    "projections": projections,
    "tasks": tasks,
}


@require_safe
@never_cache
def live(request: HttpRequest) -> JsonResponse:
    """Answer 200, whatever the database and Redis do: starting this process again would not help them."""
    return JsonResponse({"process": "ok"})


@require_safe
@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """Answer 200 if this process can serve people, else 503: a proxy then sends them to another one."""
    report = {"database": database(), "redis": redis()}
    # Without a database this would wait for a connection once more.
    report["migrations"] = migrations() if report["database"] == "ok" else "unknown"
    return JsonResponse(report, status=200 if all(word == "ok" for word in report.values()) else 503)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 if all parts are well, else 503, with a word about each.

    `?only=database,redis` asks for some of them.
    """
    wanted = request.GET.get("only", "")
    names = [name for name in PARTS if not wanted or name in wanted.split(",")]
    report = {name: PARTS[name]() for name in names}
    return JsonResponse(report, status=200 if all(word == "ok" for word in report.values()) else 503)
