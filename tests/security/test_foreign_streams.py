"""The door for streams of other installations, tried from outside: as the application's role, by plain SQL."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import psycopg
import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from engine.events import Passed
from games import store
from games.models import Event, ForeignStream
from games.store.foreign import RawEvent, origin_of, raw_events, take_in
from games.store.verify import Verification
from tests.database import app_connection, owner_connection
from tests.games.helpers.foreign import ARCHIVE, KEY, chained, moved_elsewhere, sealed_elsewhere
from tests.games.helpers.logs import administrator, append

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Taken:
    stream: UUID
    events: list[RawEvent]


@pytest.fixture
def taken() -> Taken:
    """A hand that was taken in."""
    stream = uuid.uuid4()
    events = sealed_elsewhere(stream)
    assert take_in(stream, events, key=KEY, archive=ARCHIVE) == "taken"
    return Taken(stream, events)


def all_of_it() -> list[tuple[object, ...]]:
    return [
        *Event.objects.order_by("pos").values_list(),
        *ForeignStream.objects.order_by("stream").values_list(),
    ]


def refused(stream: UUID, events: list[RawEvent], key: bytes = KEY, archive: bytes = ARCHIVE) -> str:
    """Return why the door refuses a stream; check that it changed nothing."""
    before = all_of_it()
    with pytest.raises(store.RefusedEventError) as error, transaction.atomic():
        take_in(stream, events, key=key, archive=archive)
    assert all_of_it() == before
    return error.value.what


def test_a_stream_is_taken_in_as_it_was_sealed_and_marked_with_its_key(taken: Taken):
    assert list(raw_events(taken.stream)) == taken.events
    origin = origin_of(taken.stream)
    assert origin is not None
    assert (origin.key, origin.archive) == (KEY, ARCHIVE)
    assert {one.lane for one in store.load(taken.stream)} == {store.LANES}
    assert list(Verification()) == []
    assert Verification().total == len(taken.events)


def test_it_lies_in_no_lane_that_a_projection_follows(taken: Taken):
    assert [store.read_lane(lane, 0, 10) for lane in range(store.LANES)] == [[]] * store.LANES
    assert set(store.lane_ends().values()) == {0}


def test_the_same_stream_again_changes_nothing(taken: Taken):
    before = all_of_it()
    assert take_in(taken.stream, taken.events, key=bytes(32), archive=ARCHIVE) == "known"
    assert all_of_it() == before


@pytest.mark.parametrize(
    "changed",
    [
        lambda stream, events: events[:-1],
        lambda stream, events: chained(stream, [*events, events[-1]._replace(command=uuid.uuid4())]),
        lambda stream, events: chained(stream, [events[0]._replace(actor="somebody"), *events[1:]]),
    ],
    ids=["shorter", "longer", "other"],
)
def test_another_stream_of_the_same_id_alters_and_extends_nothing(
    taken: Taken, changed: Callable[[UUID, list[RawEvent]], list[RawEvent]]
):
    before = all_of_it()
    assert take_in(taken.stream, changed(taken.stream, taken.events), key=KEY, archive=ARCHIVE) == "other"
    assert all_of_it() == before


def test_a_stream_of_this_installation_is_neither_altered_nor_extended_nor_marked():
    stream = uuid.uuid4()
    append(stream, Passed(seat=0))
    append(stream, Passed(seat=1))
    own = moved_elsewhere(stream)
    before = all_of_it()
    assert take_in(stream, own, key=KEY, archive=ARCHIVE) == "own"
    longer = chained(stream, [*own, own[-1]._replace(command=uuid.uuid4())])
    assert take_in(stream, longer, key=KEY, archive=ARCHIVE) == "other"
    assert take_in(stream, own[:1], key=KEY, archive=ARCHIVE) == "other"
    assert all_of_it() == before
    append(stream, Passed(seat=2))


def test_nothing_is_ever_appended_to_a_stream_that_was_taken_in(taken: Taken):
    before = all_of_it()
    for command, expected in ((uuid.uuid4(), len(taken.events)), (taken.events[0].command, 0), (uuid.uuid4(), 0)):
        with pytest.raises(store.RefusedEventError, match="of another installation"):
            store.append(taken.stream, expected=expected, events=[Passed(seat=0)], command=command)
    assert all_of_it() == before


def changed(place: int, **members: object) -> Callable[[UUID, list[RawEvent]], list[RawEvent]]:
    """Return a change of one event, with a chain that fits it."""

    def change(stream: UUID, events: list[RawEvent]) -> list[RawEvent]:
        return chained(stream, [*events[:place], events[place]._replace(**members), *events[place + 1 :]])  # type: ignore[arg-type]

    return change


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (changed(1, type="Rained"), "no such type"),
        (changed(1, schema=2), "no such schema"),
        (changed(1, body=b'{"seat":0}'), "not one of its type"),
        (changed(1, body=b'{"seat":0,"value":1.5}'), "not canonical"),
        (changed(1, body=b"{"), "no JSON"),
        (changed(1, sealed=bytes(40)), "nothing to seal"),
        (changed(0, sealed=None), "has to be sealed"),
        (changed(0, sealed=bytes(20)), "too short"),
        (changed(2, actor="x" * 101), "actor is too long"),
        (changed(2, actor="x\x00"), "NUL"),
        (changed(2, at=datetime(1999, 1, 1, tzinfo=UTC)), "before 2000"),
        (changed(2, at=datetime(2025, 1, 1, tzinfo=UTC)), "before that of an event before it"),
        (changed(4, at=datetime.now(UTC) + timedelta(hours=1)), "is to come"),
        (changed(2, seq=1), "command's order"),
        (lambda stream, events: chained(stream, [events[0], events[1]._replace(command=events[0].command)]), "order"),
        (lambda stream, events: [events[0], *events[2:]], "hash does not fit"),
        (lambda stream, events: [events[1], events[0], *events[2:]], "hash does not fit"),
        (lambda stream, events: [*events[:-1], events[-1]._replace(hash=bytes(32))], "hash does not fit"),
        (lambda stream, events: [events[0]._replace(body=events[0].body.replace(b"3", b"2")), *events[1:]], "hash"),
        (lambda stream, events: chained(uuid.uuid4(), events), "hash does not fit"),
        (lambda stream, events: [], "1 to 1000000"),
    ],
)  # fmt: skip
def test_the_door_refuses_what_no_log_can_hold(change: Callable[[UUID, list[RawEvent]], list[RawEvent]], why: str):
    stream = uuid.uuid4()
    assert why in refused(stream, change(stream, sealed_elsewhere(stream)))


def test_a_command_that_stands_twice_is_refused():
    stream = uuid.uuid4()
    events = sealed_elsewhere(stream)
    twice = chained(stream, [*events, events[0]])
    before = all_of_it()
    with pytest.raises((IntegrityError, store.RefusedEventError)), transaction.atomic():
        take_in(stream, twice, key=KEY, archive=ARCHIVE)
    assert all_of_it() == before


def test_the_mark_has_to_be_a_key_and_a_hash():
    stream = uuid.uuid4()
    events = sealed_elsewhere(stream)
    assert "key" in refused(stream, events, key=bytes(31))
    assert "hash of the archive" in refused(stream, events, archive=b"")


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO games_foreignstream SELECT gen_random_uuid(), version, hash, key, archive, taken_at "
        "FROM games_foreignstream",
        "UPDATE games_foreignstream SET key = archive",
        "DELETE FROM games_foreignstream",
        "TRUNCATE games_foreignstream",
        "ALTER TABLE games_foreignstream DISABLE TRIGGER ALL",
        "DROP FUNCTION games_event_take_in",
        "INSERT INTO games_event (lane, stream, version, type, schema, command, command_seq, actor, body, recorded_at, "
        "prev_hash, hash) SELECT 16, stream, version + 100, type, schema, gen_random_uuid(), 0, actor, body, "
        "recorded_at, prev_hash, hash FROM games_event",
        "UPDATE games_event SET lane = 0 WHERE lane = 16",
    ],
)
def test_the_applications_role_gets_past_the_door_by_no_statement(taken: Taken, statement: str):
    before = all_of_it()
    refusal = pytest.raises(DatabaseError, match=r"permission denied|must be owner")
    with refusal, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert all_of_it() == before


@pytest.mark.parametrize(
    "statement", ["UPDATE games_foreignstream SET key = archive", "DELETE FROM games_foreignstream"]
)
def test_neither_the_owner_nor_a_replica_removes_a_mark_by_mistake(taken: Taken, statement: str):
    with owner_connection() as owner, pytest.raises(psycopg.errors.InsufficientPrivilege, match="append-only"):
        owner.execute(statement)
    with administrator() as admin:
        admin.execute("SET session_replication_role = replica")
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="append-only"):
            admin.execute(statement)


def test_the_application_may_look_at_the_marks_and_use_the_door_and_nobody_else_may():
    with app_connection() as app:
        rights = ["SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER"]
        had = [
            right
            for right in rights
            if app.execute("SELECT has_table_privilege('games_foreignstream', %s)", [right]).fetchone() == (True,)
        ]
    assert had == ["SELECT"]
    with administrator() as admin:
        (public,) = admin.execute(  # type: ignore[misc]
            "SELECT count(*) FROM pg_proc, aclexplode(proacl) AS acl WHERE proname = 'games_event_take_in' "
            "AND acl.grantee = 0"
        ).fetchone()
    assert public == 0


def test_a_stream_moved_to_the_foreign_lane_or_back_is_found(taken: Taken):
    own = uuid.uuid4()
    append(own, Passed(seat=0))
    with owner_connection() as owner, owner.transaction():
        owner.execute("ALTER TABLE games_event DISABLE TRIGGER USER")
        owner.execute("UPDATE games_event SET lane = 0 WHERE stream = %s", [taken.stream])
        owner.execute("UPDATE games_event SET lane = 16 WHERE stream = %s", [own])
        for trigger in ("games_event_keep", "games_event_keep_row"):
            owner.execute(f"ALTER TABLE games_event ENABLE ALWAYS TRIGGER {trigger}")
    faulty = {fault.stream for fault in Verification() if "lane" in fault.what}
    assert faulty == {taken.stream, own}
