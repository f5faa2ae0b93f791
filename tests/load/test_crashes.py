"""Games go on whatever dies, and nothing that was acknowledged is lost or done twice.

The attack: three people play by the API, each from a thread of their own and with a key for each request, and three
tables of bots play beside them, while the web process, the worker, the beat, PostgreSQL and Redis are killed without
warning at moments drawn by lot, in the middle of requests. Afterwards each command that was acknowledged stands in the
log once, and no other by these people; all games end, their records are clean, the log verifies, and read models built
anew are those that followed it.

The same holds of a game across processes: two web processes and two workers beside the clock's, open pages of one table
in both, each process killed in turn. All pages show the last version in the end.
"""

import contextlib
import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

import engine
from tests.load.evening import HANDS, HANDS_OF_PEOPLE
from tests.load.pages import Page, spread
from tests.runs import START_SECONDS, Run
from tests.servers import ROOT, await_true
from tests.template import copy_cluster

VICTIMS = ("uvicorn", "worker", "postgres", "redis", "uvicorn", "worker", "beat", "postgres", "uvicorn", "worker")
WORKERS = ("worker-1@%h", "worker-2@%h", "clock")
"""Words of the command lines of two workers, and of the one that acts at tables."""
TABLES_OF_BOTS = 3
MIN_COMMANDS = 10
"""Commands of each person, at least, before a game across processes is judged."""
PATIENCE = 240
"""Seconds after which a game counts as stuck."""


@contextlib.contextmanager
def program(**environment: str) -> Iterator[Run]:
    """Run everything on a data folder of its own until the block ends."""
    with tempfile.TemporaryDirectory(prefix="lelam-c-", dir="/tmp") as folder:
        copy_cluster(Path(folder) / "home")
        run = Run(
            Path(folder) / "home",
            LELAM_BOT_SECONDS="0.1",
            LELAM_API_RATE="100000/min",
            LELAM_API_WRITE_RATE="100000/min",
            **environment,
        )
        try:
            run.await_line("Lelam is at")
            yield run
        finally:
            run.end()


@pytest.fixture
def evening() -> Iterator[Run]:
    with program() as run:
        yield run


@pytest.fixture
def evening_of_two() -> Iterator[Run]:
    """Two web processes and two workers."""
    with program(LELAM_WEB_PROCESSES="2", LELAM_WORKERS="2") as run:
        await_true(lambda: len(serving(run)) == 2, "both web processes serve", START_SECONDS)
        yield run


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


def kill(run: Run, victim: str) -> bool:
    """Kill a part of the running program without warning; return whether it ran."""
    for process in psutil.Process(run.process.pid).children():
        with contextlib.suppress(psutil.Error):
            if any(victim in word for word in (process.name(), *process.cmdline())):
                process.kill()
                return True
    return False


