"""What the worker does with files; thin and repeatable, each calls a service."""

import logging
from uuid import UUID

from celery import shared_task

from clubs import jobs
from clubs.exchange import announce, services
from clubs.isolation import run_each
from clubs.models import ImportRun

logger = logging.getLogger(__name__)


@shared_task(name=announce.WORK)
def work(run_id: str) -> None:
    """Look one file through, or carry it out."""
    services.work(run_id=UUID(run_id))


@shared_task(name="clubs.exchange.tasks.tend")
def tend() -> None:
    """Take up files that were left, and forget old ones; the clock calls it."""
    run_each(
        jobs.left(ImportRun), lambda run_id: services.work(run_id=run_id), task="The work on a file", logger=logger
    )  # fmt: skip
    services.remove_old_files()
