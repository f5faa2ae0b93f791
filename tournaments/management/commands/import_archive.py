"""`manage.py import_archive FILE --club SLUG`: take the archive of a tournament in."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from clubs.models import Club
from games.sealing.signing import fingerprint
from tournaments.archive.importing import ImportRefused, TakenIn, take_in_archive
from tournaments.archive.lines import ArchiveFault

UNREADABLE = 2


class Command(BaseCommand):
    """For the operator of a server; officers have the page of files for it."""

    help = (
        "Verify the archive of a tournament (lelam-archive/1) and take it in for a club: all of it or nothing, to be "
        "read only. Exit status 1 if it has a fault or cannot be taken in here, 2 if the file cannot be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("file", type=Path, help="the archive")
        parser.add_argument("--club", required=True, help="the club that gets it, as its address names it")
        parser.add_argument("--dry-run", action="store_true", help="do everything, and take it back")

    def handle(self, *args: Any, **options: Any) -> None:
        """Take it in.

        Raises:
            CommandError: It has a fault, or cannot be taken in (status 1); it cannot be read (2).
        """
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise CommandError(f"There is no club {options['club']}.", returncode=1)
        try:
            with options["file"].open("rb") as source:
                size = options["file"].stat().st_size
                with tqdm(total=3 * size, unit="B", unit_scale=True, desc="Taking in", disable=None) as bar:
                    taken = take_in_archive(source, club=club, dry=options["dry_run"], tell=bar.update)
        except OSError as fault:
            raise CommandError(f"Cannot read {options['file']}: {fault.strerror}", returncode=UNREADABLE) from None
        except (ArchiveFault, ImportRefused) as fault:
            raise CommandError(f"No: {fault}", returncode=1) from None
        self.stdout.write(_told(taken, dry=options["dry_run"]))


def _told(taken: TakenIn, *, dry: bool) -> str:
    frame = taken.checked.frame
    if taken.came != "taken":
        whose = "of this installation" if taken.came == "own" else "and was taken in before"
        return f"The tournament is here already, {whose}: nothing was changed."
    done = "Would be taken in" if dry else "Taken in"
    return (
        f"{done}: {frame.events} events in {len(frame.manifest.streams)} streams, {taken.players} players who become "
        f"guests. Sealed by the key {frame.key.hex()} ({fingerprint(frame.key)})."
    )
