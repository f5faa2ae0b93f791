"""`manage.py archive_tournament SLUG --output FILE`: the archive of a tournament that is over."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from tournaments.archive.writing import archive_lines
from tournaments.deeds.base import Refused
from tournaments.models import Tournament

UNWRITTEN = 2


class Command(BaseCommand):
    """For the operator of a server; directors have a page for it."""

    help = "Write the archive of a tournament that is over (lelam-archive/1) to a file, which must not be there yet."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("slug", help="the tournament, as its address names it")
        parser.add_argument("--output", type=Path, required=True, help="the file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it.

        Raises:
            CommandError: There is no such tournament, it is not over (status 1), or the file cannot be written (2).
        """
        tournament = Tournament.objects.filter(slug=options["slug"]).select_related("club").first()
        if tournament is None:
            raise CommandError(f"There is no tournament {options['slug']}.", returncode=1)
        path: Path = options["output"]
        begun = False
        try:
            with tqdm(unit=" streams", desc="Writing", disable=None) as bar, path.open("xb") as out:
                begun = True
                for line in archive_lines(tournament, lambda done, of: bar.update(done - bar.n)):
                    out.write(line)
        except (Refused, OSError) as fault:
            if begun:
                path.unlink(missing_ok=True)
            what = f"Cannot write {path}: {fault.strerror}" if isinstance(fault, OSError) else str(fault)
            raise CommandError(what, returncode=UNWRITTEN if isinstance(fault, OSError) else 1) from None
        self.stdout.write(f"{path}: {path.stat().st_size} bytes.")
