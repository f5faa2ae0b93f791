"""The database's own refusals: whatever the program does or is made to do, an event stays as it was appended."""

import uuid
from collections.abc import Callable

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction

from games import store
from games.models import Event
from tests.database import app_connection, owner_connection
from tests.games.helpers.logs import A_HAND, administrator, append

pytestmark = pytest.mark.django_db(transaction=True)

CHANGES = [
    "UPDATE games_event SET actor = 'somebody'",
    "UPDATE games_event SET actor = 'somebody' WHERE false",
    "DELETE FROM games_event",
    "DELETE FROM ONLY games_event WHERE pos = 1",
    "TRUNCATE games_event",
    "TRUNCATE games_event RESTART IDENTITY CASCADE",
    "INSERT INTO games_event OVERRIDING SYSTEM VALUE SELECT * FROM games_event "
    "ON CONFLICT (stream, version) DO UPDATE SET actor = 'somebody'",
    "MERGE INTO games_event e USING (SELECT 1 AS pos) s ON e.pos = s.pos WHEN MATCHED THEN DELETE",
    "WITH gone AS (DELETE FROM games_event RETURNING *) SELECT count(*) FROM gone",
]
FORGERIES = [
    "INSERT INTO games_event OVERRIDING SYSTEM VALUE SELECT pos + 1000, lane, stream, version + 1000, type, schema, "
    "gen_random_uuid(), 0, actor, body, sealed, recorded_at, prev_hash, hash FROM games_event",
    "COPY games_event (stream) FROM STDIN",
    "ALTER TABLE games_event DISABLE TRIGGER ALL",
    "ALTER TABLE games_event ADD COLUMN note text",
    "DROP TABLE games_event",
    "DROP TRIGGER games_event_keep ON games_event",
    "CREATE RULE quietly AS ON DELETE TO games_event DO INSTEAD NOTHING",
    "CREATE OR REPLACE FUNCTION games_event_refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "SET session_replication_role = replica",
    "SET ROLE lelam_owner",
    "SELECT nextval('games_event_pos_seq')",
    "SELECT setval('games_event_pos_seq', 1)",
    "SELECT pos FROM games_event FOR UPDATE",
]


@pytest.fixture
def hand() -> uuid.UUID:
    """A stream with a hand in it, which has to be there unchanged in the end."""
    stream = uuid.uuid4()
    append(stream, *A_HAND)
    return stream


@pytest.fixture(autouse=True)
def _nothing_changed(hand: uuid.UUID):
    before = (store.load(hand), Event.objects.count())
    yield
    assert (store.load(hand), Event.objects.count()) == before


@pytest.mark.parametrize(
    "change",
    [
        lambda: Event.objects.update(actor="somebody"),
        lambda: Event.objects.all().delete(),
        lambda: Event.objects.all()._raw_delete("default"),
        lambda: Event.objects.first().delete(),
        lambda: Event.objects.first().save(),
        lambda: Event.objects.bulk_update([Event.objects.first()], ["body"]),
        lambda: Event.objects.create(
            pos=10**6, lane=0, stream=uuid.uuid4(), version=1, type="Passed", schema=1, command=uuid.uuid4(),
            command_seq=0, actor="", body={}, recorded_at="2026-01-01T00:00Z", prev_hash=bytes(32), hash=bytes(32),
        ),
    ],
    ids=["update", "delete", "raw delete", "delete one", "save one", "bulk update", "create"],
)  # fmt: skip
def test_the_orm_cannot_change_the_log(change: Callable[[], object]):
    with pytest.raises(DatabaseError, match=r"permission denied|GENERATED ALWAYS"), transaction.atomic():
        change()


@pytest.mark.parametrize("statement", [*CHANGES, *FORGERIES])
def test_the_applications_role_cannot_change_the_log(statement: str):
    refusal = pytest.raises(DatabaseError, match=r"permission denied|must be owner")
    with refusal, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_the_applications_role_may_read_and_append_only():
    with app_connection() as app:
        rights = ["SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER", "MAINTAIN"]
        had = [
            right
            for right in rights
            if app.execute("SELECT has_table_privilege('games_event', %s)", [right]).fetchone() == (True,)
        ]
    assert had == ["SELECT"]


@pytest.mark.parametrize("statement", CHANGES)
def test_the_owner_cannot_change_the_log_by_mistake(statement: str):
    with owner_connection() as owner, pytest.raises(psycopg.errors.InsufficientPrivilege, match="append-only"):
        owner.execute(statement)


@pytest.mark.parametrize("statement", CHANGES)
def test_not_even_a_replicas_superuser_changes_the_log_by_mistake(statement: str):
    """Ordinary triggers are passed by with session_replication_role = replica; these are not."""
    with administrator() as admin:
        admin.execute("SET session_replication_role = replica")
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="append-only"):
            admin.execute(statement)


def test_nobody_else_may_even_look():
    with administrator() as admin:
        admin.execute("CREATE ROLE passer_by")
        try:
            admin.execute("SET ROLE passer_by")
            for statement in (
                "SELECT * FROM games_event",
                "SELECT games_event_append(gen_random_uuid(), 0, gen_random_uuid(), '', now(), "
                "'{Passed}', '{1}', '{\"{}\"}', '{abc}', '{NULL}')",
            ):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    admin.execute(statement)
        finally:
            admin.execute("RESET ROLE")
            admin.execute("DROP ROLE passer_by")


def test_the_append_function_runs_nothing_of_its_callers():
    """It has its owner's rights, so a function of the caller's in the search path must not be what it calls."""
    with app_connection() as app:
        path = app.execute("SELECT proconfig FROM pg_proc WHERE proname = 'games_event_append'").fetchone()[0]
        assert "search_path=pg_catalog, public, pg_temp" in path
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            app.execute("CREATE FUNCTION public.sha256(bytea) RETURNS bytea LANGUAGE sql AS 'SELECT $1'")
