"""The settings: what they take from the environment, and what they make themselves."""

import json
import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment
from tests.servers import ROOT


@pytest.mark.parametrize(("word", "value"), [("1", True), ("Yes", True), ("off", False), ("", False), (" 0 ", False)])
def test_a_flag_says_yes_or_no(monkeypatch, word, value):
    monkeypatch.setenv("LELAM_X", word)
    assert environment.flag("LELAM_X", default=not value) is value


@pytest.mark.parametrize("word", ["nan", "-1", "inf", "many", "1e400"])
def test_a_number_that_is_none_is_refused_with_its_name(monkeypatch, word):
    monkeypatch.setenv("LELAM_X", word)
    with pytest.raises(ImproperlyConfigured, match="LELAM_X is a number from 0 up"):
        environment.number("LELAM_X", 1)


def test_half_a_connection_is_refused(monkeypatch):
    monkeypatch.setenv("LELAM_X", "2.5")
    with pytest.raises(ImproperlyConfigured, match="LELAM_X is a whole number"):
        environment.count("LELAM_X", 1)


def test_a_secret_is_made_once_and_only_its_owner_can_read_it(tmp_path, monkeypatch):
    monkeypatch.delenv("LELAM_X", raising=False)
    made = environment.secret("LELAM_X", tmp_path, make=True)
    other = environment.secret("LELAM_Y", tmp_path, make=True)

    assert environment.secret("LELAM_X", tmp_path, make=True) == made
    assert environment.secret("LELAM_Y", tmp_path, make=False) == other != made
    assert stat.S_IMODE((tmp_path / "secrets.json").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secrets.json"]


def test_a_secret_of_the_environment_comes_first_and_is_not_written_down(tmp_path, monkeypatch):
    monkeypatch.setenv("LELAM_X", "given")
    assert environment.secret("LELAM_X", tmp_path, make=True) == "given"
    assert not (tmp_path / "secrets.json").exists()


def test_a_server_never_makes_a_secret_for_itself(tmp_path, monkeypatch):
    monkeypatch.delenv("LELAM_X", raising=False)
    with pytest.raises(ImproperlyConfigured, match="LELAM_X is not set"):
        environment.secret("LELAM_X", tmp_path, make=False)


def settings_with(tmp_path, **given: str) -> dict[str, object]:
    """What the settings are in a process of its own with just these variables."""
    code = (
        "import json, config.settings as s;"
        "names = ['OWN_MACHINE', 'SESSION_COOKIE_SECURE', 'CSRF_TRUSTED_ORIGINS', 'CELERY_BROKER_URL', 'CACHES',"
        " 'EMAIL_BACKEND', 'DEBUG', 'MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN'];"
        "print(json.dumps({name: getattr(s, name) for name in names} | {'databases':"
        " {k: [v['USER'], v['NAME'], v['HOST'] or v['OPTIONS']['host']] for k, v in s.DATABASES.items()}}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "LELAM_HOME": str(tmp_path), **given},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.fixture
def short_path():
    """A folder whose path is short enough for the sockets to lie in it."""
    with tempfile.TemporaryDirectory(prefix="lelam-env-", dir="/tmp") as folder:
        yield Path(folder)


def test_without_addresses_the_embedded_servers_are_used_as_two_roles(short_path):
    found = settings_with(short_path)
    sockets = str(short_path / "run" / "postgres")
    assert found["databases"] == {
        "default": ["lelam_app", "lelam", sockets],
        "owner": ["lelam_owner", "lelam", sockets],
    }
    assert found["CELERY_BROKER_URL"] == f"redis+socket://{short_path}/run/redis/redis.sock?virtual_host=0"
    assert found["CACHES"]["default"]["LOCATION"] == f"unix://{short_path}/run/redis/redis.sock?db=1"
    assert found["OWN_MACHINE"] is True


def test_a_server_is_careful_where_one_s_own_machine_need_not_be(tmp_path):
    given = {
        "DATABASE_URL": "postgresql://lelam_app:p%40ss@db.example/club",
        "DATABASE_OWNER_URL": "postgresql://lelam_owner:other@db.example/club",
        "REDIS_URL": "redis://queue.example:6380/3",
        "SECRET_KEY": "x",
        "LELAM_SEAL_KEY": "y",
        "LELAM_HOSTS": "play.example.org",
    }
    found = settings_with(tmp_path, **given)
    assert found == {
        "OWN_MACHINE": False,
        "SESSION_COOKIE_SECURE": True,
        "CSRF_TRUSTED_ORIGINS": ["https://play.example.org"],
        "CELERY_BROKER_URL": "redis://queue.example:6380/3",
        "CACHES": found["CACHES"],
        "EMAIL_BACKEND": "config.mail.SmtpBackend",
        "DEBUG": False,
        "MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN": False,
        "databases": {
            "default": ["lelam_app", "club", "db.example"],
            "owner": ["lelam_owner", "club", "db.example"],
        },
    }
    assert found["CACHES"]["default"]["LOCATION"] == "redis://queue.example:6380/4"
    assert not (tmp_path / "secrets.json").exists()


def test_all_names_below_a_host_are_trusted_as_django_writes_them(short_path):
    found = settings_with(short_path, LELAM_HOSTS=".example.org,Play.example.com", LELAM_TLS="1")

    assert found["CSRF_TRUSTED_ORIGINS"] == [
        "https://example.org",
        "https://*.example.org",
        "https://play.example.com",
    ]


@pytest.mark.parametrize("hosts", ["*", "play.example.org,*", "*.example.org", ".", ","])
def test_no_host_stands_for_every_name(monkeypatch, hosts):
    monkeypatch.setenv("LELAM_HOSTS", hosts)

    with pytest.raises(ImproperlyConfigured, match="LELAM_HOSTS lists the names"):
        environment.hosts("LELAM_HOSTS", "localhost")


def test_a_command_that_needs_no_server_needs_no_secret_and_writes_nothing(tmp_path):
    home = tmp_path / "home"
    done = subprocess.run(
        [sys.executable, "manage.py", "audit_records"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "LELAM_HOME": str(home), "DATABASE_URL": "postgresql://db.example/club"},
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")
    assert not home.exists()


def test_a_command_that_needs_a_server_says_in_one_line_which_setting_is_missing(tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "verify_events"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "LELAM_HOME": str(tmp_path), "DATABASE_URL": "postgresql://db.example/club"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == "SECRET_KEY is not set; docs/operations.md says how to make one.\n"
