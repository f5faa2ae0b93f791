"""PgBouncer in transaction mode: no code leaves anything in a session of the database, and the program runs behind it.

Between PgBouncer and PostgreSQL a connection's transactions run in any session, and a session serves many. Behind
the real one (Debian: `apt-get install pgbouncer`), with sessions that take turns, games are played to their end.
"""

import ast
import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import connection, connections, transaction

from clubs.base import locks
from clubs.models import Player
from config.embedded import Embedded
from games import store
from games.models import PlayedHand, Table
from games.stakes.proof.whole import prove
from games.store.verify import Verification
from tests.factories import TableFactory
from tests.games.helpers.tables import due
from tests.pgbouncer import PORT, PROGRAM, address, pgbouncer
from tests.servers import ROOT, await_true, celery_worker, program_environment, web_server

SESSION = {
    "a lock of the session": r"\bpg_(try_)?advisory_(lock|unlock)",
    "a setting of the session": r"^SET (?!LOCAL|TRANSACTION|CONSTRAINTS)|\bset_config\([^)]*\bfalse\)",
    "listening": r"^(UN)?LISTEN\b",
    "a temporary table": r"\bCREATE (LOCAL |GLOBAL )?TEMP(ORARY)?\b",
    "a prepared statement": r"^(PREPARE|DEALLOCATE|DISCARD)\b",
    "a cursor beyond its transaction": r"\bWITH HOLD\b",
    "the last value of the session": r"\b(currval|lastval)\(",
}
IN_TRANSACTIONS = {
    # Fetched within one REPEATABLE READ transaction, begun a line before.
    "games/stakes/proof/lanes.py",
}
"""The files with cursors of the server by psycopg's own hand."""


def assumptions(source: str) -> list[str]:
    """Return what a program assumes of its session: by SQL in its texts, or in calls of the driver."""
    kinds = []
    nodes = [*ast.walk(ast.parse(source))]
    parts = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in nodes:
        if isinstance(node, ast.JoinedStr | ast.Constant) and id(node) not in parts:
            for statement in re.split(r";|\$\$|\bBEGIN\b", text_of(node)):
                kinds += [kind for kind, sign in SESSION.items() if re.search(sign, statement.strip())]
        if isinstance(node, ast.Call):
            named = {keyword.arg for keyword in node.keywords}
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            if called == "execute" and "prepare" in named:
                kinds.append("a prepared statement")
            if (called == "cursor" and (node.args or "name" in named)) or called == "chunked_cursor":
                kinds.append("a cursor of the server")
    return kinds


def text_of(node: ast.expr) -> str:
    """Return the text of a constant or an f-string, with a name in the place of each expression."""
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) or "x" for part in node.values)
    return str(getattr(node, "value", "")) if isinstance(node, ast.Constant) else ""


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("run('SELECT pg_advisory_lock(28, %s)')", "a lock of the session"),
        ("run('SELECT pg_try_advisory_lock(1)')", "a lock of the session"),
        ("run('SET statement_timeout = 0')", "a setting of the session"),
        ("run('SET LOCAL jit = off; SET work_mem TO 1')", "a setting of the session"),
        ("run(\"SELECT set_config('TimeZone', 'UTC', false)\")", "a setting of the session"),
        ("run(f'SET {name} = 1')", "a setting of the session"),
        ("run('LISTEN tables')", "listening"),
        ("run('CREATE TEMP TABLE t ()')", "a temporary table"),
        ("cursor.execute('SELECT 1', prepare=True)", "a prepared statement"),
        ("connection.cursor(name='rows')", "a cursor of the server"),
        ("connection.cursor('rows')", "a cursor of the server"),
    ],
)
def test_an_assumption_of_a_session_is_noticed(source, kind):
    assert assumptions(source) == [kind]


@pytest.mark.parametrize(
    "source",
    [
        "run('SELECT pg_advisory_xact_lock(28, %s)')",
        "run('SET LOCAL jit = off')",
        "run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')",
        "run('UPDATE games_table SET version = 2')",
        "run(f'UPDATE {table} SET version = 2')",
        "run('INSERT INTO t VALUES (1) ON CONFLICT DO UPDATE SET n = 2')",
        "run('CREATE FUNCTION f() RETURNS int LANGUAGE sql SET search_path = public AS $$ SELECT 1 $$')",
        "connection.cursor()",
    ],
)
def test_what_ends_with_its_transaction_is_no_such_assumption(source):
    assert assumptions(source) == []


