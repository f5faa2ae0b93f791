"""The effects of decisions: what a decision changes in the game and in its tournament, and taking that back.

What is owed follows from the state: a decision that holds and is not in effect, or one in effect that holds no longer
(`rows.is_owed`). Each step is one transaction over the tournament, the game and the case, with command ids that follow
from the case: after a crash, or beside another process, it is done once. A running game waits until it ends.
"""

import logging
from collections.abc import Iterable
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from clubs.base import locks
from clubs.base.isolation import run_each
from clubs.models import Player
from games import store
from games.adjusting.services import adjust_result, withdraw_adjustment
from games.cases import deciding, log, rows
from games.cases.access import case_row
from games.cases.decisions import changes_game
from games.cases.facts import is_over
from games.cases.hosts import Host, Points, find_host
from games.cases.notices import tell_effect
from games.cases.outcomes import outcome_of
from games.cases.state import CaseState
from games.models import Case, CaseText

logger = logging.getLogger(__name__)

_LOCK: Final = 41
"""Of the effects of a case: one process has them follow."""


def follow_owed(now: datetime | None = None) -> int:
    """Have the effects of all cases follow that owe any; a failure stops no other case and is tried again.

    Returns:
        The number of cases that owe nothing any more.
    """
    return follow_each(Case.objects.filter(owed=True).order_by("opened_at").values_list("pk", flat=True), now)


def follow_each(case_ids: Iterable[UUID], now: datetime | None = None) -> int:
    """Have the effects of some cases follow, each by itself.

    Returns:
        The number of cases that owe nothing any more.
    """
    outcome = run_each(case_ids, lambda case_id: follow(case_id, now=now), task="The effects of a case", logger=logger)
    return sum(outcome.results)


def follow(case_id: UUID, *, now: datetime | None = None) -> bool:
    """Have the effects of a case follow its decision: applied, taken back, and its tournament told.

    Returns:
        Whether nothing is owed any more; not so where the game runs still, or another process is at it.

    Raises:
        UnknownCase: There is no such case.
        TableError: A decision cannot be applied; it stays owed.
    """
    at = now or timezone.now()
    while rows.is_owed(log.current(case_id)):
        if not is_over(case_row(case_id).place) or not _step(case_id, at):
            return False
    return _settle(case_id)


def _step(case_id: UUID, at: datetime) -> bool:
    """Do the next step that is owed; tell whether it was done.

    The tournament comes first: it may compute for a while, and no lane is held meanwhile.
    """
    with transaction.atomic():
        if not locks.take(_LOCK, str(case_id), wait=False):
            return False
        case, state = case_row(case_id), log.current(case_id)
        if not rows.is_owed(state):
            return True
        host = find_host(case.game)
        if state.applied is None:
            _apply(case, state, host, at)
        else:
            _reverse(case, state, host, at)
        return True


def _apply(case: Case, state: CaseState, host: Host | None, at: datetime) -> None:
    """Apply the decision that holds."""
    number, decision = state.decided, state.decision
    assert number is not None  # is_owed
    assert decision is not None
    by, version = _author(state)
    step = f"apply:{number}:{state.effects}"
    changed = outcome_of(case, decision) if changes_game(decision) else None
    points, winners = changed or (Points(), Points())
    # A game that was called off after the ruling has nothing to be changed, in the tournament neither.
    called_off = changed is None and changes_game(decision)
    hosted = (
        host is not None
        and not called_off
        and host.apply(case, decision, points, winners, by, _words(case, version), _id(case, f"host:{step}"))
    )
    store.lock_streams([case.pk, case.game])
    adjustment = 0
    if changed is not None:
        adjustment = adjust_result(
            game=case.game, hand=case.hand, case=case.pk, command=_id(case, f"game:{step}"), told=decision.told,
            row=decision.row, by=by, now=at,
        )  # fmt: skip
    written = log.write(
        case, lambda now, _at: deciding.apply(now, number, adjustment, hosted), command=_id(case, step), now=at
    )
    if adjustment or hosted:
        tell_effect(case, written.state, host, back=False)


def _reverse(case: Case, state: CaseState, host: Host | None, at: datetime) -> None:
    """Take back what the decision in effect had changed."""
    applied = state.applied
    assert applied is not None
    by, _version = _author(state)
    step = f"reverse:{applied.ruling}:{state.effects}"
    kept = host is not None and applied.hosted and not host.reverse(case, by, _id(case, f"host:{step}"))
    store.lock_streams([case.pk, case.game])
    if applied.adjustment:
        withdraw_adjustment(
            game=case.game, adjustment=applied.adjustment, case=case.pk, command=_id(case, f"game:{step}"), by=by,
            now=at,
        )  # fmt: skip
    written = log.write(case, lambda now, _at: deciding.reverse(now, kept=kept), command=_id(case, step), now=at)
    if (applied.adjustment or (applied.hosted and not kept)) and not rows.is_owed(written.state):
        tell_effect(case, written.state, host, back=True)


def _settle(case_id: UUID) -> bool:
    """Tell the tournament whether the case is open, and note that nothing is owed, unless something has come to be."""
    case = case_row(case_id)
    host = find_host(case.game)
    if host is not None:
        host.note(case, case.closed_at is None)
    row = Case.objects.filter(pk=case_id, version=case.version)
    return not rows.is_owed(log.current(case_id)) and bool(row.update(owed=False))


def _author(state: CaseState) -> tuple[Player | None, int]:
    """Return who decided last, None for a committee, and the version of the reasons."""
    if state.carried is not None:
        return None, state.carried.version
    last = state.rulings[-1] if state.rulings else None
    return (None, 0) if last is None else (Player.objects.filter(pk=UUID(last.by)).first(), last.version)


def _words(case: Case, version: int) -> str:
    return CaseText.objects.filter(case=case, version=version).values_list("text", flat=True).first() or ""


def _id(case: Case, step: str) -> UUID:
    """Return the id of the command of a step."""
    return log.server_command(case.pk, step)
