"""A streaming replica: what visitors read there, what nobody does, and what happens when it is behind or away."""

import contextlib
import json
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import InterfaceError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from django.urls import get_resolver

from clubs.base.replica import PAGES, REPLICA, Replica, ReplicaForVisitors, ReplicaRouter, replica
from config.embedded import ADMIN, Embedded, cluster
from config.embedded.system import give, run_as, server_environment, server_user
from config.processes import Child
from tests.access import let_in
from tests.factories import ClubFactory, PlayerFactory
from tests.servers import ROOT, await_true, program_environment

RULE = "local replication all peer map=lelam\n"


@contextlib.contextmanager
def streaming_replica(servers: Embedded) -> Iterator[Path]:
    """Run a replica of the embedded server until the block ends; yield the folder of its socket."""
    user = server_user()
    folder = Path(tempfile.mkdtemp(prefix="lelam-s-", dir="/tmp"))
    data, sockets = folder / "data", folder / "sockets"
    sockets.mkdir()
    for each in (folder, sockets):
        each.chmod(0o711)
    give(user, folder)
    source = servers.addresses.sockets / "postgres"
    with let_in(servers, user, [ADMIN], RULE):
        copy = ("-D", data, "-h", str(source), "-U", ADMIN, "--write-recovery-conf", "--checkpoint=fast", "--no-sync")
        run_as(user, [cluster.binary("pg_basebackup"), *copy])
        options = cluster.server_options(sockets, durable=False)
        child = Child(
            "replica",
            [cluster.binary("postgres"), "-D", data, *options],
            lambda name, line: None,
            env=server_environment(),
            user=user,
            death_signal=signal.SIGINT,
        )
        try:
            await_true(lambda: cluster.answers(address(sockets)) or child.poll() is not None, "the replica")
            assert child.poll() is None, child.last_lines
            yield sockets
        finally:
            child.stop((signal.SIGINT, 10.0))
            shutil.rmtree(folder, ignore_errors=True)


def address(sockets: Path, role: str = ADMIN, name: str = "postgres") -> str:
    return f"postgresql://{role}@/{name}?host={sockets}"


@pytest.fixture(scope="module")
def sockets(servers: Embedded) -> Iterator[Path]:
    with streaming_replica(servers) as folder:
        yield folder


@pytest.fixture
def stream(sockets: Path, transactional_db, settings, monkeypatch) -> Iterator[psycopg.Connection]:
    """Use the replica; yield the administrator's connection to it."""
    database = {**connections["default"].settings_dict, "HOST": str(sockets)}
    kept_apart = BaseDatabaseWrapper.ensure_connection

    def ensure_connection(self: BaseDatabaseWrapper) -> None:
        """Let in the database that came after the test had begun, which pytest-django does not know."""
        if self.alias == REPLICA and self.connection is None:
            with self.wrap_database_errors:
                self.connect()
        else:
            kept_apart(self)

    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", ensure_connection)
    settings.DATABASE_ROUTERS = ["clubs.base.replica.ReplicaRouter"]
    settings.LELAM_REPLICA_SECONDS = 3600
    connections.settings[REPLICA] = database
    replica._until = 0.0
    with psycopg.connect(address(sockets, ADMIN, database["NAME"]), autocommit=True) as admin:
        try:
            yield admin
        finally:
            with contextlib.suppress(psycopg.Error):
                admin.execute("SELECT pg_wal_replay_resume()")
            connections[REPLICA].close()
            del connections[REPLICA], connections.settings[REPLICA]


def catch_up(stream: psycopg.Connection) -> None:
    """Wait until the replica has all that is committed."""
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_lsn()")
        (position,) = cursor.fetchone()
    await_true(
        lambda: stream.execute("SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", [position]).fetchone()[0],
        "the replica catches up",
    )


