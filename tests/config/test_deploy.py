"""`manage.py check --deploy` has nothing to say of a server set up as docs/operations.md has it."""

import os
import subprocess
import sys

import pytest

from tests.image import example_variables, read_compose
from tests.servers import ROOT


def checked(environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def environment(tmp_path) -> dict[str, str]:
    (web,) = (service for service in read_compose(example_variables()).ours if service.name == "web")
    return web.environment | {"LELAM_HOME": str(tmp_path)}


def test_the_settings_of_the_containers_pass_the_check_for_deployment(environment):
    done = checked(environment)

    assert (done.returncode, done.stderr) == (0, "")


def test_the_check_finds_what_is_not_safe(environment):
    done = checked(environment | {"LELAM_TLS": "0"})

    assert done.returncode == 1
    assert "security.W012" in done.stderr
