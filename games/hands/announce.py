"""Messages on commit: the worker gets the task of auditing a disputed hand."""

from uuid import UUID

from celery import current_app

from clubs.base.announce import afterwards


def hand_disputed(dispute_id: UUID) -> None:
    """Send the task that audits the disputed hand, once this is committed."""
    afterwards(current_app.send_task, "games.tasks.audit_dispute", args=(str(dispute_id),), queue="audits", retry=False)
