"""What all tests share: the servers, the database and the browser."""

import django

from tests.servers import set_environment

# Before anything reads the settings; and the models loaded before a folder's own conftest imports them.
set_environment()
django.setup()

from tests.database import django_db_setup  # noqa: E402
from tests.servers import _empty_cache, django_db_modify_db_settings, live_server, servers, worker  # noqa: E402

__all__ = ["_empty_cache", "django_db_modify_db_settings", "django_db_setup", "live_server", "servers", "worker"]
