"""What the worker does for accounts; thin and repeatable, each calls a service."""

import logging
from collections.abc import Callable

from celery import shared_task

from clubs import services
from clubs.isolation import run_each

logger = logging.getLogger(__name__)


@shared_task(name="clubs.tasks.prune")
def prune() -> None:
    """Remove expired sessions and tokens, and sign-ups that were never confirmed; the clock calls it every hour."""
    steps: tuple[Callable[[], object], ...] = (services.prune_sessions, services.prune_tokens, services.prune_signups)
    run_each(
        steps,
        lambda step: step(),
        task="A step of the upkeep of accounts",
        name=lambda step: getattr(step, "__name__", ""),
        logger=logger,
    )
