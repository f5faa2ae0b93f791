"""`make run`: start everything on this machine, show one log, and stop everything again.

    python -m config.run

Order: servers that come along, migrations, the demo, then web, workers and beat; backwards at the end. A part that dies
by accident is started again with a line that says so, after longer and longer pauses if it dies at once each time.
Ctrl-C, SIGTERM, the terminal's end (SIGHUP) and the end of the `make` that started it all stop everything; after a
kill -9 the kernel ends the children and the next start recovers.
"""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

from django.core.exceptions import ImproperlyConfigured

from config import environment
from config.embedded import Embedded, EmbeddedError
from config.parts import (
    BASE_DIR,
    WEB_ARGUMENTS,
    Listeners,
    Log,
    Part,
    Parts,
    RunError,
    Stop,
    ignore_signals,
    numbered,
    stop_on_signals,
)
from config.processes import Child

_ALONE = ("--without-gossip", "--without-mingle", "--without-heartbeat")
# Threads are enough for a club's evening, and start at once. The clock has a process of its own: nothing else that the
# server does may hold up a table. What may take long has processes that can be ended (`CELERY_TASK_TIME_LIMIT`).
CLOCK_ARGUMENTS = ("worker", "--pool", "threads", "--concurrency", "4", "--queues", "clock", *_ALONE)
WORKER_ARGUMENTS = (
    *("worker", "--pool", "threads", "--concurrency", "4", "--queues", "projections,mail,default"),
    *_ALONE,
)
# One process a core at most: more would only share them. Each makes itself nice (`config.celery`).
SWEEP_ARGUMENTS = ("worker", "--pool", "prefork", "--queues", "sweep", *_ALONE)
SLOW_ARGUMENTS = ("worker", "--pool", "prefork", "--concurrency", "2", "--queues", "audits,files", *_ALONE)


class Supervisor:
    """Starts, watches and stops the parts."""

    def __init__(self, log: Log, port: int, bind: str, listeners: Listeners) -> None:
        from config import settings

        self._log = log
        self._address = (bind, port)
        self._home = settings.HOME
        self._parent = os.getppid() if "MAKELEVEL" in os.environ else None
        self._environment = {
            "LELAM_DEMO": "1",
            **os.environ,
            # Whatever its database is, this is somebody's own machine.
            "LELAM_OWN_MACHINE": os.environ.get("LELAM_OWN_MACHINE", "1"),
            "LELAM_TLS": os.environ.get("LELAM_TLS", "0"),
            "PYTHONUNBUFFERED": "1",
        }
        self._servers = Embedded(
            settings.HOME,
            log,
            database=not os.environ.get("DATABASE_URL"),
            redis=not os.environ.get("REDIS_URL"),
        )
        celery = ("celery", "--quiet", "-A", "config.celery")
        web = (*WEB_ARGUMENTS, "--timeout-graceful-shutdown", "3")
        worker = (*celery, *WORKER_ARGUMENTS, "--hostname", "{name}@%h", "--loglevel", "WARNING")
        parts = [
            *numbered("web", environment.count("LELAM_WEB_PROCESSES", 1, 1), web, listeners),
            Part("clock", (*celery, *CLOCK_ARGUMENTS, "--loglevel", "WARNING")),
            *numbered("worker", environment.count("LELAM_WORKERS", 1, 1), worker),
            Part("slow", (*celery, *SLOW_ARGUMENTS, "--loglevel", "WARNING")),
            *self._sweep(celery),
            Part("beat", (*celery, "beat", "--loglevel", "WARNING")),
        ]
        self._parts = Parts(parts, log, self._environment)

    @staticmethod
    def _sweep(celery: tuple[str, ...]) -> list[Part]:
        """Return the part that sweeps through the log at night; none without processes for it."""
        processes = min(environment.count("LELAM_SWEEP_PROCESSES", 1), os.cpu_count() or 1)
        arguments = (*celery, *SWEEP_ARGUMENTS, "--concurrency", str(processes), "--loglevel", "WARNING")
        return [Part("sweep", arguments)] if processes else []

    def run(self) -> None:
        """Start everything and supervise it until a stop is requested."""
        try:
            self._servers.start()
            self._step("migrate", "migrate", "--database", "owner", "--verbosity", "0")
            if environment.flag("LELAM_DEMO", default=True):
                self._step("demo", "load_demo", "--verbosity", "0")
            self._parts.start()
            self._await_web()
            self._parts.served = True
            self._greet()
            while True:
                self._watch()
                time.sleep(0.2)
        except Stop as stop:
            self._log("lelam", f"Stopping ({stop}).")
        finally:
            ignore_signals()
            self._parts.stop()
            self._servers.stop()
        self._log("lelam", "Stopped; the data are kept.")

    def _spawn(self, name: str, *arguments: str) -> Child:
        return Child(name, [sys.executable, *arguments], self._log, cwd=BASE_DIR, env=self._environment)

    def _step(self, name: str, *arguments: str) -> None:
        """Run a command to its end."""
        child = self._spawn(name, "manage.py", *arguments)
        try:
            status = child.wait()
        except Stop:
            child.stop((signal.SIGTERM, 3.0))
            raise
        if status:
            raise RunError(f"`manage.py {' '.join(arguments)}` failed; the lines above say why.")

    def _watch(self) -> None:
        """Start again whatever ended by itself; stop when the `make` that started us has gone."""
        if self._parent is not None and os.getppid() != self._parent:
            raise Stop("make has ended")
        for name in self._servers.restart_fallen():
            self._log("lelam", f"{name} had ended by itself; it runs again.")
        self._parts.watch()

    def _await_web(self) -> None:
        while not answers(f"http://{self._reachable()}/healthz/live"):
            self._watch()
            time.sleep(0.1)

    def _reachable(self) -> str:
        bind, port = self._address
        host = "127.0.0.1" if bind in {"0.0.0.0", "::", ""} else bind  # noqa: S104  # compared, not bound
        return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"

    def _greet(self) -> None:
        lines = [f"Lelam is at http://{self._reachable()}"]
        if environment.flag("LELAM_DEMO", default=True):
            logins = subprocess.run(
                [sys.executable, "manage.py", "load_demo", "--logins"],
                cwd=BASE_DIR,
                env=self._environment,
                capture_output=True,
                text=True,
                check=False,
            )
            lines += ["Sign in as one of the demo:", *(f"  {line.strip()}" for line in logins.stdout.splitlines())]
        lines.append("Ctrl-C stops everything; the data are kept.")
        for line in lines:
            self._log("lelam", line)


def answers(url: str) -> bool:
    """Return whether a web server answers, with any response."""
    try:
        urllib.request.urlopen(url, timeout=5).close()  # noqa: S310  # an address of our own
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def main() -> int:
    """Run until asked to stop.

    Returns:
        The exit status: 0 when asked to stop, 1 when something is in the way.
    """
    log = Log()
    try:
        port, bind = environment.count("PORT", 8000, 1), environment.text("LELAM_BIND", "127.0.0.1")
        listeners = Listeners(bind, port)
        os.environ.setdefault("LELAM_OWN_MACHINE", "1")
        stop_on_signals()
        Supervisor(log, port, bind, listeners).run()
    except Stop:
        return 0
    except (EmbeddedError, ImproperlyConfigured, RunError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
