"""Messages on commit: tasks are sent by name, so that services need not import them."""

from typing import Final
from uuid import UUID

from celery import current_app
from django.core.cache import cache
from django.db import transaction
from django.utils.crypto import salted_hmac

from clubs.base import news
from clubs.base.announce import afterwards
from clubs.base.groups import messenger

_ONCE_IN: Final = 10
"""Seconds after which the task is sent again although no worker has begun it: its message may be lost."""


def group_of(tournament_id: UUID) -> str:
    """Return the name of the channel group of a tournament's readers."""
    return f"tournament.{tournament_id.hex}"


def tournament_advanced(tournament_id: UUID, version: int | None = None) -> None:
    """Tell a tournament's readers that it reached a version, and send the task that tends it.

    The task is sent once for many deeds that follow closely.

    Args:
        tournament_id: The tournament.
        version: The version that its log has reached; None: it is the same.
    """
    if version is not None:
        afterwards(messenger.send, group_of(tournament_id), {"type": "tournament.advanced", "version": version})
        news.tell(news.TOURNAMENTS)
    afterwards(_send_once, tournament_id)


def floor_moved(tournament_id: UUID, version: int, match: int | None = None) -> None:
    """Tell a tournament's readers that its floor reached a version.

    Args:
        tournament_id: The tournament.
        version: The version.
        match: The match of a call, or of a side that is there, which concerns its own pages and the desk; None: it
            concerns everybody.
    """
    about = "" if match is None else mark_of(tournament_id, match)
    message = {"type": "tournament.floor", "version": version, "about": about}
    afterwards(messenger.send, group_of(tournament_id), message)
    news.tell(news.TOURNAMENTS)


def mark_of(tournament_id: UUID, match: int) -> str:
    """Return the word by which the pages of a match know what concerns it; to others it says nothing."""
    return salted_hmac("tournaments.announce.match", f"{tournament_id}:{match}").hexdigest()[:12]


def game_ended(stream: UUID) -> None:
    """Send the task that reports the result of a match's game to its tournament."""
    _send("tournaments.tasks.take_result", str(stream))


def rehearsal_waits(tournament_id: UUID, run: str) -> None:
    """Send the task that makes a rehearsal."""
    args = (str(tournament_id), run)
    afterwards(current_app.send_task, "tournaments.tasks.rehearse", args=args, retry=False, ignore_result=True)


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
