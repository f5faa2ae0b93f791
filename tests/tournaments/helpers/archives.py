"""Archives for tests: taken apart, changed, and sealed again by another installation's key."""

import base64
import hashlib
import io
import json
from collections.abc import Callable, Iterable
from typing import Any

from games.sealing import signing
from games.store import registry
from tournaments.archive.lines import FORMAT, SEALED_MESSAGE, ArchiveFault
from tournaments.archive.verifying import verify
from tournaments.archive.writing import archive_lines
from tournaments.models import Tournament

OTHER_KEY = base64.b64encode(bytes(range(32))).decode()

Value = dict[str, Any]


def archive_of(tournament: Tournament) -> bytes:
    """Return the archive of a tournament."""
    return b"".join(archive_lines(tournament))


def values_of(archive: bytes) -> list[Value]:
    """Return the lines of an archive as values."""
    return [json.loads(line) for line in archive.splitlines()]


def sealed(values: Iterable[Value]) -> bytes:
    """Return lines as an archive whose manifest and seal fit what its parts hold, by the key of the settings.

    The manifest has its sums computed anew; everything else in it stays.
    """
    lines: list[bytes] = []
    parts: list[dict[str, Any]] = []
    heads: dict[str, tuple[int, str]] = {}
    digest = hashlib.sha256()
    for value in values:
        if "seal" in value:
            continue
        if "manifest" in value:
            streams = [
                {**one, "version": heads[one["stream"]][0], "hash": heads[one["stream"]][1]}
                for one in value["manifest"]["streams"]
                if one["stream"] in heads
            ]
            key = signing.public_key().hex()
            value = {"manifest": {**value["manifest"], "key": key, "parts": parts, "streams": streams}}
        raw = registry.canonical(value) + b"\n"
        if "part" in value:
            digest = hashlib.sha256()
            parts.append({"part": value["part"], "lines": 0, "sha256": digest.hexdigest()})
            if "stream" in value:
                parts[-1]["stream"] = value["stream"]
        elif parts and "manifest" not in value:
            digest.update(raw)
            parts[-1] |= {"lines": parts[-1]["lines"] + 1, "sha256": digest.hexdigest()}
            if "stream" in parts[-1]:
                heads[parts[-1]["stream"]] = (parts[-1]["lines"], value.get("hash", ""))
        lines.append(raw)
    above = hashlib.sha256(b"".join(lines)).digest()
    return b"".join(lines) + registry.canonical({"seal": signing.seal(SEALED_MESSAGE + above).hex()}) + b"\n"


def fault_of(archive: bytes) -> ArchiveFault | None:
    """Return the first fault of an archive, or None."""
    try:
        verify(io.BytesIO(archive))
    except ArchiveFault as fault:
        return fault
    return None


def changed(archive: bytes, change: Callable[[list[Value]], object]) -> bytes:
    """Return an archive with a change to its values, sealed again."""
    values = values_of(archive)
    change(values)
    return sealed(values)


__all__ = ["FORMAT", "OTHER_KEY", "Value", "archive_of", "changed", "fault_of", "sealed", "values_of"]
