"""What the worker does for cases, and what a process keeps of them."""

import pytest
from django.db import transaction

from config.queues import ROUTES, SCHEDULE
from games import tasks
from games.cases import log
from games.cases.services import answering, raising
from games.models import Case
from tests.games.helpers.cases import at, disputed, do, then, world


def test_the_clock_passes_deadlines_and_reminds(there, case):
    with then(at(days=1, hours=23)):
        assert (tasks.tend_cases(), tasks.remind_of_cases()) == (0, 2)
    with then(at(days=2)):
        assert (tasks.tend_cases(), tasks.remind_of_cases()) == (1, 0)

    assert log.current(case.pk).status == "review"


def test_the_tasks_are_called_by_the_clock_and_wait_behind_no_audit():
    called = {entry["task"] for entry in SCHEDULE.values()}

    assert {"games.tasks.tend_cases", "games.tasks.remind_of_cases"} <= called
    assert "games.tasks.tend_cases" not in ROUTES


@pytest.mark.django_db(transaction=True)
def test_the_audit_is_asked_for_when_the_case_is_committed(monkeypatch):
    sent: list[object] = []
    monkeypatch.setattr(raising.current_app, "send_task", lambda name, **more: sent.append((name, more["args"])))
    there = world()
    with transaction.atomic():
        case = disputed(there)
        before = [each for each in sent if each[0] == raising.AUDIT]

    assert before == []
    assert (raising.AUDIT, (str(case.pk),)) in sent


@pytest.mark.django_db(transaction=True)
def test_a_command_that_is_rolled_back_is_kept_by_no_process():
    there = world()
    case = disputed(there)
    with transaction.atomic():
        do(answering.answer, case, there.players[1], at(hours=1), stance="agree")
        transaction.set_rollback(True)

    assert log.current(case.pk).status == "open"
    assert Case.objects.get(pk=case.pk).version == 1
    log.forget_all()
    assert log.current(case.pk).status == "open"
