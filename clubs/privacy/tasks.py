"""What the worker does about people's own data; thin and repeatable, each calls a service."""

import logging
from uuid import UUID

from celery import shared_task

from clubs import jobs
from clubs.isolation import run_each
from clubs.models import DataExport
from clubs.privacy import services
from clubs.services import prune_visiting_players

logger = logging.getLogger(__name__)


@shared_task(name="clubs.privacy.tasks.make_copy")
def make_copy(export_id: str) -> None:
    """Make one copy."""
    services.make_copy(export_id=UUID(export_id))


@shared_task(name="clubs.privacy.tasks.tend")
def tend() -> None:
    """Make copies that were left, remove old ones, erase who asked for it or visits no more; the clock calls it."""
    run_each(
        (services.remove_old_copies, _make_copies, prune_visiting_players, services.carry_out_due),
        lambda step: step(),
        task="A step of the care for personal data",
        name=lambda step: step.__name__,
        logger=logger,
    )


def _make_copies() -> None:
    run_each(
        jobs.left(DataExport),
        lambda export_id: services.make_copy(export_id=export_id),
        task="A copy of personal data",
        logger=logger,
    )
