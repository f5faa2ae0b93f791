"""Tasks that fail, as rows for the operator: noted when they fail, resolved when they succeed again.

A failure costs a statement. A success costs nothing while the task is not among the failing ones, which each process
looks up every few seconds.
"""

import logging
import re
import threading
import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from django.db import Error, connection, transaction
from django.utils import timezone

from clubs.models import FailedTask

logger = logging.getLogger(__name__)

REPEATED: Final = 3
"""The number of failures in a row from which on a task is listed as failing."""
RECENT: Final = timedelta(days=1)
"""The time after which a failure that was neither repeated nor resolved is listed no more."""
KEPT: Final = timedelta(days=30)
_LOOKED_UP_SECONDS: Final = 5.0
_MAX_KNOWN: Final = 10_000
_ROOT: Final = Path(__file__).resolve().parent.parent.parent
# The name of an item consists of ids, numbers and names of the program, and of nothing that a person wrote.
_ID: Final = re.compile(r"[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}|\b\d{1,19}\b|\b[a-z_]{1,60}\b")

_NOTE: Final = """
    INSERT INTO clubs_failedtask AS kept (name, item, times, kind, place, first_at, last_at)
    VALUES (%s, %s, 1, %s, %s, %s, %s)
    ON CONFLICT (name, item) DO UPDATE SET
        times = CASE WHEN kept.resolved_at IS NULL THEN kept.times + 1 ELSE 1 END,
        first_at = CASE WHEN kept.resolved_at IS NULL THEN kept.first_at ELSE EXCLUDED.first_at END,
        last_at = EXCLUDED.last_at, kind = EXCLUDED.kind, place = EXCLUDED.place, resolved_at = NULL
"""


class _Failing:
    """The tasks that fail, as far as this process knows."""

    def __init__(self) -> None:
        self.known: set[tuple[str, str]] = set()
        self._lock = threading.Lock()
        self._read_at = 0.0

    def look_up(self) -> None:
        """Read them again, at most once in a few seconds."""
        now = time.monotonic()
        if now - self._read_at < _LOOKED_UP_SECONDS or not self._lock.acquire(blocking=False):
            return
        try:
            self._read_at = now
            rows = FailedTask.objects.filter(resolved_at=None, last_at__gt=timezone.now() - KEPT)
            self.known = set(rows.values_list("name", "item")[:_MAX_KNOWN])
        finally:
            self._lock.release()


_failing = _Failing()


def look_up() -> None:
    """Learn which tasks fail, also in other processes; a worker calls it before each task."""
    try:
        _failing.look_up()
    except Error as fault:
        logger.warning("The failing tasks could not be read: %s", type(fault).__name__)


def note(name: str, item: object, failure: BaseException) -> None:
    """Note that a task has failed, or failed for an item.

    Args:
        name: The task.
        item: The ids that it was about; anything else in it is left out.
        failure: The exception, of which the type and the place are kept.
    """
    now = timezone.now()
    kind = type(failure)
    parameters: list[str | datetime] = [
        name[:120],
        ids_in(item),
        f"{kind.__module__}.{kind.__qualname__}"[:120],
        _place(failure),
        now,
        now,
    ]
    if not connection.in_atomic_block:
        # A task that was told to stop in the middle of a statement leaves a connection that is of no use.
        connection.close_if_unusable_or_obsolete()
    try:
        # In a caller's transaction a savepoint: what it does next must not fail for this.
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_NOTE, parameters)
    except Error as fault:  # most likely the database is what failed; the log has both
        logger.warning("A failure of %s could not be noted: %s", name, type(fault).__name__)
    _failing.known.add((name[:120], ids_in(item)))


def resolve(name: str, item: object) -> None:
    """Note that a task has succeeded, if it had failed before."""
    if not _failing.known or (key := (name[:120], ids_in(item))) not in _failing.known:
        return
    _failing.known.discard(key)
    try:
        with transaction.atomic():
            FailedTask.objects.filter(name=key[0], item=key[1], resolved_at=None).update(resolved_at=timezone.now())
    except Error as fault:
        logger.warning("A success of %s could not be noted: %s", name, type(fault).__name__)


def failing_tasks() -> list[FailedTask]:
    """Return the tasks that fail again and again, the last first."""
    return list(FailedTask.objects.filter(resolved_at=None, times__gte=REPEATED, last_at__gt=timezone.now() - RECENT))


def prune_failures() -> int:
    """Delete the rows of failures that are over, and of those that nothing repeats; return their number."""
    return FailedTask.objects.filter(last_at__lt=timezone.now() - KEPT).delete()[0]


def ids_in(item: object) -> str:
    """Return the ids, numbers and names of the program in the name of an item, and nothing else of it."""
    texts: Iterable[object] = item if isinstance(item, tuple | list) else (item,)
    return " ".join(part for text in texts if "@" not in str(text) for part in _ID.findall(str(text)))[:120]


def _place(failure: BaseException) -> str:
    """Return the innermost line of this program that an exception passed."""
    place = ""
    step = failure.__traceback__
    while step is not None:
        path = Path(step.tb_frame.f_code.co_filename)
        if path.is_relative_to(_ROOT) and ".venv" not in path.parts:
            place = f"{path.relative_to(_ROOT)}:{step.tb_lineno} {step.tb_frame.f_code.co_name}"
        step = step.tb_next
    return place[:200]
