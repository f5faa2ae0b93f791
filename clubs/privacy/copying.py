"""The export of a person's data: a JSON file per subject, and a README that lists them."""

import zipfile
from collections.abc import Callable
from typing import IO

import msgspec
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from clubs.base.jobs import Progress
from clubs.privacy.holdings import Person, holdings
from clubs.privacy.words import FILES

TELL_EVERY = 200
"""The number of entries of one file between two heartbeats."""


def write_copy(person: Person, into: IO[bytes], *, language: str, tell: Callable[[Progress], None]) -> None:
    """Write the copy of a person's data as a zip file.

    Args:
        person: Whose data.
        into: A file open for writing, in which one can seek.
        language: What the README is written in; empty: the server's.
        tell: Called with how far it is: so many of so many files.
    """
    kept = [holding for holding in holdings() if holding.file]
    counts: dict[str, int] = {}
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, holding in enumerate(kept):
            progress = Progress(number, len(kept))
            tell(progress)
            with archive.open(f"{holding.file}.json", "w") as out:
                count = 0
                for entry in holding.copied(person):
                    out.write(b",\n" if count else b"[\n")
                    out.write(msgspec.json.encode(entry))
                    count += 1
                    if count % TELL_EVERY == 0:
                        tell(progress)
                out.write(b"\n]\n" if count else b"[]\n")
            counts[holding.file] = count
            for name, data in holding.files(person) if holding.files else ():
                archive.writestr(f"{holding.file}/{name}", data, zipfile.ZIP_STORED)
                tell(progress)
        with override(language or None):
            archive.writestr("README.txt", readme(person, counts))


def readme(person: Person, counts: dict[str, int]) -> str:
    """Return what the files hold, in the language that is active.

    Args:
        person: Whose data.
        counts: How many entries each file has.
    """
    now = timezone.localtime()
    lines = [
        _("The data that Lelam keeps about {name}").format(name=person.player.name),
        "",
        _("Made on {day} at {time}, by the clock of the server ({zone}).").format(
            day=date_format(now, "j F Y"), time=date_format(now, "H:i"), zone=now.tzname()
        ),
        _("Each file is JSON in UTF-8: a list, one entry a line. Times that end with Z are in UTC."),
        _("About other players it contains only what concerns you too. It contains no card that is still hidden."),
        "",
    ]
    for file, count in sorted(counts.items()):
        entries = ngettext("{count} entry", "{count} entries", count).format(count=count)
        lines.append(_("{file}.json: {what} ({entries})").format(file=file, what=FILES[file], entries=entries))
    return "\n".join(lines) + "\n"