def pause(stream: psycopg.Connection) -> None:
    """Stop the replica where it is."""
    catch_up(stream)
    stream.execute("SELECT pg_wal_replay_pause()")
    await_true(lambda: stream.execute("SELECT pg_get_wal_replay_pause_state()").fetchone()[0] == "paused", "it pauses")


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("fault", [InterfaceError, OperationalError])
def test_a_replica_whose_connection_broke_in_whatever_way_is_not_fresh(fault, monkeypatch):
    class Broken:
        def cursor(self):
            raise fault

    monkeypatch.setattr("clubs.base.replica.connections", {REPLICA: Broken()})

    assert not Replica().is_fresh()


def test_visitors_read_from_the_replica_and_people_who_are_signed_in_never_do(stream):
    ClubFactory(name="Meenachil")
    member = PlayerFactory()
    pause(stream)
    ClubFactory(name="Vembanad")
    signed_in = Client()
    signed_in.force_login(member.user, settings.AUTHENTICATION_BACKENDS[0])

    assert "Meenachil" in text(Client(), "/clubs/")
    assert "Vembanad" not in text(Client(), "/clubs/")
    assert "Vembanad" in text(signed_in, "/clubs/")


def test_what_the_replica_does_not_know_yet_is_read_from_the_database_itself(stream):
    pause(stream)
    player = PlayerFactory(name="Eapen")

    assert "Eapen" in text(Client(), f"/players/{player.pk}/")


def test_a_replica_that_is_behind_is_not_read(stream, settings):
    ClubFactory(name="Meenachil")
    pause(stream)
    ClubFactory(name="Vembanad")
    settings.LELAM_REPLICA_SECONDS = 0
    replica._until = 0.0

    assert "Vembanad" in text(Client(), "/clubs/")
    assert not replica.is_fresh()


def test_a_replica_that_is_away_is_not_missed(stream, tmp_path):
    ClubFactory(name="Vembanad")
    connections[REPLICA].close()
    connections[REPLICA].settings_dict["HOST"] = str(tmp_path)
    replica._until = 0.0

    assert "Vembanad" in text(Client(), "/clubs/")
    assert not replica.is_fresh()


def test_a_database_that_follows_no_other_is_no_replica(stream, transactional_db):
    connections[REPLICA].close()
    connections[REPLICA].settings_dict["HOST"] = connections["default"].settings_dict["HOST"]

    assert not Replica().is_fresh()


def test_rows_of_the_replica_are_written_to_the_database_itself(stream):
    club = ClubFactory()
    catch_up(stream)
    row = type(club).objects.using(REPLICA).get(pk=club.pk)
    row.place = "Pala"

    row.save()

    assert type(club).objects.using("default").get(pk=club.pk).place == "Pala"
    assert ReplicaRouter().allow_migrate(REPLICA, "clubs") is False


def test_every_page_that_may_be_late_exists_and_none_of_them_is_live_or_a_form():
    names = set()
    for space, (_prefix, resolver) in get_resolver().namespace_dict.items():
        names |= {f"{space}:{name}" for name in resolver.reverse_dict if isinstance(name, str)}

    assert names >= PAGES
    assert {name.partition(":")[2] for name in PAGES} & {"table", "lobby", "list_live", "sheet_live", "desk"} == set()


def test_a_replica_that_is_away_is_given_up_after_two_seconds():
    program = "import json; from config import settings; print(json.dumps(settings.DATABASES['replica']['OPTIONS']))"
    shown = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=program_environment(DATABASE_REPLICA_URL="postgresql://lelam_app@10.0.0.6/lelam"),
        capture_output=True,
        text=True,
        check=True,
    )
    options = json.loads(shown.stdout)

    assert (options["connect_timeout"], options["pool"]["timeout"]) == (2, 2)


def test_without_a_replica_nothing_stands_in_the_way():
    assert REPLICA not in connections
    with pytest.raises(MiddlewareNotUsed):
        ReplicaForVisitors(lambda request: None)
