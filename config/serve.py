"""The web processes of a club's server, `LELAM_WEB_PROCESSES` of them behind one port.

    python -m config.serve

Each is watched, and started again alone. Needs the database and Redis; starts neither, nor a worker. `make run` starts
everything (`config.run`).
"""

import sys
import time

from django.core.exceptions import ImproperlyConfigured

from config import environment
from config.parts import WEB_ARGUMENTS, Listeners, Log, Parts, RunError, Stop, ignore_signals, numbered, stop_on_signals

GRACE_SECONDS = 6
"""Seconds for requests that are being answered when the server is asked to stop."""


def main() -> int:
    """Serve until asked to stop.

    Returns:
        The exit status: 0 when asked to stop, 1 when something is in the way.
    """
    log = Log()
    try:
        listeners = Listeners(environment.text("LELAM_BIND", "127.0.0.1"), environment.count("PORT", 8000, 1))
        count = environment.count("LELAM_WEB_PROCESSES", 1, 1)
        arguments = (*WEB_ARGUMENTS, "--timeout-graceful-shutdown", str(GRACE_SECONDS))
        parts = Parts(numbered("web", count, arguments, listeners), log)
        stop_on_signals()
    except (ImproperlyConfigured, RunError) as error:
        print(error, file=sys.stderr)
        return 1
    # Nobody looks on as it starts: it tries again for good, and the log and the health check tell of it.
    parts.served = True
    try:
        parts.start()
        while True:
            parts.watch()
            time.sleep(0.2)
    except Stop as stop:
        log("lelam", f"Stopping ({stop}).")
    finally:
        ignore_signals()
        parts.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
