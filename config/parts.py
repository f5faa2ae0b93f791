"""Processes that are to run for as long as the program does: started, watched, started again alone, stopped together.

`make run` (`config.run`) keeps its web processes, workers and beat in this way, and `config.serve` the web processes of
a club's server.
"""

import contextlib
import os
import re
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from config.processes import Child

BASE_DIR = Path(__file__).resolve().parent.parent
WEB_ARGUMENTS = (
    *("uvicorn", "config.asgi:application", "--lifespan", "on", "--no-access-log", "--no-server-header"),
    # A frame of a table is small, and compressing it costs more than all else of its sending: decision 17.
    *("--ws-max-size", "65536", "--ws-per-message-deflate", "false"),
)
COLOURS = {
    "lelam": 1, "postgres": 34, "redis": 31, "migrate": 36, "demo": 36, "web": 32, "clock": 33, "worker": 33,
    "slow": 33, "sweep": 33, "beat": 35,
}  # fmt: skip
SHORT_LIFE_SECONDS = 15.0
FALSE_STARTS_ALLOWED = 5
"""The number of early ends of a part, before the first page is served, after which the start is given up."""
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
        if line.startswith('{"'):
            # A line for programs stays one, and says which process wrote it.
            head, line = "", f'{{"process": "{name}", {line[1:]}'
        elif self._colour:
            head = f"\x1b[{COLOURS.get(name.rstrip('-0123456789'), 1)}m{head}\x1b[0m"
        with self._lock, contextlib.suppress(OSError, ValueError):
            sys.stdout.write(f"{head}{line}\n")
            sys.stdout.flush()


class Listeners:
    """The address at which the web processes listen, each on a socket of its own.

    Linux spreads connections evenly over sockets that share an address by SO_REUSEPORT. Processes that accept from one
    socket share connections as it happens, up to 4 to 1, and a live connection stays where it arrived. Elsewhere than
    on Linux they still accept from one socket.

    Args:
        bind: The address, of IPv4 or IPv6.
        port: The port.

    Raises:
        RunError: The port cannot be had.
    """

    def __init__(self, bind: str, port: int) -> None:
        if port > 65535:
            raise RunError(f"PORT is a number up to 65535, not {port}.")
        self._address = (bind, port)
        self._family = socket.AF_INET6 if ":" in bind else socket.AF_INET
        self._spread = sys.platform.startswith("linux")
        try:
            # Fails if another program listens, or holds the port as below.
            probe = self._bound(socket.SO_REUSEADDR)
            if self._spread:
                probe.close()
                # Held for good, so that a second program on this port is refused before its first page.
                probe = self._bound(socket.SO_REUSEPORT)
        except OSError as error:
            raise RunError(
                f"Port {port} on {bind} cannot be had ({error.strerror}): "
                f"stop what uses it, or choose another: make run PORT={port + 1 if port < 65535 else 8000}."
            ) from None
        self._held = probe

    @contextlib.contextmanager
    def lend(self) -> Iterator[int]:
        """Lend the file descriptor of a socket to a process that is about to start."""
        if not self._spread:
            yield self._held.fileno()
            return
        with self._bound(socket.SO_REUSEADDR, socket.SO_REUSEPORT) as listener:
            yield listener.fileno()

    def _bound(self, *options: int) -> socket.socket:
        made = socket.socket(self._family)
        try:
            for option in options:
                made.setsockopt(socket.SOL_SOCKET, option, 1)
            if self._family == socket.AF_INET6:
                made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            made.bind(self._address)
        except BaseException:
            made.close()
            raise
        return made


@dataclass
class Part:
    """A process that is to run for as long as the program does.

    Attributes:
        name: Its name in the log.
        arguments: The Python module it runs and its arguments.
        listeners: A web process gets its listening socket from here.
    """

    name: str
    arguments: tuple[str, ...]
    listeners: Listeners | None = None
    child: Child | None = None
    short_lives: int = 0
    start_at: float = 0.0


def numbered(name: str, count: int, arguments: Sequence[str], listeners: Listeners | None = None) -> list[Part]:
    """Return a number of equal parts: `web` if there is one, else `web-1`, `web-2` and so on.

    `{name}` in the arguments stands for the name of each.
    """
    names = [name] if count == 1 else [f"{name}-{number}" for number in range(1, count + 1)]
    return [Part(each, tuple(word.replace("{name}", each) for word in arguments), listeners) for each in names]


class Parts:
    """Starts, watches and stops parts.

    Args:
        parts: The parts, in the order in which they start.
        log: Called with a name and a line.
        environment: The environment of the processes.
    """

    def __init__(
        self, parts: Sequence[Part], log: Callable[[str, str], None], environment: Mapping[str, str] | None = None
    ) -> None:
        self.parts = list(parts)
        self.served = False
        self._log = log
        self._environment = environment

    def start(self) -> None:
        """Start all."""
        for part in self.parts:
            self._start(part)

    def watch(self) -> None:
        """Start again each part that has ended by itself.

        Raises:
            RunError: A part ends again and again, and no page was served yet.
        """
        now = time.monotonic()
        for part in self.parts:
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
            if part.short_lives >= FALSE_STARTS_ALLOWED and not self.served:
                raise RunError(f"{part.name} ends again and again as it starts; the lines above say why.")
            pause = pause_after(part.short_lives)
            part.start_at = now + pause
            when = f" in {pause:.0f} s" if pause >= 2 else ""
            self._log("lelam", f"{part.name} {_how_it_ended(status)}; starting it again{when}.")

    def stop(self) -> None:
        """Stop all together, the last started first in line."""
        children = [part.child for part in reversed(self.parts) if part.child is not None]
        for child in children:
            child.send(signal.SIGTERM)
        deadline = time.monotonic() + STOP_SECONDS
        for child in children:
            child.wait_for(max(0.0, deadline - time.monotonic()))
            child.stop((signal.SIGKILL, 5.0))

    def _start(self, part: Part) -> None:
        # Celery warns root at length; root starting its own machine's processes has been warned by `config.embedded`.
        command = [sys.executable, "-W", "ignore:You're running the worker", "-m", *part.arguments]
        with contextlib.ExitStack() as stack:
            fds = [stack.enter_context(part.listeners.lend())] if part.listeners else []
            command += [word for fd in fds for word in ("--fd", str(fd))]
            part.child = Child(part.name, command, self._log, cwd=BASE_DIR, env=self._environment, pass_fds=fds)


def pause_after(short_lives: int) -> float:
    """Return the seconds to wait before restarting a process that has failed at startup this many times in a row."""
    return float(min(LONGEST_PAUSE_SECONDS, 2.0 ** min(short_lives, 10) / 2))


def _how_it_ended(status: int) -> str:
    if status < 0:
        return f"was ended by {signal.Signals(-status).name}"
    return f"ended with status {status}"


def stop_on_signals() -> None:
    """Have the signals that ask a program to stop raise `Stop`, once."""
    for which in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(which, _ask_to_stop)


def ignore_signals() -> None:
    """Have nothing interrupt from here on: what was started has to be stopped."""
    for which in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(which, signal.SIG_IGN)


def _ask_to_stop(which: int, frame: FrameType | None) -> None:
    ignore_signals()
    raise Stop(signal.Signals(which).name)
