"""The test database: made by the owner's role, used as the application's, cleaned in a way production has not."""

import contextlib
import time
from collections.abc import Iterator

import psycopg
import pytest
from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import connections
from django.test import TransactionTestCase
from psycopg import sql

from config.embedded import ADMIN, APP, OWNER

# What migrations put there and no test changes.
_KEPT = ("django_migrations", "django_content_type", "auth_permission", "django_site", "games_event_type")

_TABLES = """
    SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relname = ANY(%s) ORDER BY c.relname
"""

_RESTART = """
    SELECT setval(s.oid, 1, false) FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('a', 'i')
    JOIN pg_class t ON t.oid = d.refobjid WHERE s.relkind = 'S' AND t.relname = ANY(%s)
"""

# What refuses to change, on the tables that are only added to.
_GUARDS = """
    SELECT c.relname, t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE t.tgenabled = 'A' AND NOT t.tgisinternal ORDER BY c.relname, t.tgname
"""


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    django_test_environment: None,
    django_db_modify_db_settings: None,
    django_db_blocker: pytest.FixtureRequest,
) -> Iterator[None]:
    """Point both aliases at the test database, which came with the cluster; it goes with the server's folder."""
    with django_db_blocker.unblock():
        name = connections["owner"].creation._get_test_db_name()
        for alias in ("owner", "default"):
            connections[alias].close()
            connections[alias].settings_dict["NAME"] = settings.DATABASES[alias]["NAME"] = name
    with pytest.MonkeyPatch.context() as patch:
        # Django's own way is TRUNCATE as the application's role, which the database rightly refuses.
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda self: clean())
        yield
    with django_db_blocker.unblock():
        connections.close_all()


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> Iterator[None]:
    """Forget what a test with a database left in the cache: counts of sign-ins, above all."""
    yield
    if "_django_db_helper" in request.fixturenames or request.node.get_closest_marker("django_db"):
        cache.clear()


def owner_connection() -> psycopg.Connection:
    """Return a new connection to the test database as the role that owns the tables, each statement by itself."""
    return _connection(OWNER)


def app_connection() -> psycopg.Connection:
    """Return a new connection to the test database as the application's role, beside Django's."""
    return _connection(APP)


def _connection(role: str) -> psycopg.Connection:
    name = str(connections["default"].settings_dict["NAME"])
    return psycopg.connect(settings.SERVERS.database(role, name), autocommit=True)


def clean() -> None:
    """Empty every table and every queue, after a test whose transactions were real.

    The server's administrator takes the log's guards away for the moment; nothing of the product does or offers that.
    All tables are locked at once or none is: a worker that is busy with some of them would else be caught in a
    deadlock. Rows are deleted and not the tables truncated, which takes ten times as long where there are few.
    """
    with _connection(ADMIN) as connection:
        while not _emptied(connection):
            time.sleep(0.01)
    # What such a test sent without a worker would else be done by the worker of another test.
    with current_app.pool.acquire(block=True) as broker:
        for name in settings.CELERY_TASK_QUEUES:
            broker.default_channel.queue_purge(name)


def _emptied(connection: psycopg.Connection) -> bool:
    """Empty every table, if nobody is busy with one just now."""
    with contextlib.suppress(psycopg.errors.LockNotAvailable), connection.transaction():
        tables = [row[0] for row in connection.execute(_TABLES, [list(_KEPT)])]
        connection.execute(
            sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE NOWAIT").format(
                sql.SQL(", ").join(map(sql.Identifier, tables))
            )
        )
        filled = connection.execute(
            sql.SQL("SELECT ARRAY[{}]").format(
                sql.SQL(", ").join(
                    sql.SQL("CASE WHEN EXISTS (SELECT FROM {}) THEN {} END").format(sql.Identifier(t), sql.Literal(t))
                    for t in tables
                )
            )
        ).fetchone()[0]
        names = [name for name in filled if name]
        if not names:
            return True
        # Neither foreign keys are looked after nor triggers called, but for those that are called always.
        connection.execute("SET LOCAL session_replication_role = replica")
        guards = connection.execute(_GUARDS).fetchall()
        for table, guard in guards:
            connection.execute(
                sql.SQL("ALTER TABLE {} DISABLE TRIGGER {}").format(sql.Identifier(table), sql.Identifier(guard))
            )
        for name in names:
            connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(name)))
        connection.execute(_RESTART, [names])
        for table, guard in guards:
            connection.execute(
                sql.SQL("ALTER TABLE {} ENABLE ALWAYS TRIGGER {}").format(sql.Identifier(table), sql.Identifier(guard))
            )
        return True
    return False
