"""The Celery task of uploads."""

from celery import shared_task

from clubs.uploads.services import remove_old_uploads


@shared_task(name="clubs.uploads.tasks.prune")
def prune() -> None:
    """Remove old uploads; the clock calls it."""
    remove_old_uploads()