class Person(threading.Thread):
    """Somebody who plays by the API, and asks again when the line goes dead, with the same key.

    Attributes:
        acknowledged: The keys of the requests that were answered with a success.
        lost: How many requests got no answer, or that a part of the program was down.
        fault: Why this person had to stop, if so.
    """

    def __init__(self, run: Run, place: dict[str, str]) -> None:
        super().__init__(daemon=True)
        self.address = f"http://127.0.0.1:{run.port}/api/tables/{place['table']}"
        self.token, self.player, self.table = place["token"], place["player"], place["table"]
        self.acknowledged: list[str] = []
        self.replayed = self.lost = 0
        self.fault: Exception | None = None
        self.stopped = self.leaving = False

    def run(self) -> None:
        """Play to the end of the game, or until one leaves, which nobody does in the middle of an action."""
        try:
            while not self.stopped and not self.leaving and not self._move():
                time.sleep(0.02)
        except Exception as fault:  # the test looks at it
            self.fault = fault

    @property
    def commands(self) -> set[str]:
        """The ids under which the acknowledged requests have to stand in the log."""
        return {str(uuid.uuid5(uuid.UUID(self.player), key)) for key in self.acknowledged}

    def _ask(self, path: str, body: object = None, **headers: str) -> tuple[dict[str, Any], Any] | int:
        """Ask until there is an answer; return its JSON and its headers, or the status of a refusal."""
        data = None if body is None else json.dumps(body).encode()
        said = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", **headers}
        while not self.stopped:
            try:
                request = urllib.request.Request(self.address + path, data=data, headers=said)
                with urllib.request.urlopen(request, timeout=20) as answer:
                    return json.load(answer), answer.headers
            except urllib.error.HTTPError as error:
                if error.code < 500:
                    return error.code
                self.lost += 1
            except (OSError, http.client.HTTPException, ValueError):
                self.lost += 1
            time.sleep(0.1)
        return 0

    def _move(self) -> bool:
        """Look, and act if it is one's turn; return whether the game is over."""
        seen = self._ask("/view/")
        assert not isinstance(seen, int), f"the view is refused: {seen}"
        view, headers = seen
        if view["status"] in ("finished", "closed"):
            return True
        # A declarer may concede out of turn; this one plays on.
        for action in [one for one in view["legal"] if one["type"] != "concede"][:1]:
            self._act({name: value for name, value in action.items() if name != "seat"}, headers["ETag"])
        return False

    def _act(self, action: dict[str, Any], version: str) -> None:
        """Act, and send the same once more: an answer that got lost, or a finger that trembled."""
        key = str(uuid.uuid5(uuid.NAMESPACE_URL, f"{self.address}{self.player}{version}"))
        receipts = []
        for _ in range(2):
            answer = self._ask("/actions/", action, **{"If-Match": version, "Idempotency-Key": key})
            if isinstance(answer, int):
                # Too late: the clock, or somebody else was before it. Then nothing was done.
                assert answer in (0, 409, 412, 422), answer
                assert answer == 0 or not receipts, f"done, and then refused: {answer}"
                continue
            receipts.append(answer[0])
            self.replayed += answer[1].get("Idempotency-Replayed") == "true"
        if receipts:
            self.acknowledged.append(key)
            assert receipts[0] == receipts[-1]


def lines(evening: Run, what: str) -> list[dict[str, Any]]:
    """Return what the helper program prints."""
    return [json.loads(line) for line in command(evening, "-m", "tests.load.evening", what).splitlines()]


@pytest.mark.whole
@pytest.mark.timeout(900)
def test_games_end_with_clean_records_whatever_is_killed_meanwhile(evening: Run) -> None:
    places = json.loads(command(evening, "-m", "tests.load.evening", "open", str(TABLES_OF_BOTS)).splitlines()[-1])
    people = [Person(evening, place) for place in places]
    chance = random.Random(28)
    victims = [*VICTIMS]
    chance.shuffle(victims)
    killed = []
    for person in people:
        person.start()

    def answered() -> int:
        return sum(len(person.acknowledged) for person in people)

    def go_on(since: int) -> bool:
        return answered() >= since + 3 or not any(person.is_alive() for person in people)

    try:
        for victim in victims:
            time.sleep(chance.uniform(0.1, 1.5))
            before = answered()
            if any(person.is_alive() for person in people) and kill(evening, victim):
                killed.append(victim)
            await_true(lambda before=before: go_on(before), f"the games go on after the end of {victim}", PATIENCE)
        await_true(lambda: not any(person.is_alive() for person in people), "the people's games end", PATIENCE)
    finally:
        for person in people:
            person.stopped = True
    assert [person.fault for person in people] == [None] * len(people)
    await_true(
        lambda: all(table["status"] == "finished" for table in lines(evening, "records")),
        "the bots' games end",
        PATIENCE,
    )

    assert len(killed) >= 8, killed
    assert sum(person.lost for person in people) > 0, "no request was hit"
    judge_records(lines(evening, "records"), {place["table"] for place in places})
    judge_commands(lines(evening, "commands"), people)
    command(evening, "manage.py", "verify_events", "--replay")
    command(evening, "manage.py", "prove_ledger")
    rebuilt = {line["name"]: line["rows"] for line in lines(evening, "rebuild")}
    assert min(rebuilt["hands"], rebuilt["results"]) > 0, rebuilt
    assert "starting it again" in evening.text()


def serving(run: Run) -> list[psutil.Process]:
    """Return the web processes that listen, the one that started first in front."""
    listening = []
    for web in run.parts("uvicorn"):
        with contextlib.suppress(psutil.Error):
            if any(each.status == psutil.CONN_LISTEN for each in web.net_connections("tcp")):
                listening.append(web)
    return listening


