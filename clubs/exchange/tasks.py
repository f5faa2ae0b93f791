"""Celery tasks of imports: thin and idempotent, each calls a service."""

import logging
from uuid import UUID

from celery import shared_task

from clubs.base import jobs
from clubs.base.isolation import run_each
from clubs.exchange import announce, services
from clubs.models import ImportRun

logger = logging.getLogger(__name__)


@shared_task(name=announce.WORK)
def work(run_id: str) -> None:
    """Do the dry run of an import, or the import itself."""
    services.work(run_id=UUID(run_id))


@shared_task(name="clubs.exchange.tasks.tend")
def tend() -> None:
    """Restart abandoned imports, and delete old ones; the clock calls it."""
    run_each(
        jobs.left(ImportRun), lambda run_id: services.work(run_id=run_id), task="The work on a file", logger=logger
    )  # fmt: skip
    services.remove_old_files()
