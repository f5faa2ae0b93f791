"""`make run`: start everything on this machine, show one log, and stop everything again.

    python -m config.run

Order: servers that come along, migrations, the demo, then web, worker and beat; backwards at the end. A part that dies
by accident is started again with a line that says so, after longer and longer pauses if it dies at once each time.
Ctrl-C, SIGTERM, the terminal's end (SIGHUP) and the end of the `make` that started it all stop everything; after a
kill -9 the kernel ends the children and the next start recovers.
"""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from django.core.exceptions import ImproperlyConfigured

from config import environment
from config.embedded import Embedded, EmbeddedError
from config.processes import Child

BASE_DIR = Path(__file__).resolve().parent.parent
WEB_ARGUMENTS = (
    *("uvicorn", "config.asgi:application", "--lifespan", "off", "--no-access-log", "--no-server-header"),
    *("--ws-max-size", "65536", "--timeout-graceful-shutdown", "3"),
)
# One process with threads is enough for a club's evening, and starts at once.
WORKER_ARGUMENTS = (
    *("worker", "--pool", "threads", "--concurrency", "4", "--queues", "clock,projections,audits,default"),
    *("--without-gossip", "--without-mingle", "--without-heartbeat"),
)
COLOURS = {"lelam": 1, "postgres": 34, "redis": 31, "migrate": 36, "demo": 36, "web": 32, "worker": 33, "beat": 35}
SHORT_LIFE_SECONDS = 15.0
FALSE_STARTS_ALLOWED = 5
"""So often a part may end as it starts before the first page is served: somebody looks on, and something is amiss."""
LONGEST_PAUSE_SECONDS = 60.0
STOP_SECONDS = 8.0


class RunError(Exception):
    """The program cannot start or continue; the message is one line for the person who started it."""


class Stop(BaseException):  # as KeyboardInterrupt is: a request, not an error
    """Somebody asked the program to stop."""


class Log:
    """The one log of all processes, line by line, each with the name of its process."""

    _redis_head = re.compile(r"^\d+:[A-Z] .{24,26} [#*.-] ")
    _noise = re.compile(
        r"oO0OoO0|Configuration loaded|Memory overcommit|bye bye|Server initialized|system is starting up"
    )

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")

    def __call__(self, name: str, line: str) -> None:
        """Write a line; a terminal that is gone is no reason to fail while stopping."""
        if name in {"postgres", "redis"}:
            line = self._redis_head.sub("", line)
            if self._noise.search(line):
                return
        if not line.strip():
            return
        head = f"{name:<8} | "
        if self._colour:
            head = f"\x1b[{COLOURS.get(name, 1)}m{head}\x1b[0m"
        with self._lock, contextlib.suppress(OSError, ValueError):
            sys.stdout.write(f"{head}{line}\n")
            sys.stdout.flush()


@dataclass
class Part:
    """A process that is to run for as long as the program does."""

    name: str
    arguments: tuple[str, ...]
    child: Child | None = None
    short_lives: int = 0
    start_at: float = 0.0


