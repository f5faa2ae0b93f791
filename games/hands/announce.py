"""Messages on commit: the worker gets the task of checking a hand."""

from uuid import UUID

from celery import current_app

from clubs.base.announce import afterwards


def check_asked_for(check_id: UUID) -> None:
    """Send the task that checks the hand, once this is committed."""
    afterwards(current_app.send_task, "games.tasks.audit_check", args=(str(check_id),), queue="audits", retry=False)
