"""Messages on commit: the worker gets the task of making a review."""

from uuid import UUID

from celery import current_app

from clubs.base.announce import afterwards


def review_asked_for(review_id: UUID) -> None:
    """Send the task that makes the review, once this is committed."""
    afterwards(current_app.send_task, "games.tasks.make_review", args=(str(review_id),), queue="audits", retry=False)
