"""The migrated cluster that every session copies: what a migration from nothing would give, and never a stale one."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from config.embedded import DATABASE, OWNER, Embedded
from config.embedded.cluster import binary
from tests import template
from tests.servers import ROOT, program_environment


def dump(address: str) -> str:
    """Return all that a database holds, as statements."""
    done = subprocess.run(
        [binary("pg_dump"), "--restrict-key=x", address],
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.whole
def test_both_databases_of_a_copy_are_what_a_migration_from_nothing_gives():
    with tempfile.TemporaryDirectory(prefix="lelam-t-", dir="/tmp") as folder:
        template.copy_cluster(Path(folder) / "copied")
        with Embedded(Path(folder) / "copied", redis=False, durable=False) as servers:
            copied = dump(servers.addresses.database(OWNER))
            assert dump(servers.addresses.database(OWNER, f"test_{DATABASE}")) == copied
        with Embedded(Path(folder) / "fresh", redis=False, durable=False, templates=template.TEMPLATES) as servers:
            names = {"DATABASE_URL": OWNER, "DATABASE_OWNER_URL": OWNER}
            addresses = {name: servers.addresses.database(role) for name, role in names.items()}
            migrate = [sys.executable, "manage.py", "migrate", "--database", "owner", "--verbosity", "0"]
            subprocess.run(migrate, cwd=ROOT, env=program_environment(**addresses), check=True)
            fresh = dump(servers.addresses.database(OWNER))

    assert "CREATE TABLE public.games_event" in fresh
    assert without_times(copied) == without_times(fresh)


def without_times(text: str) -> list[str]:
    """Return the lines of a dump, those of the applied migrations without the minute they were applied in."""
    return [line.rsplit("\t", 1)[0] if line.count("\t") == 3 and "\t20" in line else line for line in text.splitlines()]


def test_whatever_decides_about_the_cluster_gives_it_another_name(tmp_path, monkeypatch):
    for source in template.sources():
        copy = tmp_path / source.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, copy)
    monkeypatch.setattr(template, "ROOT", tmp_path)
    before = template.fingerprint()

    for name in (
        "games/migrations/0001_event_store.py",
        "clubs/guards.py",
        "clubs/models/ledger.py",
        "config/roles.sql",
        "config/settings.py",
        "config/embedded/cluster.py",
    ):
        written = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(written + b"\n")
        assert template.fingerprint() != before, name
        (tmp_path / name).write_bytes(written)
    assert template.fingerprint() == before


def test_processes_that_start_together_make_it_once(tmp_path):
    code = (
        "import sys, pathlib; from tests import template; template.TEMPLATES = pathlib.Path(sys.argv[1]);"
        "make = template._make; template._make = lambda path: (print('made'), path.mkdir(), (path / 'x').touch());"
        "template.copy_cluster(pathlib.Path(sys.argv[2]))"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", code, tmp_path / "templates", tmp_path / str(number)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(3)
    ]
    said = [process.communicate()[0] for process in started]

    assert [process.returncode for process in started] == [0, 0, 0]
    assert sorted(said) == ["", "", "made\n"]
    assert all((tmp_path / str(number) / "postgres" / "x").exists() for number in range(3))
