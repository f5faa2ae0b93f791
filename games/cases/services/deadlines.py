"""Deadlines that pass: what follows from each is done by the server, once, however often it is called."""

import logging
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.utils import timezone

from clubs.base.isolation import run_each
from games.cases import deciding, log, notices
from games.cases.access import case_row
from games.cases.hosts import find_host
from games.cases.log import Written
from games.cases.moves import deadline_passed, whose_move
from games.cases.services.announcing import announce
from games.cases.state import CaseState
from games.events.cases import Step
from games.models import Case

logger = logging.getLogger(__name__)

SOON: Final = timedelta(days=1)
"""A deadline within this time can be near."""


def tend_cases(now: datetime | None = None) -> int:
    """Do what follows from the deadlines that have passed in all cases; a failure stops no other case.

    Returns:
        The number of cases in which something happened.
    """
    at = now or timezone.now()
    due = Case.objects.filter(due_at__lte=at).order_by("due_at").values_list("pk", flat=True)
    outcome = run_each(due, lambda case_id: tend_case(case_id, now=at), task="The deadlines of a case", logger=logger)
    return sum(map(bool, outcome.results))


def remind(now: datetime | None = None) -> int:
    """Remind those for whom cases wait of deadlines that are near; once for each deadline.

    Returns:
        The number of people who are newly told.
    """
    at = now or timezone.now()
    near = Case.objects.filter(due_at__gt=at, due_at__lte=at + SOON).order_by("due_at").values_list("pk", flat=True)
    outcome = run_each(near, lambda case_id: _remind(case_id, at), task="The reminders of a case", logger=logger)
    return sum(outcome.results)


def _remind(case_id: UUID, at: datetime) -> int:
    case, state = case_row(case_id), log.current(case_id)
    move = whose_move(state)
    if move.until is None or move.step is None or not _is_near(state, move.step, move.until, at):
        return 0
    return notices.tell_near(case, state, find_host(case.game), at)


def _is_near(state: CaseState, step: Step, until: int, at: datetime) -> bool:
    """Tell whether less than an eighth of a step's window is left, and not more than a day."""
    left = until - log.seconds_of(at)
    return 0 < left <= min(int(SOON.total_seconds()), getattr(state.windows, step) // 8)


def tend_case(case_id: UUID, *, now: datetime | None = None) -> int:
    """Do what follows from the deadlines that have passed in a case.

    Returns:
        The number of deadlines.
    """
    at = now or timezone.now()
    done = 0
    while (written := _pass_one(case_id, at)) is not None:
        done += written.new
        if not written.new:
            break  # another process is at it
    return done


def _pass_one(case_id: UUID, at: datetime) -> Written | None:
    """Pass the next deadline of a case; None: none has passed."""
    move = deadline_passed(log.current(case_id), log.seconds_of(at))
    if move is None:
        return None
    command = log.server_command(case_id, f"deadline:{move.step}:{move.until}:{move.poll}")
    case = Case.objects.select_related("club").get(pk=case_id)
    return announce(log.write(case, deciding.pass_deadline, command=command, now=at))
