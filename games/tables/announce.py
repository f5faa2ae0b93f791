"""Messages on commit: the table's group learns of its new version, and tasks are sent by name.

A group message says which version a table has reached, and nothing else. Messages are sent by one thread of the
process, so that a service does not wait for Redis. A lost message is made up for by the next one, which names its
version, and by the page's own polling.
"""

import asyncio
import logging
import os
import threading
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from celery import current_app
from channels.layers import get_channel_layer
from django.utils import timezone

from clubs.base.announce import afterwards

logger = logging.getLogger(__name__)

SOON = timedelta(seconds=3)
"""A table due within this time gets a task of its own; the clock's beat finds the rest."""


def group_of(table_id: UUID) -> str:
    """Return the name of the channel group of a table's viewers."""
    return f"table.{table_id.hex}"


def table_advanced(table_id: UUID, version: int) -> None:
    """Tell a table's viewers, once this is committed, that it reached a version."""
    afterwards(_messenger.send, group_of(table_id), version)


def chat_advanced(table_id: UUID) -> None:
    """Tell a table's viewers, once this is committed, that there is a new message; neither its text nor its author."""
    afterwards(_messenger.send, group_of(table_id), None)


def table_due(table_id: UUID, due_at: datetime | None) -> None:
    """Schedule the task that advances the table, once this is committed, if it is due soon."""
    if due_at is not None and due_at - timezone.now() <= SOON:
        afterwards(_send_advance, table_id, due_at)


def bot_on_turn(table_id: UUID) -> None:
    """Send the task in which a bot chooses its action, once this is committed; it acts when the table is due."""
    afterwards(current_app.send_task, "games.tasks.advance_thought", args=(str(table_id),), queue="clock", retry=False)


def _send_advance(table_id: UUID, due_at: datetime) -> None:
    wait = max(0.0, (due_at - timezone.now()).total_seconds())
    options: dict[str, Any] = {"countdown": wait} if wait else {}
    current_app.send_task("games.tasks.advance_table", args=(str(table_id),), queue="clock", retry=False, **options)


class _Messenger:
    """Sends group messages from a thread with its own event loop, started on first use and again after a fork."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pid = 0

    def send(self, group: str, version: int | None) -> None:
        """Send a version reached, or None for a new chat message, without waiting; a failure is logged."""
        future = asyncio.run_coroutine_threadsafe(self._send(group, version), self._running())
        future.add_done_callback(_log_failure)

    async def _send(self, group: str, version: int | None) -> None:
        chat = {"type": "table.chatted"}
        await get_channel_layer().group_send(
            group, chat if version is None else {"type": "table.advanced", "version": version}
        )

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None or self._pid != os.getpid():
                self._loop, self._pid = asyncio.new_event_loop(), os.getpid()
                threading.Thread(target=self._loop.run_forever, name="announce", daemon=True).start()
            return self._loop


def _log_failure(future: Any) -> None:
    if not future.cancelled() and (failure := future.exception()) is not None:
        logger.warning("A table's group could not be told: %s", type(failure).__name__)


_messenger = _Messenger()
