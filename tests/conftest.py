"""What all tests share: the servers, the database and the browser."""

import os

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

from tests.browsers import browser_context_args, browser_type_launch_args, programs_last  # noqa: E402
from tests.database import _empty_cache, django_db_setup  # noqa: E402
from tests.servers import (  # noqa: E402
    _live_server_helper,
    django_db_modify_db_settings,
    live_server,
    servers,
    worker,
)

__all__ = [
    "_empty_cache",
    "_live_server_helper",
    "browser_context_args",
    "browser_type_launch_args",
    "django_db_modify_db_settings",
    "django_db_setup",
    "live_server",
    "servers",
    "worker",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests beside running programs last."""
    programs_last(items)
