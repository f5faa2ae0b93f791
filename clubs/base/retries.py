"""Rows of work for a task: what fails is tried again later, and at last given up.

Such a row has a `status` that can be failed, `tries`, the failures so far, and `due_at`, the time of the next try.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from clubs.base.isolation import MAX_TRIES, run_each, wait_after


def is_due(now: datetime) -> Q:
    """Return the condition that a row is not put off until later."""
    return Q(due_at=None) | Q(due_at__lte=now)


def give_up(row: Any) -> None:
    """Note on a locked row that its work has failed for good."""
    row.status, row.due_at = row.Status.FAILED, None
    row.save(update_fields=["status", "due_at", "tries"])


@transaction.atomic
def put_off(waiting: QuerySet[Any], now: datetime, give_up: Callable[[Any], object] = give_up) -> None:
    """Schedule the next try of the row whose work failed, if it still waits; after too many give it up."""
    row = waiting.select_for_update(of=("self",)).first()
    if row is None:
        return
    row.tries += 1
    if row.tries >= MAX_TRIES:
        give_up(row)
        return
    row.due_at = now + wait_after(row.tries)
    row.save(update_fields=["tries", "due_at"])


def do_each(
    waiting: QuerySet[Any],
    do: Callable[[Any], object],
    *,
    task: str,
    now: datetime,
    logger: logging.Logger,
    give_up: Callable[[Any], object] = give_up,
) -> int:
    """Do the work of each waiting row that is due, by its id, as `run_each` does; return how much of it is done now."""
    outcome = run_each(
        waiting.filter(is_due(now)).values_list("pk", flat=True),
        do,
        task=task,
        on_failure=lambda pk, _failure: put_off(waiting.filter(pk=pk), now, give_up),
        logger=logger,
    )
    return len(outcome.results)
