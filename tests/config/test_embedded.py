"""The servers that come along: start, stop, and everything a crash may leave behind."""

import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
import redis

from config.embedded import (
    ADMIN,
    APP,
    OWNER,
    Addresses,
    Embedded,
    EmbeddedError,
    addresses,
    cluster,
    is_running,
    redis_program,
)
from tests.servers import ROOT, await_true
from tests.template import TEMPLATES


@pytest.fixture
def home() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="lelam-e-", dir="/tmp") as folder:
        yield Path(folder) / "home"


def embedded(home: Path, **options: bool) -> Embedded:
    return Embedded(home, durable=False, templates=TEMPLATES, **options)


def write_and_read(where: Addresses) -> None:
    with psycopg.connect(where.database(OWNER)) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (n int)")
        connection.execute("INSERT INTO kept VALUES (1)")
    with psycopg.connect(where.database(APP)) as connection:
        assert connection.execute("SELECT count(*) > 0 FROM kept").fetchone() == (True,)
    with redis.Redis(unix_socket_path=str(where.redis_socket)) as client:
        assert client.set("here", "1")


def processes_of(home: Path) -> list[int]:
    return [
        process.pid
        for process in psutil.process_iter(["pid", "cwd"])
        if process.info["cwd"] and Path(process.info["cwd"]).is_relative_to(home)
    ]


def test_both_servers_start_answer_and_stop_and_keep_the_data(home):
    with embedded(home) as servers:
        write_and_read(servers.addresses)
        assert is_running(home)
    assert not is_running(home)
    assert processes_of(home) == []

    with embedded(home) as servers, psycopg.connect(servers.addresses.database(APP)) as connection:
        assert connection.execute("SELECT n FROM kept").fetchall() == [(1,)]


MAKE_USER = """
import sys
from config.embedded.system import server_user
print("ready", flush=True)
sys.stdin.readline()
print(*server_user(sys.argv[1]))
"""


@pytest.mark.skipif(os.getuid() != 0, reason="only root makes users")
def test_the_queue_outlives_a_stop_where_data_are_to_last(home):
    with (
        Embedded(home, database=False) as servers,
        redis.Redis(unix_socket_path=str(servers.addresses.redis_socket)) as client,
    ):
        client.rpush("clock", "tick")
    with (
        Embedded(home, database=False) as servers,
        redis.Redis(unix_socket_path=str(servers.addresses.redis_socket)) as client,
    ):
        assert client.lrange("clock", 0, -1) == [b"tick"]


def test_the_queue_that_redis_6_wrote_is_read(home):
    """Before Valkey, the embedded server was Redis 6.2; its file is in the data folders of that time."""
    (home / "redis").mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "data" / "embedded" / "redis-6.2.rdb", home / "redis" / "queue.rdb")
    with (
        Embedded(home, database=False) as servers,
        redis.Redis(unix_socket_path=str(servers.addresses.redis_socket)) as client,
    ):
        assert client.lrange("clock", 0, -1) == [b'{"task":"tick"}', b'{"task":"tock"}']
        assert client.get(":1:greeting") == b"lelam"
        assert client.info("keyspace").keys() == {"db0", "db1"}


def test_both_servers_are_programs_of_the_installed_packages():
    """No server of another Python, of the machine, or unpacked beside the environment."""
    for program in (cluster.binary("postgres"), redis_program()):
        assert program.is_relative_to(Path(sysconfig.get_path("platlib")).resolve())
        assert os.access(program, os.X_OK)


def test_processes_that_start_at_once_on_a_new_machine_agree_on_the_user_of_postgresql():
    name = f"lelam-test-{os.getpid()}"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    try:
        makers = [subprocess.Popen([sys.executable, "-c", MAKE_USER, name], cwd=ROOT, **pipes) for _ in range(6)]
        for maker in makers:
            assert maker.stdout.readline() == "ready\n"
        for maker in makers:
            maker.stdin.write("\n")
            maker.stdin.flush()
        made = {maker.communicate(timeout=60)[0].strip() for maker in makers}
        user = pwd.getpwnam(name)
        assert made == {f"{user.pw_uid} {user.pw_gid}"}
    finally:
        subprocess.run(["userdel", name], check=False, capture_output=True)


def test_the_sockets_are_closed_to_other_users_and_there_is_no_network(home):
    with embedded(home) as servers:
        sockets = servers.addresses.sockets
        for folder in (sockets / "postgres", sockets / "redis"):
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert stat.S_IMODE(servers.addresses.redis_socket.stat().st_mode) == 0o700
        with psycopg.connect(servers.addresses.database(ADMIN)) as connection:
            assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
            rules = connection.execute("SELECT type, auth_method FROM pg_hba_file_rules").fetchall()
        assert rules == [("local", "peer")]


