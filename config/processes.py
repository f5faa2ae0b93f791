"""Child processes that never outlive whoever started them.

Each child leads a session of its own, so that a signal to the terminal's process group reaches only the parent,
which then stops its children in the right order. Should the parent be killed outright, the kernel ends the
children (Linux); elsewhere the next start clears away what was left (`config.embedded`).
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

PR_SET_PDEATHSIG = 1


def _death_signal_setter(death_signal: signal.Signals, parent: int) -> Callable[[], None] | None:
    """Return the function that a new child runs before its program, so that it gets a signal when its parent dies."""
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None, use_errno=True)

    def prepare() -> None:
        libc.prctl(PR_SET_PDEATHSIG, int(death_signal))
        if os.getppid() != parent:  # the parent died before the line above
            os._exit(1)

    return prepare


def end_with_parent() -> None:
    """Have the kernel kill this process when the one that forked it dies."""
    if (prepare := _death_signal_setter(signal.SIGKILL, os.getppid())) is not None:
        prepare()


class Child:
    """One child process whose output goes line by line to a log function.

    Start children from the main thread: the kernel's death signal follows the thread that started them.

    Args:
        name: Its name in the log.
        command: The program and its arguments.
        log: Called with the name and a line, from a thread of its own.
        env: Its environment; None for ours.
        cwd: Its working directory; None for ours.
        user: Uid and gid to run as; None for ours.
        death_signal: The signal it gets when its parent dies.
        pass_fds: File descriptors that it inherits.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str | Path],
        log: Callable[[str, str], None],
        *,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        user: tuple[int, int] | None = None,
        death_signal: signal.Signals = signal.SIGTERM,
        pass_fds: Sequence[int] = (),
    ) -> None:
        self.name = name
        self.command = [str(part) for part in command]
        self.started_at = time.monotonic()
        self.last_lines: list[str] = []
        self._log = log
        self._process = subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=dict(env) if env is not None else None,
            cwd=cwd,
            start_new_session=True,
            preexec_fn=_death_signal_setter(death_signal, os.getpid()),  # noqa: PLW1509  # makes two system calls, takes no lock
            user=user[0] if user else None,
            group=user[1] if user else None,
            extra_groups=[] if user else None,
            pass_fds=pass_fds,
        )
        self._reader = threading.Thread(target=self._read, name=f"log of {name}", daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def poll(self) -> int | None:
        """Return the exit status, or None while it runs."""
        return self._process.poll()

    def wait(self) -> int:
        """Wait for its end and for the last line of its log; return the exit status."""
        status = self._process.wait()
        self._reader.join(timeout=2)
        return status

    def wait_for(self, seconds: float) -> bool:
        """Wait for its end up to a time limit; return whether it ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=seconds)
        return self.poll() is not None

    def send(self, which: signal.Signals) -> None:
        """Send it a signal, if it still runs."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(which)

    def stop(self, *steps: tuple[signal.Signals, float]) -> None:
        """Stop it and whatever it started.

        Args:
            steps: Signals to try, each with the seconds to wait for its effect; SIGKILL comes last by itself.
        """
        for which, seconds in steps or ((signal.SIGTERM, 10.0),):
            self.send(which)
            if self.wait_for(seconds):
                break
        # Its own children are in its session; without it nobody would look after them.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()
        self._reader.join(timeout=2)

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stream:
            for raw in stream:
                line = raw.decode("utf-8", "replace").rstrip()
                self.last_lines = [*self.last_lines[-19:], line]
                self._log(self.name, line)
