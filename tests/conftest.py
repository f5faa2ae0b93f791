"""What all tests share: the servers, the database and the browser."""

import gc
import os
import random

import django
import pytest
from django.conf import settings
from hypothesis import HealthCheck
from hypothesis import settings as examples
from xdist.scheduler import LoadFileScheduling

from tests.servers import set_environment

# Before anything reads the settings; and the models loaded before a folder's own conftest imports them.
set_environment()
django.setup()
# A process of pytest-xdist inherits the environment, and with this would read the settings before its own servers have
# a folder.
del os.environ["DJANGO_SETTINGS_MODULE"]
# Argon2 is slow by design, and most tests make accounts.
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]
# Else each client of a test looks through all the static files before its first request.
settings.WHITENOISE_AUTOREFRESH = True
# How long an example takes, or takes to be drawn, says something of the machine, nothing of the program.
examples.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
examples.load_profile("unhurried")

from tests.browsers import browser_context_args, browser_type_launch_args  # noqa: E402
from tests.database import _empty_cache, django_db_setup  # noqa: E402
from tests.languages import _default_language  # noqa: E402
from tests.loops import browser, playwright, pytest_runtest_protocol  # noqa: E402
from tests.servers import (  # noqa: E402
    _live_server_helper,
    django_db_modify_db_settings,
    live_server,
    servers,
    worker,
    workers_of_module,
)

__all__ = [
    "_default_language",
    "_empty_cache",
    "_live_server_helper",
    "browser",
    "browser_context_args",
    "browser_type_launch_args",
    "django_db_modify_db_settings",
    "django_db_setup",
    "live_server",
    "playwright",
    "pytest_runtest_protocol",
    "servers",
    "worker",
    "workers_of_module",
]


ONE_WORLD = "tests/permissions/"
"""A folder whose files share a world, and the pages that were looked at in it: it is given out as one."""
LONGEST_FIRST = (
    ONE_WORLD,
    "tests/browser/test_every_page.py",
    "tests/api/test_conformance.py",
    "tests/config/test_run.py",
    "tests/load/test_crashes.py",
    "tests/load/test_live.py",
    "tests/browser/",
    "tests/tournaments/test_demo.py",
    "tests/games/",
)
"""Files are given out whole to the processes side by side: a long one that comes last keeps one core idle."""


class Portions(LoadFileScheduling):
    """Gives each process whole files, and all the files of one world."""

    def _split_scope(self, nodeid: str) -> str:
        return ONE_WORLD if nodeid.startswith(ONE_WORLD) else super()._split_scope(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Portions:
    """Return the scheduler that keeps files, and `ONE_WORLD`, together."""
    return Portions(config, log)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that shuffles."""
    parser.addoption("--order-seed", help="run files, and the tests in them, in an order drawn from this word")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Run one process more than there are cores: each of them waits for its servers and its browser at times."""
    return len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the files that take longest first, or shuffle them by the seed."""
    seed = config.getoption("order_seed")
    if seed is None:
        items.sort(
            key=lambda item: next((n for n, name in enumerate(LONGEST_FIRST) if item.nodeid.startswith(name)), 99)
        )
        return
    chance = random.Random(seed)
    by_file: dict[str, list[pytest.Item]] = {}
    for item in items:
        by_file.setdefault(item.nodeid.partition("::")[0], []).append(item)
    files = list(by_file.values())
    chance.shuffle(files)
    for file in files:
        chance.shuffle(file)
    items[:] = [item for file in files for item in file]


def pytest_collection_finish() -> None:
    """Exempt modules and tests from garbage collection; they live until the end.

    What tests leave is collected less often than by default, which takes a twentieth of the time.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
