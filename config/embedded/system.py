"""System requirements of the embedded servers: a user, closed folders, and no leftovers of a crash."""

import contextlib
import fcntl
import getpass
import importlib.util
import os
import pwd
import signal
import stat
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil

SYSTEM_USER = "pgserver"


class EmbeddedError(Exception):
    """The servers are not available; the message is one line for the person who started the program."""


def private_folder(path: Path, mode: int, owner: tuple[int, int] | None = None) -> None:
    """Make a folder of sockets, or make sure that the one that is there is ours and closed to others."""
    with contextlib.suppress(FileExistsError):
        path.mkdir(mode=mode, parents=True)
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid not in {
        os.getuid(),
        owner[0] if owner else os.getuid(),
    }:
        raise EmbeddedError(f"The folder {path} belongs to {user_name(found.st_uid)}: remove it.")
    if owner:
        os.chown(path, *owner, follow_symlinks=False)
    path.chmod(mode)


@contextlib.contextmanager
def machine_lock() -> Iterator[None]:
    """Hold a lock that processes of every working tree on this machine share, for changes to the machine itself.

    The lock is on the folder /etc: it exists everywhere, and locking it leaves no file behind.
    """
    folder = os.open("/etc", os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def server_user(name: str = SYSTEM_USER) -> tuple[int, int] | None:
    """Return the uid and gid PostgreSQL has to run as, or None for our own.

    Args:
        name: The user to run as where we are root; made if it does not exist.

    Raises:
        EmbeddedError: The user cannot be made.
    """
    if os.getuid() != 0:
        return None
    # Of two `useradd` at once the later one overwrites the entry of the earlier, whose uid then belongs to no user.
    with machine_lock():
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            command = ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", name]
            try:
                subprocess.run(command, check=True, capture_output=True)
            except (OSError, subprocess.CalledProcessError):
                raise EmbeddedError(
                    f"PostgreSQL may not run as root, and the user {name} cannot be made: start as an ordinary user."
                ) from None
            entry = pwd.getpwnam(name)
    return entry.pw_uid, entry.pw_gid


def user_name(uid: int) -> str:
    """Return the name of a user."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        if uid == os.getuid():
            return getpass.getuser()
        return f"user {uid}"


def package_folder(package: str) -> Path:
    """Return the folder of a package without importing it: both wheels act on the machine when imported."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedError(
            f"The package {package} is not installed: run `make setup`, or set DATABASE_URL and REDIS_URL."
        )
    return Path(spec.submodule_search_locations[0]).resolve()


def server_environment() -> dict[str, str]:
    """Return the little that PostgreSQL needs: settings meant for its clients (`PGHOST` …) only mislead it."""
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "TMPDIR", "LD_LIBRARY_PATH"}}
    return {**kept, "LC_ALL": "C"}


def servers_of(name: str, data: Path) -> Iterator[psutil.Process]:
    """Yield the running processes of a server that work in a data folder (PostgreSQL's backends too)."""
    data = data.resolve()
    for process in psutil.process_iter(["name"]):
        with contextlib.suppress(psutil.Error, OSError):
            if (process.info["name"] or "").startswith(name) and Path(process.cwd()) == data:
                yield process


def clear_leftovers(name: str, data: Path) -> None:
    """End servers of this folder that outlived their program; holding the lock, we know them for orphans."""
    signals = (signal.SIGINT, signal.SIGQUIT) if name == "postgres" else (signal.SIGTERM,)
    for which in (*signals, signal.SIGKILL):
        left = list(servers_of(name, data))
        for process in left:
            with contextlib.suppress(psutil.Error):
                process.send_signal(which)
        _, left = psutil.wait_procs(left, timeout=10)
        if not left and not list(servers_of(name, data)):
            return


def let_pass(user: tuple[int, int] | None, paths: list[Path], log: Callable[[str, str], None]) -> None:
    """Let the user PostgreSQL runs as pass through the folders above its files.

    Only the right to pass is given (not to list or read), and only where it is missing.
    """
    if user is None:
        return
    for path in paths:
        for folder in reversed(path.absolute().parents):
            mode = stat.S_IMODE(folder.stat().st_mode)
            if not mode & stat.S_IXOTH:
                folder.chmod(mode | stat.S_IXOTH)
                log("postgres", f"Let other users pass through {folder}: PostgreSQL may not run as root.")


def give(user: tuple[int, int] | None, *paths: Path) -> None:
    """Give files, and all in them, to the user PostgreSQL runs as, when that is another than ours."""
    if user is None:
        return
    for path in paths:
        for each in (path, *path.rglob("*")) if path.is_dir() else (path,):
            os.chown(each, *user, follow_symlinks=False)


def run_as(user: tuple[int, int] | None, command: list[str | Path]) -> None:
    """Run a program of PostgreSQL's to its end.

    Raises:
        EmbeddedError: It failed; the message has the last thing it said.
    """
    done = subprocess.run(
        command,
        user=user[0] if user else None,
        group=user[1] if user else None,
        extra_groups=[] if user else None,
        cwd="/",
        env=server_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line] or ["nothing said"]
        raise EmbeddedError(f"{Path(command[0]).name} failed: {lines[-1]}")
