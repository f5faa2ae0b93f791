"""Celery tasks of notices: thin and idempotent, each calls a service."""

from celery import shared_task

from clubs.notices.services.delivery import deliver_if_idle
from clubs.notices.services.reading import prune_notices


@shared_task(name="clubs.notices.tasks.deliver")
def deliver() -> int:
    """Send the due deliveries; called for urgent notices, and by the clock."""
    return deliver_if_idle()


@shared_task(name="clubs.notices.tasks.prune")
def prune() -> int:
    """Delete notices read long ago, and unread ones that are much older."""
    return prune_notices()
