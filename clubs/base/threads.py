"""Calls of the event loop that query the database, in a thread."""

import asyncio
from collections.abc import Callable
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
