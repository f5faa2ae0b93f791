"""The log distributed by stream: what of the real schema and its queries a distributed PostgreSQL (Citus) would refuse.

Nothing here is distributed today. The lists below say, name by name, what stands in the way and what crosses streams;
docs/development/scaling.md says what would be done. A new key, foreign key, trigger, function or query that a
distributed table could not have fails until it is changed or listed, and so does a line of a list that holds no more.

The rules are those of Citus 13: a unique key of a distributed table holds the distribution column; foreign keys lead
from distributed tables to reference tables, or between tables distributed alike with the column on both sides; triggers
are off unless allowed; `FOR UPDATE` and volatile functions in changing statements stay within one shard.
"""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.db import connection
from django.test import Client

from games.store import log, projector, verify
from games.tables.services.clock import advance_due_tables
from tests.factories import ClubFactory, TableFactory
from tests.games.helpers.tables import due, people, play_on, table_of

DISTRIBUTED = {
    "games_event": "stream",
    "games_table": "id",
    "games_seat": "table_id",
    "games_chatmessage": "table_id",
    "games_meaningnote": "table_id",
    "games_playedhand": "stream",
}
"""The tables that grow with play, each with the column that holds the stream; rows of a table lie beside its events."""
REFERENCE = {"clubs_player", "clubs_club", "clubs_houserules", "games_event_type"}
"""Small tables that the distributed ones point to, or join, whole on each node. All others stay on one node."""

KEYS_IN_THE_WAY = {
    "games_event_pkey": "(pos): becomes (stream, pos); a position is looked up with its lane or stream only",
    "games_table_number_key": "(number): drawn from a sequence, so an index that is not unique is enough",
    "games_seat_pkey": "(id): becomes (table_id, id)",
    "games_chatmessage_pkey": "(id): becomes (table_id, id)",
    "games_chatmessage_command_key": "(command): becomes (table_id, command); a command's id is made from its table's",
    "games_meaningnote_pkey": "(id): becomes (table_id, id)",
    "games_playedhand_pkey": "(id): becomes (stream, id)",
}
FOREIGN_KEYS_IN_THE_WAY = {
    "games_playedhand.table_id": "a hand is of a table or of a sheet, and lies by its stream: the key goes, and so does"
    " that the database makes the stream of the two",
    "games_playedhand.sheet_id": "the same",
    "games_playreview.table_id": "reviews are kept for one player and go with the account: the key goes",
    "games_handcheck.table_id": "checks are few and stay on one node: the key goes",
    "games_case.table_id": "cases are few and stay on one node: the key goes",
    "games_sweepfinding.table_id": "findings are few and stay on one node: the key goes",
}
TRIGGERS_IN_THE_WAY = {
    "games_event_keep": "refuses TRUNCATE: allowed by citus.enable_unsafe_triggers, as it reads no table",
    "games_event_keep_row": "refuses UPDATE and DELETE: the same",
    "games_mark_claimed": "marks ratings to be reckoned anew, in a local table: the service that merges players would",
    "games_mark_visiting": "the same",
    "clubs_record_zone": "notes a time zone in a local table: the service that sets it would",
}
ACROSS = {
    r"FROM games_event WHERE lane = %s AND pos >": "they follow a lane, on each shard (docs/development/scaling.md)",
    r"SELECT lane, \(SELECT max\(pos\)": "the ends of the lanes, for verification and rebuilds",
    r"SELECT count\(\*\) FROM games_event WHERE lane": "counts a lane, for the check of checkpoints",
    r"SELECT count\(\*\) FROM games_event WHERE pos": "counts the log, for verification",
    r"FROM games_event WHERE pos > .* AS row ORDER BY pos": "verification reads the whole log, or one stream of it",
    r"SELECT coalesce\(max\(pos\), 0\) FROM games_event WHERE lane": "the end of the lane of foreign streams",
    r"WITH appended AS .*games_event_append.*UPDATE games_table": "a volatile function in a changing statement: "
    "an append and the table's row would be two statements of one transaction",
    r'^SELECT "games_table"\."id" AS "pk" .*"due_at" <= ': "the clock's sweep: each shard answers by its index",
    r'^SELECT MIN\("games_table"\."due_at"\)': "how late the clock is: the same",
    r'^SELECT COUNT\(\*\) .*FROM "games_table" .*"opened_by_id" = ': "tables a player has open: counted by shard",
    r'^SELECT COUNT\(\*\) AS "__count" FROM "games_table" .*"invitation" = ': "how many tables the lobby lists",
    r'^SELECT "games_table".* FROM "games_table" .*"invitation" = ': "the lobby: the latest tables of each shard",
    r'FROM "games_case" .*"games_case"\."game" = %s': "the cases of a hand: a local table, joined with one table",
    r'FROM "games_playedhand" (INNER|LEFT OUTER) JOIN "games_(table|sheet)" ': "the latest hands: joined by shard",
}
"""The statements that more than one stream answers, each with its reason."""

