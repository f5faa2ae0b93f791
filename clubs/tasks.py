"""What the worker does for accounts; thin and repeatable, each calls a service."""

import logging
from collections.abc import Callable

from celery import shared_task

from clubs.accounts.upkeep import prune_sessions, prune_signups, prune_tokens
from clubs.accounts.visitors import prune_visiting_players
from clubs.base.failures import prune_failures
from clubs.base.isolation import run_each

logger = logging.getLogger(__name__)


@shared_task(name="clubs.tasks.prune")
def prune() -> None:
    """Remove expired sessions, tokens, sign-ups, visiting players and old failures; the clock calls it every hour."""
    steps: tuple[Callable[[], object], ...] = (
        prune_sessions,
        prune_tokens,
        prune_signups,
        prune_visiting_players,
        prune_failures,
    )
    run_each(
        steps,
        lambda step: step(),
        task="A step of the upkeep of accounts",
        name=lambda step: getattr(step, "__name__", ""),
        logger=logger,
    )
