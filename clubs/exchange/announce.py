"""Messages on commit: the worker gets the task of a waiting import."""

from uuid import UUID

from celery import current_app

from clubs.base.announce import afterwards

WORK = "clubs.exchange.tasks.work"


def run_waits(run_id: UUID) -> None:
    """Send the task of an import, once this is committed."""
    afterwards(current_app.send_task, WORK, args=(str(run_id),), retry=False)