def programs() -> Iterator[Path]:
    for package in ("config", "clubs", "games", "tournaments"):
        yield from (ROOT / package).rglob("*.py")


def test_no_program_leaves_anything_in_a_session_of_the_database():
    kinds = {str(path.relative_to(ROOT)): assumptions(path.read_text("utf-8")) for path in programs()}

    assert {path: what for path, what in kinds.items() if what and path not in IN_TRANSACTIONS} == {}
    assert {path for path in IN_TRANSACTIONS if set(kinds[path]) != {"a cursor of the server"}} == set()


def test_behind_pgbouncer_nothing_is_prepared_and_no_cursor_outlives_its_transaction():
    shown = subprocess.run(
        [sys.executable, "-c", "import json; from config import settings; print(json.dumps(settings.DATABASES))"],
        cwd=ROOT,
        env=program_environment(LELAM_PGBOUNCER="1"),
        capture_output=True,
        text=True,
        check=True,
    )
    for database in json.loads(shown.stdout).values():
        assert database["DISABLE_SERVER_SIDE_CURSORS"] is True
        assert database["OPTIONS"]["prepare_threshold"] is None


@pytest.fixture
def behind(servers: Embedded, transactional_db) -> Iterator[str]:
    """Put PgBouncer between this test and its database; yield the database's address there."""
    if PROGRAM is None:
        pytest.skip("PgBouncer is not installed.")
    database = connections["default"].settings_dict
    before = {"HOST": database["HOST"], "PORT": database["PORT"], "OPTIONS": database["OPTIONS"]}
    with pgbouncer(servers, database["NAME"]) as folder:
        connection.close()
        database |= {"HOST": str(folder), "PORT": str(PORT), "DISABLE_SERVER_SIDE_CURSORS": True}
        database["OPTIONS"] = {**before["OPTIONS"], "prepare_threshold": None}
        try:
            yield address(folder, database["NAME"])
        finally:
            connection.close()
            database |= {**before, "DISABLE_SERVER_SIDE_CURSORS": False}


@pytest.mark.timeout(180)
def test_games_are_played_to_their_end_by_processes_behind_pgbouncer(behind: str):
    environment = {"DATABASE_URL": behind, "LELAM_PGBOUNCER": "1"}
    tables = [TableFactory(of_bots=True) for _ in range(3)]

    with web_server(**environment) as (server, _), celery_worker(**environment):
        await_true(lambda: finished() == 3 and followed(), "the games end, and the read models follow", seconds=120)
        with urllib.request.urlopen(f"{server}/tables/{tables[0].pk}/", timeout=20) as page:
            assert page.status == 200
    assert [fault for table in tables for fault in Verification(table.pk)] == []


def finished() -> int:
    return Table.objects.filter(status=Table.Status.FINISHED).count()


def followed() -> bool:
    return PlayedHand.objects.count() == 6


def test_what_is_repeated_and_what_is_long_is_read_in_any_sessions(behind: str):
    """Statements are prepared after the fifth time, and long lists are read by a cursor, outside of a transaction."""
    table = TableFactory(of_bots=True)
    while due(table.pk):
        pass

    stored = [store.load(table.pk) for _ in range(10)]
    players = list(Player.objects.order_by("pk").iterator(chunk_size=1))

    assert all(events == stored[0] for events in stored)
    assert len(players) == Player.objects.count() > 3


def test_a_lock_and_a_proof_hold_in_their_transaction(behind: str):
    with transaction.atomic():
        locks.take(28, 5)
        assert others_have_to_wait()
    assert not others_have_to_wait()
    assert prove().faults == []


def others_have_to_wait() -> bool:
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_is_taken).result()


def _is_taken() -> bool:
    try:
        with transaction.atomic():
            return not locks.take(28, 5, wait=False)
    finally:
        connection.close()