def is_complete(run: Run) -> bool:
    """Whether both web processes serve, and all workers run."""
    return len(serving(run)) == 2 and all(run.parts(name) for name in WORKERS)


@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    ("victims", "names"),
    [
        pytest.param(("uvicorn", "uvicorn", "clock"), ("web-1", "web-2", "clock"), id="of pages and the clock"),
        pytest.param(
            ("uvicorn", "uvicorn", *WORKERS),
            ("web-1", "web-2", "worker-1", "worker-2", "clock"),
            marks=pytest.mark.whole,
            id="all",
        ),
    ],
)
def test_a_game_goes_on_across_processes_of_which_each_is_killed_in_turn(
    evening_of_two: Run, victims: tuple[str, ...], names: tuple[str, ...]
) -> None:
    run = evening_of_two
    places = json.loads(command(run, "-m", "tests.load.evening", "open", "0", "60").splitlines()[-1])
    people = [Person(run, place) for place in places]
    table = places[0]["table"]
    sessions = [place["session"] for place in places if place["table"] == table]
    pages = [Page(run, table, session) for session in [*sessions, *sessions, "", ""]]
    for thread in (*pages, *people):
        thread.start()

    def go_on(since: list[int]) -> bool:
        return all(len(person.acknowledged) >= count + 2 for person, count in zip(people, since, strict=True))

    try:
        for name in victims:
            spread(run, pages)
            since = [len(person.acknowledged) for person in people]
            # The first, which started first: the other, if it was killed before it, has started anew.
            victim = run.part(name)
            victim.kill()
            victim.wait()
            await_true(lambda since=since: go_on(since), "all play on after the end of a process", PATIENCE)
            await_true(lambda: is_complete(run), "it is started again", PATIENCE)
        # So many, too, as the judgement below asks for.
        since = [max(len(person.acknowledged), MIN_COMMANDS) for person in people]
        await_true(lambda: go_on(since), "all play on with all processes", PATIENCE)
        for person in people:
            person.leaving = True
        await_true(lambda: not any(person.is_alive() for person in people), "the people leave", PATIENCE)
        assert [person.fault for person in people] == [None] * len(people)
        await_true(lambda: shown(pages) == {versions(run)[table]}, "every page shows the last version", PATIENCE)
    finally:
        for person in people:
            person.stopped = True
        for page in pages:
            page.close()

    assert all(page.sockets > 1 for page in pages)
    judge_commands(lines(run, "commands"), people)
    command(run, "manage.py", "verify_events", "--replay")
    assert {f"{name} was ended by SIGKILL" for name in names} <= {
        line.partition("| ")[2].partition(";")[0] for line in run.text().splitlines()
    }


def versions(run: Run) -> dict[str, int]:
    """Return the version of each table."""
    return lines(run, "versions")[0]


def shown(pages: list[Page]) -> set[int]:
    """Return the versions that pages show."""
    return {page.version for page in pages}


def are_over(tables: list[dict[str, Any]]) -> bool:
    """Whether no game goes on."""
    return all(table["status"] == "finished" for table in tables)


def judge_records(tables: list[dict[str, Any]], of_people: set[str]) -> None:
    """Hold that each game was played whole, and by the rules."""
    assert len(tables) == TABLES_OF_BOTS + len(of_people)
    for table in tables:
        verdict = engine.audit(table["record"])
        assert verdict.verdict == "clean"
        assert len(verdict.hands) == (HANDS_OF_PEOPLE if table["table"] in of_people else HANDS)


def judge_commands(logged: list[dict[str, Any]], people: list[Person]) -> None:
    """Hold that each acknowledged command stands in the log once, and none that was not acknowledged."""
    for person in people:
        of_person = [line["command"] for line in logged if line["player"] == person.player]
        assert len(of_person) == len(set(of_person))
        assert len(person.commands) == len(person.acknowledged) > MIN_COMMANDS
        assert person.replayed >= len(person.acknowledged)
        assert set(of_person) == person.commands
        assert {line["table"] for line in logged if line["player"] == person.player} == {person.table}
