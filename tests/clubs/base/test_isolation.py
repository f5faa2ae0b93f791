"""Isolation of background work: an item that fails stops no other, and its log holds no secret."""

import logging

import pytest
from django.db import OperationalError, connection

from clubs.base.isolation import run_each, trace_of, wait_after
from clubs.models import Player
from tests.database import owner_connection

# `run_each` looks after the connection that an earlier test may have left open, and needs leave to do so.
uses_database = pytest.mark.django_db

SECRETS = ("SJ H9", "ammini@example.org")


def halved(number: int) -> int:
    if number % 2:
        raise ValueError(*SECRETS)
    return number // 2


@uses_database
def test_the_items_after_one_that_fails_are_done_and_both_are_counted(caplog):
    outcome = run_each([2, 3, 4, 5, 6], halved, task="Halving")

    assert outcome.results == [1, 2, 3]
    assert outcome.failed == [3, 5]
    assert outcome.left == 0
    assert [record.getMessage().splitlines()[0] for record in caplog.records] == [
        "Halving failed for 3: ValueError",
        "Halving failed for 5: ValueError",
    ]


@uses_database
def test_the_log_has_the_lines_of_code_that_failed_and_no_text_of_an_exception(caplog):
    def quoted(number: int) -> int:
        try:
            return halved(number)
        except ValueError as cause:
            raise RuntimeError(str(cause)) from cause

    run_each([3], quoted, task="Halving", logger=logging.getLogger("lelam.tests"))

    assert caplog.records[0].name == "lelam.tests"
    assert "in halved" in caplog.text
    assert "in quoted" in caplog.text
    assert "ValueError" in caplog.text
    assert "RuntimeError" in caplog.text
    assert not any(secret in caplog.text for secret in SECRETS)


def test_an_exception_that_is_its_own_cause_is_told_once():
    fault = ValueError("x")
    fault.__context__ = KeyError("y")
    fault.__context__.__context__ = fault

    assert trace_of(fault).count("ValueError") == 1


@uses_database
def test_what_follows_a_failure_is_called_and_may_fail_too(caplog):
    put_off = []

    def put_off_or_fail(number: int, failure: Exception) -> None:
        if number == 5:
            raise OSError("no disk")
        put_off.append((number, type(failure)))

    outcome = run_each([3, 5, 6], halved, task="Halving", on_failure=put_off_or_fail)

    assert outcome.results == [3]
    assert put_off == [(3, ValueError)]
    assert "Halving: noting the failure failed for 5: OSError" in caplog.text


@uses_database
def test_within_a_transaction_an_error_of_the_database_undoes_its_own_item_only():
    def make(name: str) -> Player:
        player = Player.objects.create(name=name)
        if name == "Beeran":
            Player.objects.create(pk=player.pk, name=name)
        return player

    outcome = run_each(["Ammini", "Beeran", "Chacko"], make, task="Making")

    assert outcome.failed == ["Beeran"]
    assert set(Player.objects.values_list("name", flat=True)) >= {"Ammini", "Chacko"}
    assert not Player.objects.filter(name="Beeran").exists()


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_breaks_is_replaced_for_the_next_item():
    def make(name: str) -> Player:
        if name == "Beeran":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                (backend,) = cursor.fetchone()
            with owner_connection() as owner:
                _end(owner, backend)
        return Player.objects.create(name=name)

    outcome = run_each(["Ammini", "Beeran", "Chacko"], make, task="Making")

    assert (outcome.failed, outcome.left) == (["Beeran"], 0)
    assert [player.name for player in outcome.results] == ["Ammini", "Chacko"]


def test_a_database_that_is_away_leaves_the_rest_for_later(monkeypatch, caplog):
    def away(number: int) -> int:
        raise OperationalError("the server is away")

    def refuse() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(connection, "ensure_connection", refuse)

    outcome = run_each([1, 2, 3], away, task="Counting")

    assert (outcome.results, outcome.failed, outcome.left) == ([], [1], 2)
    assert "2 more are left for later" in caplog.text


def test_the_back_off_grows_to_half_a_day():
    assert [wait_after(failures).total_seconds() / 60 for failures in (1, 2, 3, 4, 5, 6, 7, 70)] == [
        1, 5, 15, 60, 240, 720, 720, 720,
    ]  # fmt: skip


def _end(owner, backend: int) -> None:
    """End a connection of the database and wait until it is gone."""
    owner.execute("SELECT pg_terminate_backend(%s, 10000)", [backend])
