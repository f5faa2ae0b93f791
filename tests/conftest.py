"""What all tests share: the servers, the database and the browser."""

import os
import random

import django
import pytest
from django.conf import settings

from tests.servers import set_environment

# Before anything reads the settings; and the models loaded before a folder's own conftest imports them.
set_environment()
django.setup()
# A process of pytest-xdist inherits the environment, and with this would read the settings before its own servers have
# a folder.
del os.environ["DJANGO_SETTINGS_MODULE"]
# Argon2 is slow by design, and most tests make accounts.
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]

from tests.browsers import browser_context_args, browser_type_launch_args  # noqa: E402
from tests.database import _empty_cache, django_db_setup  # noqa: E402
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


LONGEST_FIRST = (
    "tests/browser/test_axe.py",
    "tests/permissions/test_matrix.py",
    "tests/permissions/test_ways.py",
    "tests/api/test_conformance.py",
    "tests/config/test_run.py",
    "tests/load/test_crashes.py",
    "tests/browser/",
    "tests/permissions/",
    "tests/tournaments/test_demo.py",
    "tests/games/",
)
"""Files are given out whole to the processes side by side: a long one that comes last keeps one core idle."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that shuffles."""
    parser.addoption("--order-seed", help="run files, and the tests in them, in an order drawn from this word")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the files that take longest first, or all of them in an order by chance."""
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
