"""The Celery application: its worker acts when a turn runs out, builds read models and audits hands."""

import os
import time
from typing import Any

from celery import Celery
from celery.exceptions import TimeLimitExceeded, WorkerLostError
from celery.signals import task_failure, task_prerun, task_success, worker_process_init
from django_structlog.celery.steps import DjangoStructLogInitStep

from config.processes import end_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("lelam")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# Parts of an app have tasks of their own.
app.autodiscover_tasks(["clubs.answers", "clubs.exchange", "clubs.notices", "clubs.privacy", "clubs.uploads"])

# Binds the id of the task to its lines in the log, and that of the request which sent it.
app.steps["worker"].add(DjangoStructLogInitStep)

SWEEP_NICE = 15
"""By so much the processes of the sweep stand back behind all others of the machine."""

HEARTBEATS = {"clock": "clock-heartbeat", "worker": "worker-heartbeat"}
"""Where a kind of worker leaves its signs of life. The slow one and the sweep leave none: they may take minutes."""


@worker_process_init.connect
def _end_with_worker(**_: object) -> None:
    """Leave no process of a worker behind when that is killed without warning."""
    end_with_parent()
    if set(app.amqp.queues.consume_from) == {"sweep"}:
        os.nice(SWEEP_NICE)


@task_prerun.connect
def _look_up_failures(**_: object) -> None:
    from clubs.base import failures

    failures.look_up()


@task_failure.connect
def _note_failure(sender: Any, exception: BaseException, args: Any = (), **_: object) -> None:
    """Note a task that raised an exception, or whose process was ended or lost."""
    from django.db import connection

    from clubs.base import failures

    failures.note(sender.name, _ids(args), exception)
    if isinstance(exception, TimeLimitExceeded | WorkerLostError):
        # Here is the process that forks the next one, which must not come by this connection.
        opened: Any = connection
        opened.close()
        opened.close_pool()


@task_success.connect
def _note_success(sender: Any, **_: object) -> None:
    from clubs.base import failures

    failures.resolve(sender.name, _ids(sender.request.args))


def _ids(args: Any) -> tuple[str, ...]:
    """Return those arguments of a task that are ids or numbers."""
    return tuple(str(each) for each in args or () if not str(each).isalpha())


@app.task(name="config.celery.heartbeat")
def heartbeat(process: str = "clock") -> None:
    """Leave a sign of life of the clock or the worker: beat sent it to its queue. `/healthz` reads it."""
    from django.core.cache import cache

    cache.set(HEARTBEATS[process], time.time(), timeout=None)
