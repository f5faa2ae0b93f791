"""The production image, as far as it can be checked without building it (`make image` builds and starts it)."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.conf import settings

from config.run import CLOCK_ARGUMENTS, SLOW_ARGUMENTS, SWEEP_ARGUMENTS, WORKER_ARGUMENTS
from tests.image import CANNOT_TRY, CONTENTS, example_variables, read_compose
from tests.servers import ROOT


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions with their arguments, continued lines joined."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    return [(line.partition(" ")[0], line.partition(" ")[2].strip()) for line in text.splitlines() if line.strip()]


def copied() -> list[str]:
    """What the image takes from the repository."""
    return [
        source
        for name, arguments in instructions()
        if name == "COPY" and "--from" not in arguments
        for source in arguments.split()[:-1]
    ]


def test_what_the_image_copies_exists_and_reaches_the_build():
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert [source for source in copied() if not (ROOT / source).exists()] == []
    assert set(copied()) == let_in
    assert set(copied()) - {"requirements/base.txt"} == CONTENTS - {"staticfiles", "data"}


def test_both_stages_stand_on_the_same_base():
    bases = [arguments.split()[0] for name, arguments in instructions() if name == "FROM"]
    assert bases == ["${PYTHON_IMAGE}"] * 2
    assert instructions()[0][1].startswith("PYTHON_IMAGE=python:")


def test_the_lock_of_the_image_is_without_the_embedded_servers():
    local = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["local"]
    embedded = {re.match(r"[\w-]+", line)[0] for line in local}
    locks = {
        name: set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements" / f"{name}.txt").read_text(), re.MULTILINE))
        for name in ("base", "local")
    }
    assert embedded
    assert embedded <= locks["local"]
    assert embedded & locks["base"] == set()
    assert locks["base"] < locks["local"]


def test_the_compose_file_asks_for_nothing_that_the_documented_env_file_lacks():
    text = (ROOT / "docs" / "operations.md").read_text()
    block = re.search(r"cat > \.env <<END\n(.*?)\nEND\n", text, re.DOTALL)[1]
    documented = set(re.findall(r"^(\w+)=", block, re.MULTILINE))
    required = set(re.findall(r"\$\{(\w+):\?\}", (ROOT / "docker-compose.yml").read_text()))
    assert required
    assert required <= documented
    assert required <= set(example_variables())


def test_the_services_of_the_compose_file_do_all_that_the_program_needs():
    compose = read_compose(example_variables())
    assert [service.name for service in compose.ours if not service.once and not service.healthcheck] == []
    commands = {service.name: service.command for service in compose.ours}
    assert commands["web"] is None, "the image's own command"
    assert [name for name, command in commands.items() if command and "beat" in command] == ["beat"]
    served = {
        queue
        for command in commands.values()
        for part in command or ()
        if part.startswith("--queues=")
        for queue in part.partition("=")[2].split(",")
    }
    routed = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()} | {settings.CELERY_TASK_DEFAULT_QUEUE}
    assert served == routed


def test_each_queue_has_one_kind_of_worker_and_the_clock_its_own_and_so_in_the_containers():
    def queues(command: Sequence[str]) -> str:
        text = " ".join(command).replace("=", " ")
        return re.search(r"--queues (\S+)", text)[1]

    started = {
        name: queues(arguments)
        for name, arguments in {
            "clock": CLOCK_ARGUMENTS,
            "worker": WORKER_ARGUMENTS,
            "slow": SLOW_ARGUMENTS,
            "sweep": SWEEP_ARGUMENTS,
        }.items()
    }
    compose = read_compose(example_variables())
    contained = {service.name: queues(service.command) for service in compose.ours if service.name in started}
    assert started == contained
    assert started["clock"] == "clock"
    assert sorted(",".join(started.values()).split(",")) == sorted(settings.CELERY_TASK_QUEUES)


def test_a_machine_that_cannot_build_the_image_says_so_by_a_status_of_its_own(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "tests.image"],
        cwd=ROOT,
        env=os.environ | {"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (CANNOT_TRY, "")
    assert "Missing: buildah, debootstrap, unshare" in done.stdout


@pytest.mark.whole
@pytest.mark.timeout(900)
def test_the_installation_of_the_image_works_by_itself(tmp_path):
    """Its command, its flags and its file, in another folder: it fails when a locked package has no wheel."""
    steps = [arguments for name, arguments in instructions() if name == "RUN" and "pip install" in arguments]
    assert len(steps) == 1
    (tmp_path / "requirements").mkdir()
    shutil.copy(ROOT / "requirements" / "base.txt", tmp_path / "requirements")

    done = subprocess.run(
        ["sh", "-c", steps[0].replace("/lelam", str(tmp_path))],
        cwd=tmp_path,
        env=os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    python = tmp_path / ".venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "check"], check=True, capture_output=True)
    subprocess.run([python, "-c", "import django, http_ece, psycopg, uvicorn"], check=True)