def test_the_program_s_role_is_neither_owner_nor_administrator(home):
    with embedded(home, redis=False) as servers, psycopg.connect(servers.addresses.database(APP)) as connection:
        privileges = connection.execute(
            "SELECT rolsuper, rolcreatedb, rolcreaterole, pg_has_role('lelam_app', 'lelam_owner', 'MEMBER')"
            " FROM pg_roles WHERE rolname = current_user"
        ).fetchone()
    assert privileges == (False, False, False, False)


def test_a_second_start_on_one_folder_is_refused_in_one_line(home):
    with embedded(home), pytest.raises(EmbeddedError) as refused:
        embedded(home).start()
    assert f"process {os.getpid()}" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_stale_pid_file_whose_number_belongs_to_a_stranger_does_not_hinder(home):
    with embedded(home, redis=False):
        lines = (home / "postgres" / "postmaster.pid").read_text().splitlines()
    lines[0] = "1"
    (home / "postgres" / "postmaster.pid").write_text("\n".join(lines))

    with embedded(home, redis=False) as servers, psycopg.connect(servers.addresses.database(APP)) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


@pytest.mark.parametrize("which", [signal.SIGKILL, signal.SIGTERM])
def test_servers_never_outlive_a_program_that_dies_without_stopping_them(home, which):
    code = (
        "import sys, time, pathlib; from config.embedded import Embedded;"
        "Embedded(pathlib.Path(sys.argv[1]), durable=False, templates=pathlib.Path(sys.argv[2])).start();"
        "print('up', flush=True); time.sleep(600)"
    )
    program = subprocess.Popen(
        [sys.executable, "-c", code, str(home), str(TEMPLATES)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert program.stdout.readline() == "up\n"
    assert processes_of(home)

    program.send_signal(which)
    program.wait()
    program.stdout.close()

    if sys.platform.startswith("linux"):
        await_true(lambda: not processes_of(home), "the servers follow their program")
    with embedded(home) as servers:
        write_and_read(servers.addresses)


def test_a_server_left_by_a_dead_program_is_cleared_away(home):
    with embedded(home, redis=False) as first:
        # What a platform without death signals leaves: the servers run on, the lock is free.
        os.close(first._lock)
        first._lock = None
        left = first.postgres.pid
        with embedded(home, redis=False) as second:
            assert second.postgres.pid != left
            assert first.postgres.poll() is not None
            write = psycopg.connect(second.addresses.database(OWNER))
            write.execute("SELECT 1")
            write.close()


def test_a_server_that_is_killed_is_started_again_with_its_data(home):
    with embedded(home) as servers:
        write_and_read(servers.addresses)
        for child in (servers.postgres, servers.redis):
            child.send(signal.SIGKILL)
            child.wait()

        assert servers.restart_fallen() == ["postgres", "redis"]

        with psycopg.connect(servers.addresses.database(APP)) as connection:
            assert connection.execute("SELECT n FROM kept").fetchall() == [(1,)]


def test_a_path_too_long_for_a_socket_gets_a_short_private_folder():
    with tempfile.TemporaryDirectory(prefix="lelam-e-", dir="/tmp") as folder:
        home = Path(folder, "a" * 60, "b" * 60)
        with embedded(home) as servers:
            sockets = servers.addresses.sockets
            write_and_read(servers.addresses)
            # Another shell, another XDG_RUNTIME_DIR: they still find each other.
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("XDG_RUNTIME_DIR", folder)
                assert addresses(home).sockets == sockets
        assert not sockets.is_relative_to(home)
        assert stat.S_IMODE((sockets / "postgres").stat().st_mode) == 0o700
        (sockets / "postgres").rmdir()
        (sockets / "redis").rmdir()
        sockets.rmdir()


def test_a_socket_folder_that_somebody_else_made_is_refused(home):
    home.mkdir()
    (home / "run").symlink_to("/tmp")
    with pytest.raises(EmbeddedError, match="belongs to"):
        embedded(home).start()
    assert not is_running(home)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_refused_in_one_line(home):
    home.mkdir()
    os.chown(home, 65534, 65534)
    with pytest.raises(EmbeddedError, match="belongs to nobody, not to root"):
        embedded(home).start()


@pytest.mark.skipif(os.getuid() != 0, reason="only root needs another user for PostgreSQL")
def test_as_root_parents_are_opened_for_passing_through_only(home):
    parent = home.parent
    parent.chmod(0o700)
    with embedded(home, redis=False):
        assert stat.S_IMODE(parent.stat().st_mode) == 0o701
        assert stat.S_IMODE((home / "postgres").stat().st_mode) == 0o700


def test_a_server_that_cannot_start_says_why_in_one_line(home):
    with embedded(home, redis=False):
        pass
    (home / "postgres" / "postgresql.conf").write_text("no_such_setting = 1\n")
    with pytest.raises(EmbeddedError, match="PostgreSQL stopped as it started") as failed:
        embedded(home, redis=False).start()
    assert "\n" not in str(failed.value)
    assert not is_running(home)
