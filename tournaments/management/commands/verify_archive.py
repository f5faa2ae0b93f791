"""`manage.py verify_archive FILE`: is the archive of a tournament whole, and does everything in it follow?"""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.sealing.signing import fingerprint
from tournaments.archive.lines import ArchiveFault, digest_in, schema
from tournaments.archive.verifying import Checked, verify

UNREADABLE = 2
FINDINGS_SHOWN = 20


class Command(BaseCommand):
    """Needs no database and no settings."""

    help = (
        "Verify the archive of a tournament (lelam-archive/1): its lines, its seal, the chain of every stream, each "
        "stream replayed, and results, standings and records computed again. Exit status 1 at the first fault, which "
        "is named with its line; 2 if the file cannot be read."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("file", type=Path, nargs="?", help="the archive")
        parser.add_argument("--schema", action="store_true", help="print the form of the lines as JSON Schema instead")
        parser.add_argument("--key", help="the public key that has to have sealed it, in hexadecimal digits")
        parser.add_argument(
            "--quick",
            action="store_true",
            help="do not judge pairings as `tournaments check` does",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify, and say yes or no.

        Raises:
            CommandError: The archive has a fault (status 1), or it or the key cannot be read (2).
        """
        if options["schema"]:
            self.stdout.write(json.dumps(schema(), indent=2))
            return
        if options["file"] is None:
            raise CommandError("Name the file of an archive.", returncode=UNREADABLE)
        key = _key(options["key"])
        try:
            with options["file"].open("rb") as source:
                size = options["file"].stat().st_size
                with tqdm(total=2 * size, unit="B", unit_scale=True, desc="Verifying", disable=None) as bar:
                    checked = verify(source, key=key, judged=not options["quick"], tell=bar.update)
        except OSError as fault:
            raise CommandError(f"Cannot read {options['file']}: {fault.strerror}", returncode=UNREADABLE) from None
        except ArchiveFault as fault:
            raise CommandError(f"No: {fault}", returncode=1) from None
        self._say(checked)

    def _say(self, checked: Checked) -> None:
        frame = checked.frame
        self.stdout.write(
            f"Yes: tournament {frame.tournament}, {frame.events} events in {len(frame.manifest.streams)} streams, "
            f"{checked.records} records of games. Everything in it follows."
        )
        self.stdout.write(f"Sealed by the key {frame.key.hex()}")
        self.stdout.write(f"Fingerprint of the key: {fingerprint(frame.key)}")
        if frame.manifest.left_out:
            self.stdout.write(f"Games that came to no result and were left out: {len(frame.manifest.left_out)}")
        if checked.findings:
            self.stdout.write(
                f"Findings of `tournaments check` ({len(checked.findings)}), which are no faults of the archive:"
            )
        for finding in checked.findings[:FINDINGS_SHOWN]:
            self.stdout.write(f"  {finding}")


def _key(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        return digest_in(text.replace(" ", "").lower())
    except ValueError:
        raise CommandError("The key is 64 hexadecimal digits.", returncode=UNREADABLE) from None
