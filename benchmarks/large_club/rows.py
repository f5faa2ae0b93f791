"""Many rows at once: COPY into several tables, without the keys and indexes that would slow it down."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from typing import Any

import psycopg
from psycopg import sql


class Copies:
    """Rows on their way into several tables at once, each by a COPY of its own connection."""

    def __init__(self, address: str, tables: dict[str, Sequence[str]]) -> None:
        self._address = address
        self._tables = tables
        self._stack = ExitStack()
        self._lines: dict[str, list[str]] = {name: [] for name in tables}
        self._into: dict[str, psycopg.Copy] = {}

    def __enter__(self) -> "Copies":
        for table, columns in self._tables.items():
            connection = self._stack.enter_context(psycopg.connect(self._address))
            cursor = self._stack.enter_context(connection.cursor())
            statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
                sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
            )
            self._into[table] = self._stack.enter_context(cursor.copy(statement))
        return self

    def __exit__(self, *raised: Any) -> None:
        if raised[0] is None:
            for table in self._tables:
                self._flush(table)
        self._stack.__exit__(*raised)

    def put(self, table: str, *values: object) -> None:
        """Add a row: texts without tabs, newlines or backslashes; None for a missing value."""
        lines = self._lines[table]
        lines.append("\t".join("\\N" if value is None else str(value) for value in values))
        if len(lines) >= 5_000:
            self._flush(table)

    def _flush(self, table: str) -> None:
        if self._lines[table]:
            self._into[table].write("\n".join(self._lines[table]) + "\n")
            self._lines[table].clear()


@contextmanager
def without_indexes(owner: psycopg.Connection, tables: Sequence[str]) -> Iterator[None]:
    """Take keys, indexes and triggers off some tables while they are filled, and make them anew."""
    names = list(tables)
    constraints = owner.execute(
        "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), contype FROM pg_constraint"
        " WHERE contype IN ('f', 'p', 'u')"
        " AND (conrelid::regclass::text = ANY(%s) OR confrelid::regclass::text = ANY(%s))"
        " ORDER BY contype = 'f', contype = 'u'",
        [names, names],
    ).fetchall()
    indexes = owner.execute(
        "SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) FROM pg_index i"
        " WHERE i.indrelid::regclass::text = ANY(%s)"
        " AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)",
        [names],
    ).fetchall()
    for table, name, _, _ in reversed(constraints):
        owner.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
    for name, _ in indexes:
        owner.execute(f"DROP INDEX {name}")
    for table in names:
        owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    yield
    owner.execute("SET maintenance_work_mem = '1GB'")
    for table, name, definition, _ in constraints:
        owner.execute(f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {definition}')
    for _, definition in indexes:
        owner.execute(definition)
    guards = owner.execute(
        "SELECT tgrelid::regclass::text, tgname FROM pg_trigger"
        " WHERE NOT tgisinternal AND tgrelid::regclass::text = ANY(%s)",
        [names],
    ).fetchall()
    for table, name in guards:
        owner.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}")


def batches(rows: Iterable[Any], size: int = 5_000) -> Iterator[list[Any]]:
    """Yield the rows in lists of a size."""
    left = iter(rows)
    while part := list(itertools.islice(left, size)):
        yield part


def tell(sofar: str) -> None:
    """Say how far it is."""
    print(f"  {datetime.now(UTC):%H:%M:%S} {sofar}", flush=True)
