"""Jobs: background work that runs once, reports its progress, and is restarted if its worker is gone.

A job is a row (`clubs.models.Job`). Its progress is in the cache, since a job may be one transaction, which shows
nothing until it ends; if the cache has lost it, pages just say that the job is running.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeVar
from uuid import UUID

from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone

from clubs.models import Job

J = TypeVar("J", bound=Job)

SILENCE: Final = timedelta(minutes=3)
"""A running job without a heartbeat for so long counts as abandoned."""
PATIENCE: Final = timedelta(seconds=20)
"""The wait before a job is sent to the worker again: the first message may have been lost."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a job: steps done and steps in all; 0 of 0 if unknown."""

    done: int = 0
    of: int = 0


def take_up(model: type[J], job_id: UUID) -> J | None:
    """Mark a job as running and return it, or None if it is done, taken by another worker, or missing."""
    now = timezone.now()
    taken = model._default_manager.filter(_free(now), pk=job_id)
    if cache.get(_key(job_id)) is not None and not taken.filter(status=Job.Status.WAITING).exists():
        return None
    if not taken.update(status=Job.Status.RUNNING, begun_at=now):
        return None
    tell(job_id, Progress())
    return model._default_manager.get(pk=job_id)


def left(model: type[J]) -> list[UUID]:
    """Return the jobs that wait for a worker: never started, or abandoned."""
    now = timezone.now()
    waiting = model._default_manager.filter(_free(now)).exclude(status=Job.Status.WAITING, asked_at__gt=now - PATIENCE)
    return [found for found in waiting.values_list("pk", flat=True) if cache.get(_key(found)) is None]


def tell(job_id: UUID, progress: Progress) -> None:
    """Store the progress of a job; also its heartbeat."""
    cache.set(_key(job_id), (progress.done, progress.of), timeout=SILENCE.total_seconds())


def progress_of(job_id: UUID) -> Progress:
    """Return the progress of a job."""
    return Progress(*cache.get(_key(job_id), (0, 0)))


def end(job: Job, status: Job.Status) -> None:
    """Mark a job as over; its other columns are saved with it."""
    job.status, job.ended_at = status, timezone.now()
    job.save(force_update=True)
    cache.delete(_key(job.pk))


def _free(now: datetime) -> Q:
    return Q(status=Job.Status.WAITING) | Q(status=Job.Status.RUNNING, begun_at__lt=now - SILENCE)


def _key(job_id: UUID) -> str:
    return f"job.{job_id.hex}"
