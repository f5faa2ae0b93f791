"""Messages on commit: the worker gets the task of auditing the hand of a case."""

from uuid import UUID

from celery import current_app

from clubs.base.announce import afterwards


def audit_asked(case_id: UUID) -> None:
    """Send the task that audits the hand of a case, once this is committed."""
    afterwards(current_app.send_task, "games.tasks.audit_case", args=(str(case_id),), queue="audits", retry=False)
