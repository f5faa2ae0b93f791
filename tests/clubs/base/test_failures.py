"""Tasks that fail stand in a row each, with their count and no secret, until they succeed again."""

from contextlib import AbstractContextManager
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from celery import current_app
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from clubs.base import failures
from clubs.base.isolation import run_each
from clubs.models import FailedTask, User
from config.run import SLOW_ARGUMENTS
from tests.database import owner_connection
from tests.servers import Program, await_true, program

SECRETS = ("SJ H9", "ammini@example.org")
ITEM = UUID("7b0f1d0e-5a33-4c11-9c43-0a5f6a1b2c3d")


@pytest.fixture(autouse=True)
def _knowing_nothing(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin without failures, also of a worker of another test, which notes them whenever they happen."""
    monkeypatch.setattr(failures, "_failing", failures._Failing())
    FailedTask.objects.all().delete()


def fail(item: object) -> None:
    raise ValueError(*SECRETS)


def test_an_item_that_fails_again_and_again_is_one_row_that_counts():
    for _ in range(3):
        run_each([ITEM], fail, task="Sweeping")

    (row,) = FailedTask.objects.all()
    assert (row.name, row.item, row.times, row.kind) == ("Sweeping", str(ITEM), 3, "builtins.ValueError")
    assert row.place.startswith("tests/clubs/base/test_failures.py:")
    assert row.place.endswith(" fail")
    assert row.first_at < row.last_at
    assert failures.failing_tasks() == [row]
    assert not any(secret in str(vars(row)) for secret in SECRETS)


def test_a_success_resolves_it_and_the_next_failure_counts_from_one():
    for _ in range(3):
        run_each([ITEM], fail, task="Sweeping")
    run_each([ITEM], str, task="Sweeping")

    (row,) = FailedTask.objects.all()
    assert row.resolved_at is not None
    assert failures.failing_tasks() == []

    run_each([ITEM], fail, task="Sweeping")
    row.refresh_from_db()
    assert (row.times, row.resolved_at) == (1, None)


def test_a_success_costs_no_statement_while_nothing_fails(django_assert_num_queries):
    with django_assert_num_queries(2):  # the savepoint of the item, as ever
        run_each([ITEM], str, task="Sweeping")


def test_a_success_in_another_process_resolves_it_after_a_look():
    failures.note("Sweeping", ITEM, ValueError())
    other = failures._Failing()
    other.look_up()
    assert ("Sweeping", str(ITEM)) in other.known


def test_one_failure_and_those_of_days_ago_do_not_count_as_failing():
    failures.note("Sweeping", "", ValueError())
    FailedTask.objects.create(
        name="Cooking",
        times=9,
        kind="builtins.ValueError",
        first_at=timezone.now() - timedelta(days=3),
        last_at=timezone.now() - timedelta(days=2),
    )
    assert failures.failing_tasks() == []

    FailedTask.objects.update(last_at=timezone.now() - timedelta(days=31))
    assert failures.prune_failures() == 2


def test_a_failure_that_cannot_be_noted_stops_nothing(monkeypatch, caplog):
    monkeypatch.setattr(failures, "_NOTE", "SELECT nothing")

    outcome = run_each([ITEM, 2], fail, task="Sweeping")

    assert len(outcome.failed) == 2
    assert "could not be noted" in caplog.text
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


@pytest.mark.parametrize(
    ("item", "kept"),
    [
        (ITEM, str(ITEM)),
        (12, "12"),
        ((ITEM, "push", None), f"{ITEM} push"),
        ("ammini@example.org", ""),
        ("SJ H9", ""),
        (("send_all", "അമ്മിണി"), "send_all"),
    ],
)
def test_only_ids_and_names_of_the_program_are_kept_of_an_item(item, kept):
    assert failures.ids_in(item) == kept


def test_administrators_look_at_them_and_change_nothing(client):
    failures.note("Sweeping", ITEM, ValueError(*SECRETS))
    user = User.objects.create_superuser("root@example.org", "x")
    client.force_login(user)

    page = client.get(reverse("admin:clubs_failedtask_changelist"))

    assert page.status_code == 200
    assert "Sweeping" in page.content.decode()
    assert client.get(reverse("admin:clubs_failedtask_add")).status_code == 403


def slow_worker(*more: str) -> AbstractContextManager[Program]:
    """Run the worker of what may take long."""
    return program("slow", "celery", "-A", "config.celery", *SLOW_ARGUMENTS, "--loglevel", "WARNING", *more)


def audit(check: str, **options: int) -> None:
    current_app.send_task("games.tasks.audit_check", args=(check,), **options)


def row() -> FailedTask | None:
    return FailedTask.objects.filter(name="games.tasks.audit_check").first()


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(300)
def test_a_task_that_fails_in_a_real_worker_appears_once_with_its_count_and_goes_when_it_succeeds():
    """The worker's table of checks is away for a while; the task is called by its name, as beat does."""
    check = str(uuid4())

    # Started as the slow worker is: its processes note what they do.
    with owner_connection() as owner, slow_worker():
        owner.execute("ALTER TABLE games_handcheck RENAME TO games_handcheck_away")
        try:
            for _ in range(3):
                audit(check)
            await_true(lambda: (kept := row()) is not None and kept.times == 3, "three failures in a row", 90)
        finally:
            owner.execute("ALTER TABLE games_handcheck_away RENAME TO games_handcheck")
        kept = row()
        assert (kept.item, kept.kind) == (check, "django.db.utils.ProgrammingError")
        audit(check)
        await_true(lambda: row().resolved_at is not None, "the success", 90)
    assert FailedTask.objects.filter(name="games.tasks.audit_check").count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(300)
def test_a_slow_task_is_stopped_at_its_limit_and_the_worker_goes_on():
    stuck, later = str(uuid4()), str(uuid4())
    # A process looks up what has failed elsewhere only every few seconds: it finds this before its first task.
    failures.note("games.tasks.audit_check", later, ValueError())
    # One process, so that the one whose task was stopped does the next.
    with owner_connection() as owner, slow_worker("--concurrency", "1"):
        with owner.transaction():
            owner.execute("LOCK TABLE games_handcheck IN ACCESS EXCLUSIVE MODE")
            audit(stuck, soft_time_limit=1, time_limit=3)
            await_true(lambda: FailedTask.objects.filter(item=stuck).exists(), "the end of the task that hung", 90)
        kept = FailedTask.objects.get(item=stuck)
        assert kept.kind.rpartition(".")[2] == "SoftTimeLimitExceeded"
        audit(later)
        await_true(
            lambda: FailedTask.objects.filter(item=later, resolved_at__isnull=False).exists(), "the next task", 90
        )
