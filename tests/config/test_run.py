"""`make run`: it starts everything, says what is in the way, and leaves nothing behind."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from config.embedded import is_running
from config.run import answers
from tests.runs import START_SECONDS, Run
from tests.servers import ROOT, await_true, free_port, program_environment
from tests.template import copy_cluster


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    """A data folder, its database migrated, that the tests of this module go on with."""
    with tempfile.TemporaryDirectory(prefix="lelam-r-", dir="/tmp") as folder:
        copy_cluster(Path(folder) / "home")
        yield Path(folder) / "home"


@pytest.fixture
def run(home: Path) -> Iterator[Callable[..., Run]]:
    runs: list[Run] = []

    def start(folder: Path = home, **environment: str) -> Run:
        runs.append(Run(folder, **environment))
        return runs[-1]

    yield start
    for each in runs:
        each.end()


@pytest.mark.parametrize(
    ("which", "folder"),
    [
        (signal.SIGTERM, "new"),
        pytest.param(signal.SIGINT, "home", marks=pytest.mark.whole),
        pytest.param(signal.SIGHUP, "home", marks=pytest.mark.whole),
    ],
)
def test_it_serves_and_a_signal_to_its_group_stops_everything_it_started(run, home, which, folder):
    program = run(home.with_name(folder))
    program.await_line("Lelam is at http://127.0.0.1:")
    assert answers(f"http://127.0.0.1:{program.port}/")

    os.killpg(program.process.pid, which)

    assert program.process.wait(timeout=120) == 0
    assert program.left() == []
    assert f"Stopping ({which.name})" in program.text()


@pytest.mark.whole
def test_after_a_kill_9_nothing_is_left_and_the_next_run_goes_on_with_the_data(run):
    killed = run()
    killed.await_line("Lelam is at")
    secrets = (killed.home / "secrets.json").read_text()

    killed.process.kill()
    killed.process.wait()

    if sys.platform.startswith("linux"):
        await_true(lambda: not killed.left(), "the children follow")
    following = run()
    following.await_line("Lelam is at")
    assert (following.home / "secrets.json").read_text() == secrets


@pytest.mark.whole
def test_a_part_or_server_that_dies_is_started_again_with_a_line(run):
    program = run()
    program.await_line("Lelam is at")

    program.part("uvicorn").kill()
    program.part("-D").kill()

    program.await_line("web was ended by SIGKILL; starting it again.")
    program.await_line("postgres had ended by itself; it runs again.")
    await_true(lambda: answers(f"http://127.0.0.1:{program.port}/healthz"), "the web server", START_SECONDS)


@pytest.mark.whole
def test_several_web_processes_and_workers_run_and_each_is_started_again_alone(run):
    program = run(LELAM_WEB_PROCESSES="2", LELAM_WORKERS="2")
    program.await_line("Lelam is at")
    webs, worker = program.parts("uvicorn"), program.part("worker-2@%h")
    assert len(webs) == 2

    webs[1].kill()
    program.part("worker-1@%h").kill()

    program.await_line("web-2 was ended by SIGKILL; starting it again.")
    program.await_line("worker-1 was ended by SIGKILL; starting it again.")
    await_true(lambda: len(program.parts("uvicorn")) == 2 and program.parts("worker-1@%h"), "they are back")
    assert webs[0] in program.parts("uvicorn")
    assert program.part("worker-2@%h") == worker


def test_it_stops_when_the_make_that_started_it_has_gone(run, home):
    log = home.parent / "log-made"
    port = free_port()
    made = {**os.environ, "LELAM_HOME": str(home), "LELAM_DEMO": "0", "PORT": str(port), "MAKELEVEL": "1"}
    with log.open("w") as output:
        make = subprocess.Popen(
            ["sh", "-c", f"{sys.executable} -m config.run; true"],
            cwd=ROOT, env=made, stdout=output, stderr=output, start_new_session=True,
        )  # fmt: skip
    await_true(lambda: "Lelam is at" in log.read_text(), "it starts", START_SECONDS)

    make.kill()
    make.wait()

    await_true(lambda: "Stopped; the data are kept." in log.read_text(), "it notices")


def test_two_runs_on_one_folder_are_refused_in_one_line(run, home):
    run()
    await_true(lambda: is_running(home), "the first has the folder")
    second = run()
    assert second.process.wait(timeout=120) == 1
    assert second.text().startswith("Lelam already runs on the data folder")
    assert second.text().count("\n") == 1


def test_servers_that_are_named_are_used_and_none_of_its_own_started(run, home, django_db_setup):
    own = program_environment()
    named = {name: own[name] for name in ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL")}
    program = run(home.with_name("named"), **named)
    program.await_line("Lelam is at")
    assert answers(f"http://127.0.0.1:{program.port}/")
    assert sorted(path.name for path in program.home.iterdir() if path.is_dir()) == []


def test_a_port_in_use_is_said_in_one_line_before_anything_starts(run, home):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        program = run(home.with_name("unbegun"), PORT=str(port))
        assert program.process.wait(timeout=120) == 1
    assert program.text().startswith(f"Port {port} on 127.0.0.1 cannot be had (Address already in use)")
    assert program.text().count("\n") == 1
    assert not home.with_name("unbegun").exists()


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"PORT": "eighty"}, "PORT is a number from 1 up, not 'eighty'."),
        ({"PORT": "70000"}, "PORT is a number up to 65535, not 70000."),
        ({"LELAM_WEB_PROCESSES": "0"}, "LELAM_WEB_PROCESSES is a number from 1 up, not '0'."),
        ({"LELAM_TLS": "perhaps"}, "LELAM_TLS says yes (1) or no (0), not 'perhaps'."),
        ({"DATABASE_URL": "sqlite:///x"}, "DATABASE_URL has to be the address of a PostgreSQL database."),
    ],
)
def test_a_setting_that_makes_no_sense_is_said_in_one_line(run, home, environment, words):
    program = run(home.with_name("other"), **environment)
    assert program.process.wait(timeout=120) == 1
    assert program.text() == words + "\n"


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder away")
def test_a_data_folder_of_somebody_else_is_said_in_one_line(run, home):
    foreign = home.with_name("foreign")
    foreign.mkdir()
    os.chown(foreign, 65534, 65534)
    program = run(foreign, SECRET_KEY="x", LELAM_SEAL_KEY="y")
    assert program.process.wait(timeout=120) == 1
    assert program.text().startswith(f"The data folder {foreign} belongs to nobody, not to root")
    assert program.text().count("\n") == 1


def test_a_python_too_old_is_said_in_one_line(tmp_path):
    (tmp_path / "requirements").mkdir()
    shutil.copy(ROOT / "requirements" / "install", tmp_path / "requirements" / "install")
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("dirname", "sh"):
        (tools / name).symlink_to(shutil.which(name))
    old = tools / "python3"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && { echo Python 3.9.18; exit 0; }\nexit 1\n')
    old.chmod(0o755)
    done = subprocess.run(
        [tmp_path / "requirements" / "install", "base"],
        env={"PATH": str(tools)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == (
        "Lelam needs Python 3.11 or newer with its venv module; found: Python 3.9.18. Name one by PYTHON=...\n"
    )