class Supervisor:
    """Starts, watches and stops the parts."""

    def __init__(self, log: Log, port: int, bind: str) -> None:
        from config import settings

        self._log = log
        self._address = (bind, port)
        self._home = settings.HOME
        self._served = False
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
        self._parts = [
            Part("web", (*WEB_ARGUMENTS, "--host", bind, "--port", str(port))),
            Part("worker", (*celery, *WORKER_ARGUMENTS, "--loglevel", "WARNING")),
            Part("beat", (*celery, "beat", "--loglevel", "WARNING")),
        ]

    def run(self) -> None:
        """Start everything and supervise it until a stop is requested."""
        try:
            self._servers.start()
            self._step("migrate", "migrate", "--database", "owner", "--verbosity", "0")
            if environment.flag("LELAM_DEMO", default=True):
                self._step("demo", "load_demo", "--verbosity", "0")
            for part in self._parts:
                self._start(part)
            self._await_web()
            self._served = True
            self._greet()
            while True:
                self._watch()
                time.sleep(0.2)
        except Stop as stop:
            self._log("lelam", f"Stopping ({stop}).")
        finally:
            # From here on nothing may interrupt: what was started has to be stopped.
            for which in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(which, signal.SIG_IGN)
            self._stop()
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

    def _start(self, part: Part) -> None:
        # Celery warns root at length; root starting its own machine's processes has been warned by `config.embedded`.
        part.child = self._spawn(part.name, "-W", "ignore:You're running the worker", "-m", *part.arguments)

    def _watch(self) -> None:
        """Start again whatever ended by itself; stop when the `make` that started us has gone."""
        if self._parent is not None and os.getppid() != self._parent:
            raise Stop("make has ended")
        for name in self._servers.restart_fallen():
            self._log("lelam", f"{name} had ended by itself; it runs again.")
        now = time.monotonic()
        for part in self._parts:
            if part.child is None:
                if now >= part.start_at:
                    self._start(part)
                continue
            status = part.child.poll()
            if status is None:
                continue
            part.short_lives = part.short_lives + 1 if now - part.child.started_at < SHORT_LIFE_SECONDS else 0
            part.child.stop()
            part.child = None
            if part.short_lives >= FALSE_STARTS_ALLOWED and not self._served:
                raise RunError(f"{part.name} ends again and again as it starts; the lines above say why.")
            pause = pause_after(part.short_lives)
            part.start_at = now + pause
            when = f" in {pause:.0f} s" if pause >= 2 else ""
            self._log("lelam", f"{part.name} {_how_it_ended(status)}; starting it again{when}.")

    def _await_web(self) -> None:
        while not answers(f"http://{self._reachable()}/healthz?only=database"):
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

    def _stop(self) -> None:
        """Stop the processes together, and then the servers they depend on."""
        children = [part.child for part in reversed(self._parts) if part.child is not None]
        for child in children:
            child.send(signal.SIGTERM)
        deadline = time.monotonic() + STOP_SECONDS
        for child in children:
            child.wait_for(max(0.0, deadline - time.monotonic()))
            child.stop((signal.SIGKILL, 5.0))
        self._servers.stop()


def answers(url: str) -> bool:
    """Return whether a web server answers, with any response."""
    try:
        urllib.request.urlopen(url, timeout=5).close()  # noqa: S310  # an address of our own
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def pause_after(short_lives: int) -> float:
    """Return the seconds to wait before restarting a process that has failed at startup this many times in a row."""
    return float(min(LONGEST_PAUSE_SECONDS, 2.0 ** min(short_lives, 10) / 2))


def _how_it_ended(status: int) -> str:
    if status < 0:
        return f"was ended by {signal.Signals(-status).name}"
    return f"ended with status {status}"


def _check_port(bind: str, port: int) -> None:
    """Make sure that the port is free, before anything starts."""
    if port > 65535:
        raise RunError(f"PORT is a number up to 65535, not {port}.")
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bind, port))
        except OSError as error:
            raise RunError(
                f"Port {port} on {bind} cannot be had ({error.strerror}): "
                f"stop what uses it, or choose another: make run PORT={port + 1 if port < 65535 else 8000}."
            ) from None


def _ask_to_stop(which: int, frame: FrameType | None) -> None:
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    raise Stop(signal.Signals(which).name)


def main() -> int:
    """Run until asked to stop.

    Returns:
        The exit status: 0 when asked to stop, 1 when something is in the way.
    """
    log = Log()
    try:
        port, bind = environment.count("PORT", 8000, 1), environment.text("LELAM_BIND", "127.0.0.1")
        _check_port(bind, port)
        os.environ.setdefault("LELAM_OWN_MACHINE", "1")
        for which in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(which, _ask_to_stop)
        Supervisor(log, port, bind).run()
    except Stop:
        return 0
    except (EmbeddedError, ImproperlyConfigured, RunError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