_KEYS = """
    SELECT t.relname, i.relname, array_agg(a.attname::text)
    FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY((x.indkey::int2[])[0:x.indnkeyatts - 1])
    WHERE x.indisunique AND t.relname = ANY(%s) GROUP BY 1, 2
"""
_FOREIGN_KEYS = """
    SELECT conname, conrelid::regclass::text, confrelid::regclass::text, concat(confupdtype, confdeltype),
        (SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY(conkey)),
        (SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = confrelid AND attnum = ANY(confkey))
    FROM pg_constraint WHERE contype = 'f'
"""
_TRIGGERS = """
    SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE NOT tgisinternal AND relname = ANY(%s)
"""
_FUNCTIONS = """
    SELECT proname, proargnames, prosrc, prorettype = 'trigger'::regtype FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
"""
_COUNTERS = """
    SELECT c.relname, a.attname, format_type(a.atttypid, NULL) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relname = ANY(%s) AND a.attidentity <> ''
"""


def ask(sql: str, *parameters: object) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters or None)
        return cursor.fetchall()


def is_possible(source: str, target: str, acts: str, columns: list[str], others: list[str]) -> bool:
    """Tell whether a foreign key may stand between two tables, as they are placed."""
    if source in DISTRIBUTED and target in DISTRIBUTED:
        places = (columns.index(DISTRIBUTED[source]) if DISTRIBUTED[source] in columns else -1,)
        return places == (others.index(DISTRIBUTED[target]) if DISTRIBUTED[target] in others else -2,)
    if source in DISTRIBUTED:
        return target in REFERENCE
    if target in DISTRIBUTED:
        return False
    # From a reference table to one that stays, nothing may be passed on ("a": no action).
    return source not in REFERENCE or target in REFERENCE or acts == "aa"


@pytest.mark.django_db
def test_every_table_that_is_placed_exists():
    tables = {name for (name,) in ask("SELECT relname FROM pg_class WHERE relkind = 'r'")}

    assert DISTRIBUTED.keys() | REFERENCE <= tables
    assert DISTRIBUTED.keys() & REFERENCE == set()


@pytest.mark.django_db
def test_every_unique_key_of_a_distributed_table_holds_its_column_or_is_listed():
    keys = ask(_KEYS, [*DISTRIBUTED])

    assert {name for table, name, columns in keys if DISTRIBUTED[table] not in columns} == KEYS_IN_THE_WAY.keys()
    assert {"games_event_version", "games_event_command"} <= {name for _table, name, _columns in keys}


@pytest.mark.django_db
def test_every_foreign_key_is_of_a_kind_that_is_allowed():
    keys = ask(_FOREIGN_KEYS)
    impossible = [
        (source, columns)
        for _name, *places in keys
        if not is_possible(*places)
        for source, *_, columns, _others in [places]
    ]

    assert {
        f"{source}.{column}" for source, columns in impossible for column in columns
    } == FOREIGN_KEYS_IN_THE_WAY.keys()
    assert any(source in DISTRIBUTED and target in DISTRIBUTED for _name, source, target, *_rest in keys)


@pytest.mark.parametrize(
    ("key", "possible"),
    [
        (("games_seat", "games_table", "aa", ["table_id"], ["id"]), True),
        (("games_seat", "games_table", "aa", ["number"], ["number"]), False),
        (("games_table", "clubs_club", "aa", ["club_id"], ["id"]), True),
        (("games_table", "clubs_season", "aa", ["season_id"], ["id"]), False),
        (("games_gameplayer", "games_table", "aa", ["table_id"], ["id"]), False),
        (("clubs_club", "games_table", "aa", ["table_id"], ["id"]), False),
        (("clubs_player", "clubs_user", "aa", ["user_id"], ["id"]), True),
        (("clubs_player", "clubs_user", "ac", ["user_id"], ["id"]), False),
    ],
)
def test_a_foreign_key_is_judged_by_where_its_tables_lie(key, possible):
    assert is_possible(*key) is possible


