"""A worker that stops for good in the middle of a part of the sweep, to be killed.

`-m tests.games.helpers.stopping_sweep HANDS …`: it says so on its output when it has seen so many hands, of all its
parts together; the further arguments are those of `celery`. It ends the look at one game after the other.
"""

import sys
import time
from typing import Any

from celery.__main__ import main


def stop_after(hands: int) -> None:
    """Have this process see so many hands, and no more."""
    from games.sweep import services, working

    work_through = services.work_through
    seen = 0

    def stopping(span: Any, beat: Any, closer: Any) -> Any:
        def stop(more: int) -> None:
            nonlocal seen
            beat(more)
            seen += more
            if seen >= hands:
                assert sys.__stdout__ is not None  # Celery takes the other one for its log
                sys.__stdout__.write(f"stopped after {seen} hands\n")
                sys.__stdout__.flush()
                time.sleep(600)

        return work_through(span, stop, closer)

    services.work_through = stopping
    working.STREAMS_AT_ONCE = 1


if __name__ == "__main__":
    import django

    django.setup()
    stop_after(int(sys.argv.pop(1)))
    main()
