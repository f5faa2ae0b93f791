"""Celery tasks of exports and erasures: thin and idempotent, each calls a service."""

import logging
from uuid import UUID

from celery import shared_task

from clubs.base import jobs
from clubs.base.isolation import run_each
from clubs.models import DataExport
from clubs.privacy.services import copies
from clubs.privacy.services.copies import remove_old_copies
from clubs.privacy.services.erasing import carry_out_due

logger = logging.getLogger(__name__)


@shared_task(name="clubs.privacy.tasks.make_copy")
def make_copy(export_id: str) -> None:
    """Make one copy."""
    copies.make_copy(export_id=UUID(export_id))


@shared_task(name="clubs.privacy.tasks.tend")
def tend() -> None:
    """Make copies that were left, remove old ones, erase the people who asked for it; the clock calls it."""
    run_each(
        (remove_old_copies, _make_copies, carry_out_due),
        lambda step: step(),
        task="A step of the care for personal data",
        name=lambda step: step.__name__,
        logger=logger,
    )


def _make_copies() -> None:
    run_each(
        jobs.left(DataExport),
        lambda export_id: copies.make_copy(export_id=export_id),
        task="A copy of personal data",
        logger=logger,
    )
