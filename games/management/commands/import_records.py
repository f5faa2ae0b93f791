"""`manage.py import_records`: import a file of records into a club, or say what would come of it."""

import sys
from argparse import ArgumentParser
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from django.core.management.base import BaseCommand, CommandError

from clubs.exchange.streams import StreamJob
from clubs.models import Club, Membership, Player
from clubs.officers.permissions import may
from games.records.importing import HANDS, NAMES
from games.records.subject import RECORDS, STREAM

FAULTY = 1
"""The exit status when some lines had errors."""


@dataclass(slots=True)
class _Job(StreamJob):
    """Writes each error as soon as it is found, and every one of them."""

    errors: TextIO = sys.stderr

    def fault(self, text: str, line: int, column: str = "") -> None:
        """Write and note an error of a line."""
        self.errors.write(f"line {line}: {text}\n")
        StreamJob.fault(self, text, line, column)


class Command(BaseCommand):
    """Imports records as score sheets."""

    help = (
        "Import a file of records (lelam-record/1, JSON Lines) into a club as score sheets. Lines with errors are "
        "named and left out. Records that the club has already are left as they are, so a command that was broken off "
        "is given again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--club", metavar="SLUG", required=True, help="the club, as in its address")
        parser.add_argument("--input", metavar="FILE", default="-", help="the file (default: standard input)")
        parser.add_argument("--dry-run", action="store_true", help="change nothing, and say what would come of it")
        parser.add_argument(
            "--by", metavar="EMAIL", help="the officer who imports it, by the account's address (default: an owner)"
        )
        for choice in STREAM.choices:
            values = [value for value, _label in choice.options]
            parser.add_argument(
                f"--{choice.name}", choices=values, default=values[0], help=f"{choice.label} (default: {values[0]})"
            )

    def handle(self, *args: Any, **options: Any) -> None:
        """Import the file."""
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise CommandError(f"There is no club {options['club']}.")
        by = _officer(club, options["by"])
        with ExitStack() as stack:
            job = _Job(
                club=club,
                by=by,
                source=_source(options["input"], stack),
                is_dry=options["dry_run"],
                choices={choice.name: options[choice.name] for choice in STREAM.choices},
                errors=self.stderr,  # type: ignore[arg-type]
                tell=self._tell if sys.stderr.isatty() else lambda job: None,
            )
            STREAM.work(job)
        report = job.report
        hands, names = report.amounts.get(HANDS, 0), report.amounts.get(NAMES, 0)
        self.stdout.write(
            f"{report.lines} records: {report.made} new with {hands} hands, {report.left} there already, "
            f"{report.wrong} with errors; {names} unknown names{'; nothing was changed' if job.is_dry else ''}"
        )
        if report.faults:
            sys.exit(FAULTY)

    def _tell(self, job: StreamJob) -> None:
        self.stderr.write(f"line {job.line}, {job.offset // 1024} KiB\r", ending="")


def _officer(club: Club, address: str | None) -> Player:
    """Return the officer with this address, or an owner of the club."""
    if address is None:
        owner = Membership.objects.filter(club=club, role=Membership.Role.OWNER).select_related("player").first()
        if owner is None:
            raise CommandError("The club has no owner: say by --by who imports the file.")
        return owner.player
    player = Player.objects.filter(user__email__iexact=address).first()
    if player is None:
        raise CommandError(f"There is no account {address}.")
    for permission in ("import_data", *RECORDS.needs):
        if not may(player, permission, club):
            raise CommandError(f"{address} may not import records in {club.slug}.")
    return player


def _source(path: str, stack: ExitStack) -> BinaryIO:
    if path == "-":
        return sys.stdin.buffer
    try:
        return stack.enter_context(Path(path).open("rb"))
    except OSError as fault:
        raise CommandError(f"Cannot read {path}: {fault.strerror}") from fault
