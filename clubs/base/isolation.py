"""Isolation of background work: a failing item is logged and counted, and the items after it are still done."""

import logging
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final, Generic, TypeVar

import psycopg
import redis
from django.db import InterfaceError, OperationalError, connection, connections, transaction

from clubs.base import failures

Item = TypeVar("Item")
Result = TypeVar("Result")

MAX_TRIES: Final = 7
"""After so many failures an item that may be given up is given up."""

_WAITS: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240, 720))

_SERVER_FAULTS: Final = (
    OperationalError,
    psycopg.OperationalError,
    redis.ConnectionError,
    redis.TimeoutError,
    redis.exceptions.OutOfMemoryError,
    redis.ReadOnlyError,
)

_module_logger = logging.getLogger(__name__)


@dataclass
class Outcome(Generic[Item, Result]):
    """The outcome of a run over several items.

    Attributes:
        results: The results of the items that succeeded, in order.
        failed: The items that raised an exception.
        left: The number of items not tried, because the database was lost and did not come back.
    """

    results: list[Result] = field(default_factory=list)
    failed: list[Item] = field(default_factory=list)
    left: int = 0


def run_each(
    items: Iterable[Item],
    run: Callable[[Item], Result],
    *,
    task: str,
    on_failure: Callable[[Item, Exception], object] | None = None,
    name: Callable[[Item], object] = str,
    logger: logging.Logger = _module_logger,
) -> Outcome[Item, Result]:
    """Run a function for each item, so that an item that fails does not stop those after it.

    A failure is logged with its traceback, but without the texts of the exceptions (`trace_of`). Within a transaction
    each item gets a savepoint; otherwise `run` opens the transactions that it needs. A database connection that broke
    is closed, so that the next item gets a new one.

    Args:
        items: The items.
        run: The function.
        task: The task in a few words, for the log.
        on_failure: Called with an item that failed and its exception, for example to put it off. It is isolated too.
        name: The name of an item in the log; it must hold nothing secret.
        logger: The log.

    Returns:
        The results, and the items that failed.
    """
    outcome: Outcome[Item, Result] = Outcome()
    waiting = list(items)
    for place, item in enumerate(waiting):
        try:
            outcome.results.append(_run_one(run, item))
            failures.resolve(task, name(item))
        except Exception as failure:
            outcome.failed.append(item)
            _log(logger, task, name(item), failure)
            if isinstance(failure, OperationalError | InterfaceError) and not _is_database_there():
                outcome.left = len(waiting) - place - 1
                _note_left(logger, task, outcome.left)
                break
            _recover()
            failures.note(task, name(item), failure)
            if on_failure is not None:
                try:
                    _follow_up(on_failure, item, failure)
                except Exception as second:
                    _log(logger, f"{task}: noting the failure", name(item), second)
                    _recover()
    return outcome


def wait_after(failures: int) -> timedelta:
    """Return the back-off after so many failures in a row: one minute after the first, twelve hours at most."""
    return _WAITS[min(max(failures, 1), len(_WAITS)) - 1]


def trace_of(failure: BaseException) -> str:
    """Return an exception's traceback with those of its causes, without their texts.

    The text of an exception may quote a row of the database, an address or a card, and a log is read by many; the
    classes and the lines of code are what a repair needs. Only a server that is away or full says so in its own words.
    """
    parts: list[str] = []
    seen: set[int] = set()
    one: BaseException | None = failure
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        kind = type(one)
        parts.append(
            "".join(traceback.format_tb(one.__traceback__)) + f"{kind.__module__}.{kind.__qualname__}{_words_of(one)}"
        )
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)
    return "\n\nfollowed by\n\n".join(reversed(parts))


def _words_of(failure: BaseException) -> str:
    """Return the first line of what a server that cannot be used says; it never quotes data, and the rest may."""
    if not isinstance(failure, _SERVER_FAULTS):
        return ""
    return ": " + str(failure).partition("\n")[0][:200]


def _run_one(run: Callable[[Item], Result], item: Item) -> Result:
    if connection.in_atomic_block:
        with transaction.atomic():
            return run(item)
    return run(item)


def _follow_up(on_failure: Callable[[Item, Exception], object], item: Item, failure: Exception) -> None:
    _run_one(lambda one: on_failure(one, failure), item)


def _log(logger: logging.Logger, task: str, name: object, failure: Exception) -> None:
    logger.error("%s failed for %s: %s\n%s", task, name, type(failure).__name__, trace_of(failure))


def _note_left(logger: logging.Logger, task: str, left: int) -> None:
    logger.error("%s: the database does not answer; %d more are left for later", task, left)


def _recover() -> None:
    """Close connections that broke; those that work, or are in a transaction, stay."""
    for each in connections.all(initialized_only=True):
        if not each.in_atomic_block:
            each.close_if_unusable_or_obsolete()


def _is_database_there() -> bool:
    """Tell whether the database answers, on a new connection if the old one broke."""
    if connection.in_atomic_block:
        return not connection.needs_rollback
    try:
        _recover()
        connection.ensure_connection()
    except (OperationalError, InterfaceError):
        return False
    return True
