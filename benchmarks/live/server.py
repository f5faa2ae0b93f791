"""A server as `make run` starts it, on a data folder of its own, and the processor time of its parts."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parent.parent.parent
START_SECONDS = 180.0
STOP_SECONDS = 60.0
NO_LIMITS = {
    "LELAM_SOCKETS_PER_ADDRESS": "100000",
    "LELAM_SOCKETS_PER_ACCOUNT": "1000",
    "LELAM_SOCKET_BURST": "100000",
    "LELAM_SOCKET_RATE": "100000",
}
"""All clients come from one address here, and play faster than people."""
PARTS = {
    "web": ("uvicorn",),
    "worker": ("worker",),
    "beat": ("beat",),
    "postgres": ("postgres", "pgbouncer"),
    "redis": ("valkey", "redis"),
}
"""The groups of processes, each with words of their commands."""


@dataclass(frozen=True)
class Server:
    """A running server.

    Attributes:
        home: The data folder.
        port: The port at 127.0.0.1.
        process: The supervisor.
        log: The file with all that it says.
    """

    home: Path
    port: int
    process: subprocess.Popen[bytes]
    log: Path

    def parts(self) -> dict[str, list[psutil.Process]]:
        """Return the running processes by group, each with its descendants; `supervisor` holds the rest."""
        supervisor = psutil.Process(self.process.pid)
        found: dict[str, list[psutil.Process]] = {name: [] for name in (*PARTS, "supervisor")}
        found["supervisor"].append(supervisor)
        for child in supervisor.children():
            with suppress(psutil.NoSuchProcess):
                found[_part_of(child)] += [child, *child.children(recursive=True)]
        return found

    def seconds(self) -> dict[str, float]:
        """Return the seconds of processor time that each group has used, those of ended processes included."""
        return {name: sum(map(_seconds, processes)) for name, processes in self.parts().items()}

    def count_webs(self) -> int:
        """Return how many processes serve pages: those that have no further process below them."""
        webs = [each for each in self.parts()["web"] if "resource_tracker" not in " ".join(each.cmdline())]
        parents = {each.ppid() for each in webs}
        return sum(each.pid not in parents for each in webs)

    def run(self, *arguments: str, wait: float = 600) -> str:
        """Run a Python program on the data folder, and return what it prints.

        Raises:
            RuntimeError: It failed; the message is all that it said.
        """
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=environment(self.home),
            capture_output=True,
            text=True,
            timeout=wait,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)
        return done.stdout


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return the environment of a process that works on a data folder, with no setting of the shell's."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("LELAM_", "DJANGO_", "MAKE", "DATABASE_", "REDIS_", "EMAIL_"))
    }
    return {**kept, "DJANGO_SETTINGS_MODULE": "config.settings", "LELAM_HOME": str(home), "LELAM_DEMO": "0", **more}


@contextmanager
def served(home: Path, **settings: str) -> Iterator[Server]:
    """Run a server until the block ends.

    Args:
        home: The data folder; made when missing, and kept.
        settings: Further settings, by the name of their environment variable.

    Raises:
        RuntimeError: It does not start; the message is what it said.
    """
    home.mkdir(parents=True, exist_ok=True)
    port, log = free_port(), home / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "config.run"],
            cwd=ROOT,
            env=environment(home, PORT=str(port), **NO_LIMITS, **settings),
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        deadline = time.monotonic() + START_SECONDS
        while "Lelam is at" not in (said := log.read_text()):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(said)
            time.sleep(0.1)
        _await_worker(f"http://127.0.0.1:{port}/healthz?only=worker", deadline)
        yield Server(home, port, process, log)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(STOP_SECONDS)


def _await_worker(address: str, deadline: float) -> None:
    """Wait for the first heartbeat, so that nothing is measured while worker and beat still start."""
    while time.monotonic() < deadline:
        with suppress(OSError), urllib.request.urlopen(address, timeout=5):
            return
        time.sleep(0.2)
    raise RuntimeError("the worker does not come up")


def _part_of(child: psutil.Process) -> str:
    command = [child.name(), *child.cmdline()]
    for part, words in PARTS.items():
        if any(word in (piece, Path(piece).name.split("-")[0]) for word in words for piece in command):
            return part
    return "supervisor"


def _seconds(process: psutil.Process) -> float:
    """Return the processor time of a process, with that of the children it has outlived."""
    with suppress(psutil.NoSuchProcess):
        times = process.cpu_times()
        return times.user + times.system + times.children_user + times.children_system
    return 0.0


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
