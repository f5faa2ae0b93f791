"""What happens on commit: the worker is told of a file that waits."""

from uuid import UUID

from celery import current_app

from clubs.announce import afterwards

WORK = "clubs.exchange.tasks.work"


def run_waits(run_id: UUID) -> None:
    """Have the worker take up a file, once this is committed."""
    afterwards(current_app.send_task, WORK, args=(str(run_id),), queue="default", retry=False)
