"""Calls in threads: for the event loop, and with a time limit."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from typing import TypeVar

from django.db import close_old_connections

Result = TypeVar("Result")


async def in_thread(call: Callable[..., Result], *arguments: object) -> Result:
    """Return the result of a call made in a thread, which gives its database connection back.

    For what happens at every card: `database_sync_to_async` takes twice as long. The context goes along, so that lines
    of the log name the connection, and tasks what they were sent for.
    """
    return await asyncio.get_running_loop().run_in_executor(None, copy_context().run, _call, call, arguments)


def _call(call: Callable[..., Result], arguments: tuple[object, ...]) -> Result:
    try:
        return call(*arguments)
    finally:
        close_old_connections()


def within(seconds: float, call: Callable[[], Result]) -> Result:
    """Return the result of a call to another server, which may send a byte a second, if it comes in time.

    Raises:
        TimeoutError: It takes longer. Its thread goes on, and does not keep the process from ending.
    """
    future: Future[Result] = Future()

    def run() -> None:
        try:
            future.set_result(call())
        except BaseException as failure:  # it is raised where it is waited for
            future.set_exception(failure)

    # Of no executor, whose threads a process waits for at its end.
    threading.Thread(target=run, daemon=True).start()
    return future.result(seconds)
