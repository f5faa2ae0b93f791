"""Games go on whatever dies: the web process, the worker, the beat, PostgreSQL, Redis."""

import contextlib
import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

import engine
from tests.load.evening import HANDS
from tests.runs import Run
from tests.servers import ROOT, await_true
from tests.template import copy_cluster

VICTIMS = ("uvicorn", "worker", "postgres", "redis", "beat")
TABLES_OF_BOTS = 3


@pytest.fixture
def evening() -> Iterator[Run]:
    with tempfile.TemporaryDirectory(prefix="lelam-c-", dir="/tmp") as folder:
        copy_cluster(Path(folder) / "home")
        run = Run(
            Path(folder) / "home",
            LELAM_BOT_SECONDS="0.1",
            LELAM_API_RATE="100000/min",
            LELAM_API_WRITE_RATE="100000/min",
        )
        try:
            run.await_line("Lelam is at")
            yield run
        finally:
            run.end()


def command(run: Run, *arguments: str) -> str:
    """Run a Python program on the data folder of the evening."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LELAM_")}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**environment, "LELAM_HOME": str(run.home), "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def kill(run: Run, victim: str) -> None:
    """Kill a part of the running program without warning."""
    for process in psutil.Process(run.process.pid).children():
        with contextlib.suppress(psutil.Error):
            if any(victim in word for word in (process.name(), *process.cmdline())):
                process.kill()
                return


class Person:
    """Somebody who plays by the API, and asks again when the line goes dead, with the same key."""

    def __init__(self, run: Run, table: str, token: str) -> None:
        self.address = f"http://127.0.0.1:{run.port}/api/tables/{table}"
        self.token = token
        self.lost = 0

    def _ask(self, path: str, body: object = None, **headers: str) -> tuple[dict[str, Any], str]:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.address + path,
            data=data,
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", **headers},
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer), answer.headers["ETag"]

    def move(self) -> bool:
        """Look, and act if it is one's turn.

        Returns:
            Whether the game is over.
        """
        try:
            view, version = self._ask("/view/")
            if view["status"] in ("finished", "closed"):
                return True
            # A declarer may concede out of turn; this one plays on.
            for action in [one for one in view["legal"] if one["type"] != "concede"][:1]:
                self._act({name: value for name, value in action.items() if name != "seat"}, version)
        except urllib.error.HTTPError as error:
            # Too late (the clock, or the same action sent before it), or a part of the program is just down.
            if error.code not in (409, 412, 422, 500, 502, 503):
                raise AssertionError(f"{error.code}: {error.read().decode()}") from error
            self.lost += error.code >= 500
        except (OSError, http.client.HTTPException):
            self.lost += 1
        return False

    def _act(self, action: dict[str, Any], version: str) -> None:
        key = str(uuid.uuid5(uuid.NAMESPACE_URL, f"{self.address}{version}"))
        for _ in range(2):  # twice at once: an answer that got lost, or a finger that trembled
            self._ask("/actions/", action, **{"If-Match": version, "Idempotency-Key": key})


@pytest.mark.whole
@pytest.mark.timeout(400)
def test_games_end_with_clean_records_whatever_is_killed_meanwhile(evening: Run) -> None:
    opened = json.loads(command(evening, "-m", "tests.load.evening", "open", str(TABLES_OF_BOTS)).splitlines()[-1])
    person = Person(evening, opened["table"], opened["token"])
    chance = random.Random(28)
    victims = [*VICTIMS, *VICTIMS[:3]]
    chance.shuffle(victims)
    over = False

    def go_on() -> bool:
        nonlocal over
        over = over or person.move()
        return over

    for victim in victims:
        for _ in range(chance.randrange(3, 25)):
            go_on()
        kill(evening, victim)
    await_true(go_on, "the person's game ends", 240)

    def tables() -> list[dict[str, Any]]:
        return [json.loads(line) for line in command(evening, "-m", "tests.load.evening", "records").splitlines()]

    await_true(lambda: all(table["status"] == "finished" for table in tables()), "the bots' games end", 120)
    played = tables()
    assert len(played) == TABLES_OF_BOTS + 1
    for table in played:
        verdict = engine.audit(table["record"])
        assert verdict.verdict == "clean"
        assert len(verdict.hands) == HANDS
    command(evening, "manage.py", "verify_events")
    assert "starting it again" in evening.text()
