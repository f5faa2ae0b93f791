"""Deadlines that pass: what follows from each is done by the server, once, however often it is called."""

import logging
from datetime import datetime
from uuid import UUID, uuid5

from django.utils import timezone

from clubs.base.isolation import run_each
from games.cases import deciding, log
from games.cases.log import Written
from games.cases.moves import deadline_passed
from games.models import Case

logger = logging.getLogger(__name__)


def tend_cases(now: datetime | None = None) -> int:
    """Do what follows from the deadlines that have passed in all cases; a failure stops no other case.

    Returns:
        The number of cases in which something happened.
    """
    at = now or timezone.now()
    due = Case.objects.filter(due_at__lte=at).order_by("due_at").values_list("pk", flat=True)
    outcome = run_each(due, lambda case_id: tend_case(case_id, now=at), task="The deadlines of a case", logger=logger)
    return sum(map(bool, outcome.results))


def tend_case(case_id: UUID, *, now: datetime | None = None) -> int:
    """Do what follows from the deadlines that have passed in a case.

    Returns:
        The number of deadlines.
    """
    at = now or timezone.now()
    done = 0
    while (written := _pass_one(case_id, at)) is not None:
        done += written.new
    return done


def _pass_one(case_id: UUID, at: datetime) -> Written | None:
    """Pass the next deadline of a case; None: none has passed."""
    move = deadline_passed(log.current(case_id), log.seconds_of(at))
    if move is None:
        return None
    command = uuid5(case_id, f"deadline:{move.step}:{move.until}:{move.poll}")
    case = Case.objects.select_related("club").get(pk=case_id)
    return log.write(case, deciding.pass_deadline, command=command, now=at)
