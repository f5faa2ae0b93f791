"""What all tests share: the servers, the database and the browser."""

from tests.servers import set_environment

# Before anything reads the settings.
set_environment()

from tests.servers import django_db_modify_db_settings, live_server, servers, worker  # noqa: E402

__all__ = ["django_db_modify_db_settings", "live_server", "servers", "worker"]
