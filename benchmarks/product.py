"""The servers of a benchmark: PostgreSQL and Redis as in production, with the tables of the product."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.embedded import Embedded


@contextmanager
def product(home: Path | None = None, **environment: str) -> Iterator[Embedded]:
    """Start PostgreSQL and Redis, migrate the database, and point Django at both.

    PostgreSQL waits for the disk. Redis runs too: an append tells the worker and the table's watchers over it.

    Args:
        home: The data folder, which is kept; without one a temporary folder is removed at the end.
        environment: Further settings, by the name of their environment variable.

    Raises:
        EmbeddedError: A server cannot be started.
    """
    folder = home or Path(tempfile.mkdtemp(prefix="lelam-bench-", dir="/tmp"))  # short, for the sockets' sake
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "LELAM_SEAL_KEY"):
        os.environ.pop(name, None)
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "LELAM_HOME": str(folder),
        "LELAM_LOG_LEVEL": "ERROR",
        **environment,
    }
    try:
        with Embedded(folder) as servers:
            import django

            django.setup()
            from django.core.management import call_command
            from django.db import connections

            call_command("migrate", database="owner", verbosity=0)
            yield servers
            connections.close_all()
    finally:
        if home is None:
            shutil.rmtree(folder, ignore_errors=True)
