"""The hash chain: a changed log is found out, and a restored one is not suspected."""

import hashlib
import io
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import uuid
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from config.embedded import ADMIN, DATABASE, OWNER, Embedded
from engine.events import BidMade, Passed
from games import store
from games.store.verify import Verification
from tests.games.helpers.logs import A_HAND, FOLD, append, guards_down
from tests.servers import ROOT, program_environment
from tests.template import TEMPLATES

pytestmark = pytest.mark.django_db(transaction=True)


def whats(stream: UUID | None = None) -> list[tuple[int, str]]:
    """Return version and description of every fault."""
    return [(fault.version, fault.what) for fault in Verification(stream)]


@pytest.fixture
def hand() -> UUID:
    """A stream of six events under two commands, and another one beside it."""
    stream = uuid.uuid4()
    append(stream, *A_HAND)
    append(stream, Passed(seat=2))
    append(uuid.uuid4(), *A_HAND)
    return stream


def test_the_hash_covers_what_the_documentation_says():
    """Told a second time here, from `docs/development/event-store.md`, byte by byte."""
    stream, command = uuid.uuid4(), uuid.uuid4()
    now = datetime(2026, 3, 1, 12, 0, 0, 5, tzinfo=UTC)
    first, second = store.append(
        stream, expected=0, events=[BidMade(seat=0, value=16), FOLD], command=command, actor="ചേച്ചി", now=now
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT sealed FROM games_event WHERE version = 2")
        sealed = bytes(cursor.fetchone()[0])

    def told(prev: bytes, version: int, seq: int, name: bytes, body: bytes, sealed: bytes) -> bytes:
        actor = "ചേച്ചി".encode()
        microseconds = int((now - datetime(2000, 1, 1, tzinfo=UTC)).total_seconds()) * 1_000_000 + 5
        header = stream.bytes + struct.pack(">ih", version, 1) + command.bytes + struct.pack(">hq", seq, microseconds)
        texts = struct.pack(">i", len(name)) + name + struct.pack(">i", len(actor)) + actor
        digests = hashlib.sha256(body).digest() + hashlib.sha256(sealed).digest()
        return hashlib.sha256(b"lelam-event/1" + prev + header + texts + digests).digest()

    assert first.hash == told(bytes(32), 1, 0, b"BidMade", b'{"seat":0,"value":16}', b"")
    assert second.hash == told(first.hash, 2, 1, b"TrumpFolded", b'{"seat":0}', sealed)


def test_an_honest_log_has_no_faults(hand: UUID):
    verification = Verification()

    assert list(verification) == []
    assert (verification.total, verification.checked) == (11, 11)
    assert verification.heads[hand] == (6, store.load(hand)[-1].hash)


TAMPERINGS = [
    ('UPDATE games_event SET body = \'{"seat": 0, "value": 28}\' WHERE version = 2', 2, "its hash does not fit"),
    ("UPDATE games_event SET body = body || '{\"note\": 1}' WHERE version = 6", 6, "its hash does not fit"),
    ("UPDATE games_event SET actor = 'another' WHERE version = 3", 3, "its hash does not fit"),
    ("UPDATE games_event SET recorded_at = recorded_at + interval '1 microsecond' WHERE version = 3", 3, "its hash"),
    ("UPDATE games_event SET type = 'TrumpKept' WHERE version = 3", 3, "its hash does not fit"),
    ("UPDATE games_event SET schema = 2 WHERE version = 3", 3, "newer than the 1 known here"),
    ("UPDATE games_event SET command = gen_random_uuid() WHERE version = 6", 6, "its hash does not fit"),
    ("UPDATE games_event SET sealed = sealed || '\\x00' WHERE version = 1", 1, "the sealed text was changed"),
    ("UPDATE games_event SET sealed = NULL WHERE version = 1", 1, "does not fit"),
    ("UPDATE games_event SET hash = sha256('x') WHERE version = 6", 6, "its hash does not fit"),
    ("UPDATE games_event SET hash = sha256('x') WHERE version = 2", 3, "not chained to the event before it"),
    ("UPDATE games_event SET prev_hash = sha256('x') WHERE version = 4", 4, "not chained to the event before it"),
    ("UPDATE games_event SET lane = (lane + 1) % 16 WHERE version = 4", 4, "a lane that is not its stream's"),
    ("UPDATE games_event SET version = version + 1 WHERE version = 6", 7, "version 6 should be here"),
    ("DELETE FROM games_event WHERE version = 4", 5, "version 4 should be here"),
    ("DELETE FROM games_event WHERE version = 1", 2, "not chained to the event before it"),
    ("UPDATE games_event SET version = 14 WHERE version = 4", 5, "the version goes back"),
]


@pytest.mark.parametrize(("tampering", "version", "what"), TAMPERINGS)
def test_a_changed_log_is_found_out(hand: UUID, tampering: str, version: int, what: str):
    with guards_down() as owner:
        assert owner.execute(f"{tampering} AND stream = '{hand}'").rowcount

    found = list(Verification())

    assert any(fault.version == version and what in fault.what for fault in found), found
    assert {fault.stream for fault in found} == {hand}
    assert [(fault.version, fault.what) for fault in found] == whats(hand)


def test_a_chain_written_anew_agrees_with_itself_but_not_with_heads_kept_elsewhere(hand: UUID, tmp_path: Path):
    """Who can write the table can write a whole new chain: that is what kept heads are for."""
    heads = tmp_path / "heads.jsonl"
    call_command("verify_events", keep_heads=heads, stdout=io.StringIO())
    with guards_down() as owner:
        owner.execute("DELETE FROM games_event WHERE stream = %s", [hand])
    append(hand, *A_HAND[:1], BidMade(seat=0, value=28), *A_HAND[2:], Passed(seat=2))
    out = io.StringIO()

    call_command("verify_events", stdout=out)
    assert "as they were appended" in out.getvalue()
    with pytest.raises(CommandError, match="1 faults"):
        call_command("verify_events", against=heads, stdout=out)
    assert f"stream {hand}, version 6: the head that was kept has another hash" in out.getvalue()


def test_an_end_cut_off_is_seen_by_heads_kept_elsewhere(hand: UUID, tmp_path: Path):
    heads = tmp_path / "heads.jsonl"
    call_command("verify_events", keep_heads=heads, stdout=io.StringIO())
    assert len(heads.read_text().splitlines()) == 2
    with guards_down() as owner:
        owner.execute("DELETE FROM games_event WHERE stream = %s AND version > 4", [hand])
    out = io.StringIO()

    assert whats() == []
    with pytest.raises(CommandError):
        call_command("verify_events", against=heads, stdout=out)
    assert f"stream {hand}, version 6: the kept head of the stream lies beyond its end" in out.getvalue()


def test_a_stream_that_grew_agrees_with_its_older_head(hand: UUID, tmp_path: Path):
    heads = tmp_path / "heads.jsonl"
    call_command("verify_events", keep_heads=heads, stdout=io.StringIO())
    append(hand, Passed(seat=3))
    out = io.StringIO()

    call_command("verify_events", against=heads, stdout=out)

    assert out.getvalue() == "12 events of 2 streams are as they were appended.\n"


def test_the_command_says_what_is_wrong_where_and_how_much_there_is(hand: UUID):
    with guards_down() as owner:
        owner.execute("UPDATE games_event SET actor = 'another'")
    out = io.StringIO()

    with pytest.raises(CommandError, match="11 faults in 11 events of 2 streams") as failure:
        call_command("verify_events", faults=2, stdout=out)

    assert failure.value.returncode == 1
    assert out.getvalue().splitlines() == [
        f"position {stored.pos}, stream {hand}, version {stored.version}: its hash does not fit what it says"
        for stored in store.load(hand)[:2]
    ]
    assert "SJ" not in out.getvalue()


def test_one_stream_can_be_verified_by_itself(hand: UUID):
    out = io.StringIO()
    call_command("verify_events", stream=hand, stdout=out)
    assert out.getvalue() == "6 events of 1 streams are as they were appended.\n"

    with pytest.raises(CommandError, match="There is no stream"):
        call_command("verify_events", stream=uuid.uuid4(), stdout=out)


def test_a_file_of_heads_that_is_none_is_refused(tmp_path: Path):
    (tmp_path / "x").write_text('{"stream": 1}\n')
    for name, what in (("x", "is no file of heads"), ("y", "Cannot read")):
        with pytest.raises(CommandError, match=what) as failure:
            call_command("verify_events", against=tmp_path / name)
        assert failure.value.returncode == 2


def test_a_log_restored_into_a_fresh_cluster_verifies_and_goes_on(hand: UUID):
    before = store.load(hand)
    home = Path(tempfile.mkdtemp(prefix="lelam-restore-", dir="/tmp"))
    try:
        with Embedded(home, redis=False, durable=False, templates=TEMPLATES) as fresh:
            copy_database(fresh.addresses.database(ADMIN))
            environment = program_environment(
                DATABASE_URL=fresh.addresses.database("lelam_app", DATABASE),
                DATABASE_OWNER_URL=fresh.addresses.database(OWNER, DATABASE),
            )
            said = run(["manage.py", "verify_events"], environment)
            assert said == "11 events of 2 streams are as they were appended.\n"
            went_on = json.loads(run(["-c", GO_ON, str(hand)], environment))
    finally:
        shutil.rmtree(home, ignore_errors=True)

    assert went_on == {
        "hashes": [stored.hash.hex() for stored in before],
        "next": [7, True],
        "refused": True,
    }


GO_ON = """
import json, sys, uuid, django
django.setup()
from django.db import DatabaseError
from engine.events import Passed
from games import store
from games.models import Event
stream = uuid.UUID(sys.argv[1])
hashes = [stored.hash.hex() for stored in store.load(stream)]
last = max(store.lane_ends().values())
(stored,) = store.append(stream, expected=len(hashes), events=[Passed(seat=1)], command=uuid.uuid4())
try:
    Event.objects.all().delete()
except DatabaseError:
    refused = True
print(json.dumps({"hashes": hashes, "next": [stored.version, stored.pos > last], "refused": refused}))
"""


def run(arguments: list[str], environment: dict[str, str]) -> str:
    """Run the program beside the test and return what it prints."""
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def copy_database(target: str) -> None:
    """Copy the test database by pg_dump and pg_restore, as `docs/operations.md` says."""
    from django.conf import settings

    from config.embedded.cluster import binary

    source = settings.SERVERS.database(OWNER, str(connection.settings_dict["NAME"]))
    environment = {name: os.environ[name] for name in ("PATH",)}
    dump = subprocess.run(
        [binary("pg_dump"), "--format=custom", source], env=environment, capture_output=True, check=True
    )
    subprocess.run(
        [binary("pg_restore"), "--exit-on-error", f"--dbname={target}"],
        env=environment,
        input=dump.stdout,
        check=True,
    )
