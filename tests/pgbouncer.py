"""PgBouncer in transaction mode before the database of the tests, where its program is installed."""

import contextlib
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg

from config.embedded import APP, Embedded
from config.embedded.system import give, server_user
from config.processes import Child
from tests.access import let_in
from tests.servers import await_true

PROGRAM = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin:/usr/local/sbin")
PORT = 6432
SESSIONS = 3
"""The sessions behind it; they take turns, so that two transactions of one connection never follow in the same."""


@contextlib.contextmanager
def pgbouncer(servers: Embedded, name: str, sessions: int = SESSIONS) -> Iterator[Path]:
    """Run PgBouncer before a database of the embedded server until the block ends; yield the folder of its socket."""
    user = server_user()  # PgBouncer refuses to be root
    folder = Path(tempfile.mkdtemp(prefix="lelam-b-", dir="/tmp"))
    folder.chmod(0o700)
    settings = folder / "pgbouncer.ini"
    settings.write_text(
        f"""[databases]
{name} = host={servers.addresses.sockets / "postgres"} port=5432 dbname={name} user={APP}
[pgbouncer]
pool_mode = transaction
auth_type = any
listen_addr =
listen_port = {PORT}
unix_socket_dir = {folder}
unix_socket_mode = 0777
default_pool_size = {sessions}
min_pool_size = {sessions}
server_round_robin = 1
max_client_conn = 200
log_connections = 0
log_disconnections = 0
"""
    )
    give(user, folder, settings)
    with let_in(servers, user, [APP]):
        lines: list[str] = []
        child = Child("pgbouncer", [PROGRAM, settings], lambda _, line: lines.append(line), cwd=folder, user=user)
        try:
            await_true(lambda: answers(folder, name) or child.poll() is not None, "PgBouncer")
            assert child.poll() is None, "\n".join(lines)
            yield folder
        finally:
            child.stop((signal.SIGTERM, 5.0))
            shutil.rmtree(folder, ignore_errors=True)


def address(folder: Path, name: str) -> str:
    """Return the URL of a database behind PgBouncer."""
    return f"postgresql://{APP}@/{name}?host={quote(str(folder))}&port={PORT}"


def answers(folder: Path, name: str) -> bool:
    """Tell whether PgBouncer lets in."""
    with contextlib.suppress(psycopg.OperationalError):
        psycopg.connect(address(folder, name), connect_timeout=2).close()
        return True
    return False
