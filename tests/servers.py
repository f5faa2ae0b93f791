"""The servers of the tests: PostgreSQL and Redis of their own, and on demand a web server and a worker.

Nothing starts before a test asks for it, so that tests of the engine alone need none of it.
"""

import atexit
import contextlib
import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.template import ROOT, copy_cluster

HOME = Path(tempfile.mkdtemp(prefix="lelam-test-", dir="/tmp"))  # short, for the sockets' sake
atexit.register(shutil.rmtree, HOME, ignore_errors=True)


def set_environment() -> None:
    """Point the settings at the servers of the tests; whatever the shell names is not theirs to touch."""
    for name in (
        "DATABASE_URL",
        "DATABASE_OWNER_URL",
        "DATABASE_REPLICA_URL",
        "LELAM_PGBOUNCER",
        "REDIS_URL",
        "SECRET_KEY",
        "LELAM_SEAL_KEY",
        "LELAM_HOSTS",
    ):
        os.environ.pop(name, None)
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "LELAM_HOME": str(HOME),
        "LELAM_BOT_SECONDS": "0",
        # Tests play games by bots alone, and one player opens many tables; tests/security has what holds by default.
        "LELAM_BOTS_ALONE": "1",
        "LELAM_BOTS_ALONE_SECONDS": "60",
        "LELAM_TABLES_PER_PLAYER": "100000",
        "LELAM_DATABASE_POOL": "0",
        "LELAM_DEMO": "0",
        "LELAM_LOG_LEVEL": "WARNING",
    }


@pytest.fixture(scope="session")
def servers() -> Iterator[object]:
    """PostgreSQL and Redis, `config.embedded.Embedded`, for the session; `admin_url(name)` is in its `addresses`."""
    from config.embedded import Embedded

    copy_cluster(HOME)
    with Embedded(HOME, durable=False) as embedded:
        yield embedded


@pytest.fixture(scope="session")
def django_db_modify_db_settings(servers: object) -> None:
    """Start the servers before pytest-django makes the test database."""


@dataclass(frozen=True)
class Program:
    """A process of the product under test."""

    child: object
    lines: list[str]

    @property
    def pid(self) -> int:
        """Its process id."""
        return self.child.pid

    def text(self) -> str:
        """All it has written so far."""
        return "\n".join(self.lines)

    def kill(self) -> None:
        """Kill it without warning."""
        self.child.send(signal.SIGKILL)
        self.child.wait()


def program_environment(**more: str) -> dict[str, str]:
    """Return the environment in which a process of its own works on the test database."""
    from django.conf import settings
    from django.db import connections

    from config.embedded import APP, OWNER

    name = str(connections["default"].settings_dict["NAME"])
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": settings.SERVERS.database(APP, name),
        "DATABASE_OWNER_URL": settings.SERVERS.database(OWNER, name),
        "REDIS_URL": settings.SERVERS.redis,
        "LELAM_OWN_MACHINE": "1",
        # With several processes of tests, pools of the usual size would ask for more connections than PostgreSQL has.
        "LELAM_DATABASE_POOL": "4",
        "PYTHONUNBUFFERED": "1",
        **more,
    }


@contextlib.contextmanager
def program(name: str, *arguments: str, **environment: str) -> Iterator[Program]:
    """Run a Python module beside the test until the block ends."""
    from config.processes import Child

    lines: list[str] = []
    child = Child(
        name,
        [sys.executable, "-m", *arguments],
        lambda _, line: lines.append(line),
        cwd=ROOT,
        env=program_environment(**environment),
    )
    try:
        yield Program(child, lines)
    finally:
        child.stop((signal.SIGTERM, 10.0))


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def await_true(condition, what: str, seconds: float = 90.0) -> None:
    """Wait until a condition holds, by asking often; a limit only so that a failing test ends."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(f"Waited {seconds:.0f} s in vain: {what}.")
        time.sleep(0.02)


@contextlib.contextmanager
def web_server(**environment: str) -> Iterator[tuple[str, Program]]:
    """Serve the product on the test database; yield its address and its process."""
    from config.run import answers

    port = free_port()
    address = f"http://127.0.0.1:{port}"
    arguments = ("config.asgi:application", "--host", "127.0.0.1", "--port", str(port), "--lifespan", "off")
    with program("web", "uvicorn", *arguments, "--no-access-log", **environment) as web:
        await_true(
            lambda: answers(f"{address}/healthz?only=database") or web.child.poll() is not None,
            "the web server",
        )
        if web.child.poll() is not None:
            pytest.fail(f"The web server stopped as it started:\n{web.text()}")
        yield address, web


@contextlib.contextmanager
def celery_worker(*, beat: bool = True, queues: Sequence[str] = (), **environment: str) -> Iterator[Program]:
    """Run a real worker of all queues, or some, on the test database, with the clock's beat unless told otherwise."""
    from django.conf import settings

    from config.run import CLOCK_ARGUMENTS

    queues = ",".join(queues or settings.CELERY_TASK_QUEUES)
    arguments = ["-A", "config.celery", *CLOCK_ARGUMENTS, "--queues", queues, "--loglevel", "WARNING"]
    schedule = tempfile.mkdtemp(prefix="beat-", dir=HOME)
    with contextlib.ExitStack() as stack:
        worker = stack.enter_context(program("worker", "celery", *arguments, **environment))
        if beat:
            beat_arguments = [
                "-A",
                "config.celery",
                "beat",
                "--loglevel",
                "WARNING",
                "--schedule",
                f"{schedule}/s",
            ]
            stack.enter_context(program("beat", "celery", *beat_arguments, **environment))
        yield worker


@pytest.fixture(scope="session")
def live_server(django_db_setup: None) -> Iterator[str]:
    """The address of a web server on the test database, for the session; a test that asks for it really commits."""
    with web_server() as (address, _):
        yield address


class _Workers:
    """The real worker of a module: started by a test that asks for it, stopped by the next that does not.

    It acts at every table and follows every projection, so a test that does not ask for it would find its work done.
    """

    def __init__(self) -> None:
        self._stack = contextlib.ExitStack()
        self._worker: Program | None = None

    def running(self) -> Program:
        """Return the worker, started if it does not run."""
        if self._worker is None:
            self._worker = self._stack.enter_context(celery_worker())
        return self._worker

    def stop(self) -> None:
        """Stop the worker, if one runs, and remove what it wrote after the last test had been cleaned up."""
        if self._worker is None:
            return
        from tests.database import clean

        self._worker = None
        self._stack.close()
        clean()


_workers = _Workers()


@pytest.fixture(autouse=True)
def _live_server_helper(request: pytest.FixtureRequest) -> None:
    """Let a test commit for real when another process is to see its rows (in the place of pytest-django's helper).

    A module that makes its rows once for all of its tests (`kept_world`) removes them itself.
    """
    if "worker" not in request.fixturenames:
        _workers.stop()
    if {"live_server", "worker"} & set(request.fixturenames) and "kept_world" not in request.fixturenames:
        request.getfixturevalue("transactional_db")


@pytest.fixture(scope="module")
def workers_of_module() -> Iterator[_Workers]:
    """Stop the worker at the end of a module."""
    yield _workers
    _workers.stop()


@pytest.fixture
def worker(django_db_setup: None, workers_of_module: _Workers) -> Program:
    """A real worker and beat on the test database and Redis, shared with the tests of the module before it."""
    return workers_of_module.running()
