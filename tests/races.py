"""Races: functions run at the same moment, each on a connection of its own."""

import threading
from collections.abc import Callable

from django.db import connection


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Make all calls at the same moment, each in a thread of its own; return what came of each, in order."""
    barrier = threading.Barrier(len(calls))
    came: list[object] = [None] * len(calls)

    def run(number: int, call: Callable[[], object]) -> None:
        barrier.wait()
        try:
            came[number] = call()
        except Exception as raised:  # the test looks at it
            came[number] = raised
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return came
