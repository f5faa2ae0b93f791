"""A whole `make run` on a data folder of its own, to be watched, killed and stopped."""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.servers import ROOT, await_true, free_port

START_SECONDS = 240.0
"""A start from nothing makes the database: beside other tests 90 seconds were once too short for that."""


class Run:
    """One `make run` on a data folder of its own."""

    def __init__(self, home: Path, **environment: str) -> None:
        self.home = home
        self.port = free_port()
        self.log = home.parent / f"log-{self.port}"
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("LELAM_", "DJANGO_", "MAKE"))}
        with self.log.open("w") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "config.run"],
                cwd=ROOT,
                env={**kept, "LELAM_HOME": str(home), "PORT": str(self.port), "LELAM_DEMO": "0", **environment},
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def text(self) -> str:
        return self.log.read_text()

    def await_line(self, words: str) -> None:
        with contextlib.suppress(pytest.fail.Exception):
            await_true(lambda: words in self.text() or self.process.poll() is not None, words, START_SECONDS)
        assert words in self.text(), self.text()

    def left(self) -> list[str]:
        """What still runs of it, by what is in its environment or where it works."""
        found = []
        for process in psutil.process_iter(["pid", "name"]):
            with contextlib.suppress(psutil.Error):
                ours = process.environ().get("LELAM_HOME") == str(self.home)
                if ours or Path(process.cwd()).is_relative_to(self.home):
                    found.append(f"{process.pid} {process.info['name']}")
        return found

    def part(self, word: str) -> psutil.Process:
        """The process of a part."""
        return self.parts(word)[0]

    def parts(self, word: str) -> list[psutil.Process]:
        """The processes with a word among their arguments, the first started first."""
        processes = []
        for child in psutil.Process(self.process.pid).children():
            with contextlib.suppress(psutil.Error):
                if word in child.cmdline():
                    processes.append(child)
        return sorted(processes, key=lambda child: child.create_time())

    def end(self) -> None:
        """Make sure that nothing is left, however the test went."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(timeout=120)
