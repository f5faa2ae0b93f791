"""A PostgreSQL cluster with the migrated databases, made once and copied by every session of the tests.

Migrating from nothing takes ten seconds of a free machine and forty of a busy one; a copy takes less than one. The name
of the copied folder holds a hash of all that decides what the migrations make, so that a stale one is never found.

    python -m tests.template FOLDER     make the cluster in FOLDER/postgres; used by `copy_cluster`
"""

import ast
import contextlib
import fcntl
import hashlib
import importlib.metadata
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / ".lelam" / "templates"
APPS = ("clubs", "games", "tournaments")
MAX_KEPT = 3


def copy_cluster(home: Path) -> None:
    """Put a copy of the migrated cluster into a data folder, where `config.embedded.Embedded` finds it."""
    from config.embedded.cluster import give
    from config.embedded.system import server_user

    TEMPLATES.mkdir(parents=True, exist_ok=True)
    template = TEMPLATES / f"migrated-{os.getuid()}-{fingerprint()}"
    home.mkdir(parents=True, exist_ok=True)
    with _lock(fcntl.LOCK_EX):
        if not template.exists():
            _make(template)
        template.touch()
    # Shared while it is copied: nobody removes it meanwhile.
    with _lock(fcntl.LOCK_SH):
        shutil.copytree(template, home / "postgres")
    give(server_user(), home / "postgres")


def fingerprint() -> str:
    """Return a hash of all that decides what a migrated cluster holds."""
    digest = hashlib.sha256()
    for path in sorted(sources()):
        digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes() + b"\0")
    installed = {f"{each.name}=={each.version}" for each in importlib.metadata.distributions()}
    digest.update("\n".join([*sorted(installed), sys.version, platform.machine()]).encode())
    return digest.hexdigest()[:16]


def sources() -> set[Path]:
    """Return the files of the project that decide: migrations and their imports, models, settings, roles, servers."""
    migrations = {path for app in APPS for path in (ROOT / app / "migrations").glob("*.py")}
    # Content types and permissions are made from the models themselves, after the migrations.
    models = {path for app in APPS for path in [ROOT / app / "models.py", *(ROOT / app / "models").glob("*.py")]}
    imported = {path for each in migrations for path in _imported_files(each)}
    config = {ROOT / "config" / "settings.py", ROOT / "config" / "roles.sql", *(ROOT / "config" / "embedded").glob("*")}
    return {
        path for path in migrations | models | imported | config | {ROOT / "tests" / "template.py"} if path.is_file()
    }


def _imported_files(source: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            path = ROOT.joinpath(*name.split("."))
            yield from (path.with_suffix(".py"), path / "__init__.py")


@contextlib.contextmanager
def _lock(kind: int) -> Iterator[None]:
    with (TEMPLATES / "lock").open("w") as file:
        fcntl.flock(file, kind)
        yield


def _make(template: Path) -> None:
    """Make the template in a process of its own, whose settings name a folder of its own; keep the newest few."""
    with tempfile.TemporaryDirectory(prefix="lelam-template-", dir="/tmp") as folder:  # short, for the sockets' sake
        subprocess.run([sys.executable, "-m", "tests.template", folder], cwd=ROOT, check=True)
        # Renamed when it is whole, so that a process that is killed leaves no half of it under the name.
        unfinished = template.with_name("unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        shutil.copytree(Path(folder) / "postgres", unfinished)
        unfinished.rename(template)
    newest_first = sorted(TEMPLATES.glob("migrated-*"), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in newest_first[MAX_KEPT:]:
        shutil.rmtree(old)


def main(folder: str) -> None:
    """Make a cluster whose database of the product, and a copy of it for the tests, are migrated."""
    from tests.servers import set_environment

    set_environment()
    os.environ["LELAM_HOME"] = folder

    import django
    import psycopg
    from django.core.management import call_command
    from django.db import connections
    from psycopg import sql

    from config.embedded import ADMIN, DATABASE, OWNER, Embedded

    with Embedded(Path(folder), redis=False, durable=False, templates=TEMPLATES) as servers:
        django.setup()
        call_command("migrate", database="owner", verbosity=0)
        test_name = connections["owner"].creation._get_test_db_name()
        connections.close_all()
        with psycopg.connect(servers.addresses.database(ADMIN, "postgres"), autocommit=True) as connection:
            statement = sql.SQL("CREATE DATABASE {} TEMPLATE {} OWNER {}")
            names = (test_name, DATABASE, OWNER)
            connection.execute(statement.format(*map(sql.Identifier, names)))


if __name__ == "__main__":
    main(sys.argv[1])
