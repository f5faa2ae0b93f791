"""`manage.py verify_events`: is the log what was appended?"""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.store.verify import Head, Verification

UNREADABLE = 2


class Command(BaseCommand):
    """Walks the chains and reports what does not fit."""

    help = (
        "Check every event: the hash chain of its stream, its body against its hash, versions without gaps, and that "
        "it decodes, the sealed part too. Exit status 1 if anything is wrong."
    )

    # It has to work while the rest of the program does not.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--stream", type=UUID, help="only this stream (the id of a table)")
        parser.add_argument("--faults", metavar="N", type=int, default=20, help="show so many faults (default: 20)")
        parser.add_argument(
            "--against",
            metavar="FILE",
            type=Path,
            help="heads kept from an earlier run: they have to lie on the chains",
        )
        parser.add_argument(
            "--keep-heads", metavar="FILE", type=Path, help="write the last version and hash of each stream to a file"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check and report.

        Raises:
            CommandError: Something is wrong (exit status 1), or a file cannot be read or written (2).
        """
        kept = _read_heads(options["against"]) if options["against"] else None
        with tqdm(unit=" events", desc="Verifying", disable=None) as bar:
            verification = Verification(options["stream"], heads=kept, progress=bar.update)
            bar.reset(total=verification.total)
            found = 0
            for fault in verification:
                found += 1
                if found <= options["faults"]:
                    where = f"position {fault.pos}, " if fault.pos else ""
                    with tqdm.external_write_mode():
                        self.stdout.write(f"{where}stream {fault.stream}, version {fault.version}: {fault.what}")
        if options["keep_heads"] and not found:
            _write_heads(options["keep_heads"], verification.heads)
        streams = len(verification.heads)
        if found:
            raise CommandError(f"{found} faults in {verification.checked} events of {streams} streams.", returncode=1)
        if options["stream"] and not streams:
            raise CommandError(f"There is no stream {options['stream']}.", returncode=1)
        self.stdout.write(f"{verification.checked} events of {streams} streams are as they were appended.")


def _read_heads(path: Path) -> dict[UUID, Head]:
    """Return the heads of a file: JSON Lines of stream, version and hash."""
    heads = {}
    try:
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                head = json.loads(line)
                heads[UUID(head["stream"])] = Head(int(head["version"]), bytes.fromhex(head["hash"]))
    except OSError as fault:
        raise CommandError(f"Cannot read {path}: {fault.strerror}", returncode=UNREADABLE) from fault
    except (ValueError, KeyError, TypeError) as fault:
        raise CommandError(f"{path} is no file of heads.", returncode=UNREADABLE) from fault
    return heads


def _write_heads(path: Path, heads: dict[UUID, Head]) -> None:
    """Write the heads, in the order of their streams."""
    try:
        with path.open("w", encoding="utf-8") as lines:
            for stream, head in sorted(heads.items()):
                line = {"stream": str(stream), "version": head.version, "hash": head.hash.hex()}
                lines.write(json.dumps(line) + "\n")
    except OSError as fault:
        raise CommandError(f"Cannot write {path}: {fault.strerror}", returncode=UNREADABLE) from fault
