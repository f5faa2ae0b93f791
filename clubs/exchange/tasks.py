"""What the worker does with files; thin and repeatable, each calls a service."""

from uuid import UUID

from celery import shared_task

from clubs import jobs
from clubs.exchange import announce, services
from clubs.exchange_models import ImportRun


@shared_task(name=announce.WORK)
def work(run_id: str) -> None:
    """Look one file through, or carry it out."""
    services.work(run_id=UUID(run_id))


@shared_task(name="clubs.exchange.tasks.tend")
def tend() -> None:
    """Take up files that were left, and forget old ones; the clock calls it."""
    for run_id in jobs.left(ImportRun):
        services.work(run_id=run_id)
    services.remove_old_files()
