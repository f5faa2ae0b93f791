"""`manage.py verify_events`: is the log what was appended?"""

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games import store
from games.replaying.streams import first_refused
from games.sealing.keyring import SealError
from games.store.verify import Fault, Head, Verification

UNREADABLE = 2


class Command(BaseCommand):
    """Walks the chains and reports what does not fit."""

    help = (
        "Check every event: the hash chain of its stream, its body against its hash, versions without gaps, sizes and "
        "times, and that it decodes, the sealed part too. Exit status 1 if anything is wrong."
    )

    # It has to work while the rest of the program does not.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--stream", type=UUID, help="only this stream (the id of a table)")
        parser.add_argument(
            "--replay",
            action="store_true",
            help="fold each stream by the engine too: what may not happen where it stands is a fault",
        )
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
            faulty = set()
            for fault in verification:
                found += 1
                faulty.add(fault.stream)
                self._say(fault, found, options["faults"])
        if options["replay"]:
            with tqdm(verification.heads, unit=" streams", desc="Replaying", disable=None) as streams:
                for fault in _replayed(streams, faulty):
                    found += 1
                    self._say(fault, found, options["faults"])
        if options["keep_heads"] and not found:
            _write_heads(options["keep_heads"], verification.heads)
        count = len(verification.heads)
        if found:
            raise CommandError(f"{found} faults in {verification.checked} events of {count} streams.", returncode=1)
        if options["stream"] and not count:
            raise CommandError(f"There is no stream {options['stream']}.", returncode=1)
        self.stdout.write(f"{verification.checked} events of {count} streams are as they were appended.")
        if options["replay"]:
            self.stdout.write("Each could happen where it stands.")

    def _say(self, fault: Fault, number: int, most: int) -> None:
        """Write a fault down, unless so many were written already."""
        if number <= most:
            where = f"position {fault.pos}, " if fault.pos else ""
            with tqdm.external_write_mode():
                self.stdout.write(f"{where}stream {fault.stream}, version {fault.version}: {fault.what}")


def _replayed(streams: Iterable[UUID], faulty: set[UUID]) -> Iterator[Fault]:
    """Yield the first event of each stream that has no place there.

    Args:
        streams: The streams.
        faulty: Those of which a fault is known already: that they cannot be read is no news then.
    """
    for stream in streams:
        try:
            stored = store.load(stream)
        except (store.UnknownEventError, SealError) as fault:
            if stream not in faulty:
                yield Fault(getattr(fault, "pos", 0), stream, 0, f"it cannot be replayed: {fault}")
            continue
        refused = first_refused(stored)
        if refused is not None:
            pos = next(one.pos for one in stored if one.version == refused.version)
            yield Fault(pos, stream, refused.version, refused.what)


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
