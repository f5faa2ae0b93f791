"""The test database: made by the owner's role, used as the application's, cleaned in a way production has not."""

import time
from collections.abc import Iterator, Sequence

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
    WHERE t.tgenabled = 'A' AND NOT t.tgisinternal AND c.relname = ANY(%s) ORDER BY c.relname, t.tgname
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
        patch.setattr(TransactionTestCase, "_should_reload_connections", lambda self: _close_unusable())
        yield
        while _cleaners:
            _cleaners.pop().connection.close()
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
    while not _emptied():
        time.sleep(0.01)
    # What such a test sent without a worker would else be done by the worker of another test.
    with current_app.pool.acquire(block=True) as broker:
        for name in settings.CELERY_TASK_QUEUES:
            broker.default_channel.queue_purge(name)


_cleaners: list["_Cleaner"] = []


class _Cleaner:
    """The administrator's connection, kept from test to test: on a new one every table is looked up for the first time,
    which takes a tenth of a second.
    """

    def __init__(self) -> None:
        self.connection = _connection(ADMIN)
        self._tables: list[str] = []

    def tables(self) -> list[str]:
        """Return all tables that are emptied."""
        return [row[0] for row in self.connection.execute(_TABLES, [list(_KEPT)])]

    def filled(self, tables: list[str]) -> list[str]:
        """Return those that have rows; a function of the session keeps a plan for each."""
        if tables != self._tables:
            line = sql.SQL("IF EXISTS (SELECT FROM {}) THEN filled := filled || {}::text; END IF;")
            lines = sql.SQL(" ").join(line.format(sql.Identifier(each), sql.Literal(each)) for each in tables)
            body = sql.SQL("DECLARE filled text[] := '{{}}'; BEGIN {} RETURN filled; END").format(lines)
            statement = sql.SQL(
                "CREATE OR REPLACE FUNCTION pg_temp.filled_tables() RETURNS text[] LANGUAGE plpgsql AS {}"
            )
            self.connection.execute(statement.format(sql.Literal(body.as_string(self.connection))))
            self._tables = tables
        return self.connection.execute("SELECT pg_temp.filled_tables()").fetchone()[0]

    def each(self, statement: str, names: Sequence[Sequence[str]]) -> None:
        """Execute a statement for each of some names, all in one round trip."""
        if names:
            statements = [sql.SQL(statement).format(*map(sql.Identifier, name)) for name in names]
            self.connection.execute(sql.SQL("; ").join(statements))


def _emptied() -> bool:
    """Empty every table, if nobody is busy with one just now, and the test has not ended the kept connection."""
    if not _cleaners:
        _cleaners.append(_Cleaner())
    cleaner = _cleaners[0]
    try:
        with cleaner.connection.transaction():
            tables = cleaner.tables()
            identifiers = sql.SQL(", ").join(map(sql.Identifier, tables))
            cleaner.connection.execute(sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE NOWAIT").format(identifiers))
            names = cleaner.filled(tables)
            if names:
                guards = cleaner.connection.execute(_GUARDS, [names]).fetchall()
                # Neither foreign keys are looked after nor triggers called, but for those that are called always.
                cleaner.connection.execute("SET LOCAL session_replication_role = replica")
                cleaner.each("ALTER TABLE {} DISABLE TRIGGER {}", guards)
                cleaner.each("DELETE FROM {}", [[name] for name in names])
                cleaner.connection.execute(_RESTART, [names])
                cleaner.each("ALTER TABLE {} ENABLE ALWAYS TRIGGER {}", guards)
    except psycopg.errors.LockNotAvailable:
        return False
    except psycopg.OperationalError:
        if not cleaner.connection.closed:
            raise
        _cleaners.clear()
        return False
    return True


def _close_unusable() -> bool:
    """Close the connections of Django that a test has broken; return that the others stay.

    Django closes all of them after each test whose transactions were real, and on a new one the first query of every
    table takes many times as long.
    """
    for connection in connections.all(initialized_only=True):
        if connection.connection is not None and (connection.in_atomic_block or not connection.is_usable()):
            connection.close()
    return False
