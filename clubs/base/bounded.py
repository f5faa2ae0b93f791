"""Work with an end: what another server makes of a call holds nobody up for longer."""

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def within(seconds: float, work: Callable[[], T]) -> T:
    """Return the result of some work, if it comes in time: a server that sends a letter a second holds nobody up.

    Raises:
        TimeoutError: It takes longer; it is left to itself.
    """
    done: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except BaseException as failure:  # it is raised where it is waited for
            failed.append(failure)

    thread = threading.Thread(target=run, name="bounded", daemon=True)
    thread.start()
    thread.join(seconds)
    if failed:
        raise failed[0]
    if not done:
        raise TimeoutError
    return done[0]
