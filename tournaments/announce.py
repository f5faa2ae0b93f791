"""Messages on commit: tasks are sent by name, so that services need not import them."""

from typing import Final
from uuid import UUID

from celery import current_app
from django.core.cache import cache
from django.db import transaction

_ONCE_IN: Final = 10
"""Seconds after which the task is sent again although no worker has begun it: its message may be lost."""


def tournament_moved(tournament_id: UUID) -> None:
    """Send the task that does the tournament's next step, without waiting for the clock."""
    _send("tournaments.tasks.advance_tournament", str(tournament_id))


def results_changed(tournament_id: UUID) -> None:
    """Send the task that computes the standings, and then does the steps that follow from them."""
    _send("tournaments.tasks.compute_standings", str(tournament_id))


def tournament_advanced(tournament_id: UUID) -> None:
    """Send the task that tends a tournament with a log, once for many deeds that follow closely."""
    transaction.on_commit(lambda: _send_once(tournament_id), robust=True)


def game_ended(stream: UUID) -> None:
    """Send the task that reports the result of a match's game to its tournament."""
    _send("tournaments.tasks.take_result", str(stream))


def is_tended(tournament_id: UUID) -> None:
    """Let the next deed send the task again: it reads the tournament now."""
    cache.delete(_key(tournament_id))


def _send_once(tournament_id: UUID) -> None:
    if cache.add(_key(tournament_id), 1, timeout=_ONCE_IN):
        current_app.send_task(
            "tournaments.tasks.tend_tournament", args=(str(tournament_id),), retry=False, ignore_result=True
        )


def _key(tournament_id: UUID) -> str:
    return f"tournaments:tend:{tournament_id.hex}"


def _send(task: str, *args: str) -> None:
    transaction.on_commit(lambda: current_app.send_task(task, args=args, retry=False, ignore_result=True), robust=True)
