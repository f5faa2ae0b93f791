"""Settings from environment variables, and the secrets that an own machine generates."""

import base64
import contextlib
import json
import os
import secrets
from collections.abc import Collection
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off", ""}


def text(name: str, default: str = "") -> str:
    """Return a variable; a variable set to nothing counts as missing."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool = False) -> bool:
    """Return a yes-or-no variable."""
    value = os.environ.get(name)
    if value is None:
        return default
    if value.strip().lower() in TRUE:
        return True
    if value.strip().lower() in FALSE:
        return False
    raise ImproperlyConfigured(f"{name} says yes (1) or no (0), not {value!r}.")


def number(name: str, default: float, lowest: float = 0) -> float:
    """Return a number, never below its lowest value."""
    value = text(name, str(default))
    try:
        found = float(value)
    except ValueError:
        found = float("nan")
    if not lowest <= found < float("inf"):
        raise ImproperlyConfigured(f"{name} is a number from {lowest:g} up, not {value!r}.")
    return found


def count(name: str, default: int, lowest: int = 0) -> int:
    """Return a whole number, never below its lowest value."""
    found = number(name, default, lowest)
    if found != int(found):
        raise ImproperlyConfigured(f"{name} is a whole number, not {found:g}.")
    return int(found)


def hours(name: str, default: str) -> tuple[int, int]:
    """Return two hours of the day from a variable such as `1-6`: from when until when.

    Raises:
        ImproperlyConfigured: It is not written so.
    """
    first, dash, last = text(name, default).partition("-")
    if not (dash and first.strip().isdecimal() and last.strip().isdecimal() and int(first) < 24 and int(last) <= 24):
        raise ImproperlyConfigured(f"{name} is two hours of the day, such as 1-6.")
    return int(first), int(last) % 24


def choice(name: str, default: str, among: Collection[str]) -> str:
    """Return one of a few words."""
    value = text(name, default).lower()
    if value not in among:
        raise ImproperlyConfigured(f"{name} is one of {', '.join(sorted(among))}, not {value!r}.")
    return value


def bind(name: str) -> tuple[str, int] | None:
    """Return an address of this machine and a port, written `127.0.0.1:9400` or `[::1]:9400`; None if missing."""
    value = text(name)
    if not value:
        return None
    host, _colon, port = value.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise ImproperlyConfigured(f"{name} is an address and a port, such as 127.0.0.1:9400, not {value!r}.")
    return host.strip("[]"), int(port)


def words(name: str, default: str = "") -> list[str]:
    """Return the words of a list separated by commas."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def hosts(name: str, default: str) -> list[str]:
    """Return the names of a server, separated by commas.

    Raises:
        ImproperlyConfigured: One of them stands for every name: with it whoever asks chooses the server's name.
    """
    found = [host.lower() for host in words(name, default)]
    if not found or any("*" in host or not host.strip(".") for host in found):
        raise ImproperlyConfigured(
            f"{name} lists the names people use for the server, such as play.example.org; .example.org stands for all "
            "names below it as well."
        )
    return found


def secret(name: str, home: Path, *, make: bool) -> str:
    """Return a secret: from the environment, else the one this machine made for itself.

    Args:
        name: The variable.
        home: The data folder, whose `secrets.json` only its owner can read.
        make: Make the secret when it is nowhere. Only where the data live in the same folder: a container that
            made itself a new key at every start could not open what it sealed before.

    Raises:
        ImproperlyConfigured: It is nowhere, and may not be made.
    """
    value = text(name)
    if value:
        return value
    file = home / "secrets.json"
    known: dict[str, str] = {}
    with contextlib.suppress(FileNotFoundError, PermissionError):
        known = json.loads(file.read_text(encoding="utf-8"))
    if name in known:
        return known[name]
    if not make:
        raise ImproperlyConfigured(f"{name} is not set; docs/operations.md says how to make one.")
    home.mkdir(parents=True, exist_ok=True)
    known[name] = base64.b64encode(secrets.token_bytes(32)).decode("ascii")
    # Whole or not at all, and never readable by others: two processes may start at the same time.
    new = file.with_name(f"secrets.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        json.dump(known, stream)
    new.replace(file)
    return known[name]