@pytest.mark.django_db
def test_every_trigger_of_a_table_that_leaves_its_node_is_listed():
    assert {name for (name,) in ask(_TRIGGERS, [*DISTRIBUTED, *REFERENCE])} == TRIGGERS_IN_THE_WAY.keys()


@pytest.mark.django_db
def test_every_function_that_touches_a_distributed_table_is_told_the_stream():
    touching = {
        name: arguments
        for name, arguments, source, is_trigger in ask(_FUNCTIONS)
        if not is_trigger and any(re.search(rf"\b{table}\b", source) for table in DISTRIBUTED)
    }

    assert set(touching) == {"games_event_append", "games_event_take_in"}
    assert all("p_stream" in arguments for arguments in touching.values())


@pytest.mark.django_db
def test_numbers_that_the_nodes_give_out_have_room_for_the_number_of_the_node():
    counters = ask(_COUNTERS, [*DISTRIBUTED])

    assert [counter for counter in counters if counter[2] != "bigint"] == []
    assert ("games_event", "pos", "bigint") in counters


def statements(work: Callable[[], None]) -> list[str]:
    """Return the statements of some work, Django's and the event store's, with single spaces."""
    texts: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        texts.append(re.sub(r"\s+", " ", sql).strip())
        return execute(sql, *rest)

    store_runs = log.run
    noted = mock.Mock(side_effect=lambda sql, parameters: note(store_runs, sql, parameters))
    with (
        mock.patch.object(log, "run", noted),
        mock.patch.object(verify, "run", noted),
        connection.execute_wrapper(note),
    ):
        work()
    return [text for text in texts if not text.startswith(("SAVEPOINT", "RELEASE"))]


def crosses(sql: str) -> bool:
    """Tell whether a statement needs more than the shard of one stream, or could not be sent to it as it is."""
    if "games_event_append" in sql and "UPDATE" in sql:
        return True
    if sql.startswith("INSERT"):
        return False
    tables = [table for table in DISTRIBUTED if re.search(rf"\b{table}\b", sql.partition("(SELECT 1")[0])]
    return any(not is_routed(sql, table) for table in tables)


def is_routed(sql: str, table: str) -> bool:
    column = DISTRIBUTED[table]
    named = rf'"{table}"\."{column}" (=|IN) \(?%s|\b(id|{column}) = %s'
    return "IS NULL OR stream" not in sql and re.search(named, sql) is not None


@pytest.mark.parametrize(
    ("sql", "crossing"),
    [
        ("SELECT pos FROM games_event WHERE stream = %s AND version > %s", False),
        ("SELECT pos FROM games_event WHERE lane = %s", True),
        ("SELECT count(*) FROM games_event WHERE (%s::uuid IS NULL OR stream = %s)", True),
        ('SELECT 1 FROM "games_seat" WHERE "games_seat"."table_id" IN (%s)', False),
        ('SELECT 1 FROM "games_seat" WHERE "games_seat"."player_id" = %s', True),
        ("SELECT version FROM games_table WHERE id = %s", False),
        ('SELECT 1 FROM "clubs_player"', False),
    ],
)
def test_a_statement_that_no_one_stream_answers_is_noticed(sql, crossing):
    assert crosses(sql) is crossing


def play_and_look() -> None:
    """Play a game to its end, follow it, verify it, and look at the pages that anybody may see."""
    club = ClubFactory()
    TableFactory()
    players = people(4)
    table = table_of(players)
    play_on(table, players, lambda actions: actions[0], lambda state: state.hand > 1)
    while due(table.pk, late=timedelta(minutes=10)):
        pass
    advance_due_tables()
    projector.run_all()
    for projection in projector.projections().values():
        projector.miscounts(projection)
    assert [*verify.Verification(), *verify.Verification(table.pk)] == []
    client = Client()
    paths = ("/tables/", "/tables/list/", "/tables/hands/", "/healthz", f"/clubs/{club.slug}/")
    for path in (*paths, f"/tables/{table.pk}/", f"/tables/{table.pk}/hands/1/", f"/tables/{table.pk}/record/"):
        client.get(path)


@pytest.fixture
def across(db) -> list[str]:
    """Return the statements of a game and its pages that cross streams."""
    return [sql for sql in statements(play_and_look) if crosses(sql)]


def test_every_statement_across_streams_has_its_reason_and_locks_no_rows(across: list[str]):
    assert sorted({sql for sql in across if not any(re.search(sign, sql) for sign in ACROSS)}) == []
    assert [sign for sign in ACROSS if not any(re.search(sign, sql) for sql in across)] == []
    assert [sql for sql in across if "FOR UPDATE" in sql] == []
