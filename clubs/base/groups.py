"""Messages to channel groups, sent by one thread of the process, so that a service does not wait for Redis.

A lost message is made up for by the next one and by the page's own polling.
"""

import asyncio
import logging
import os
import threading
from collections.abc import Callable
from typing import Any

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)


class _Messenger:
    """Sends group messages from a thread with its own event loop, started on first use and again after a fork."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pid = 0

    def send(self, group: str, message: dict[str, Any]) -> None:
        """Send a message without waiting; a failure is logged."""
        future = asyncio.run_coroutine_threadsafe(self._send(group, message), self._running())
        future.add_done_callback(_log_failure)

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Make a call in the thread of messages after some seconds."""
        loop = self._running()
        loop.call_soon_threadsafe(loop.call_later, seconds, call)

    async def _send(self, group: str, message: dict[str, Any]) -> None:
        await get_channel_layer().group_send(group, message)

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None or self._pid != os.getpid():
                self._loop, self._pid = asyncio.new_event_loop(), os.getpid()
                threading.Thread(target=self._loop.run_forever, name="announce", daemon=True).start()
            return self._loop


def _log_failure(future: Any) -> None:
    if not future.cancelled() and (failure := future.exception()) is not None:
        logger.warning("A group could not be told: %s", type(failure).__name__)


messenger = _Messenger()
