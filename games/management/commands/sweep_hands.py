"""`manage.py sweep_hands`: audit the finished hands that are new since the last sweep, or more."""

import subprocess
import sys
from datetime import date, datetime, time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.dateparse import parse_date

from clubs.models import Club
from games.models import SweepFinding, SweepRun
from games.sweep import services


class Command(BaseCommand):
    """Works here and now, whatever the hours of the sweep; the workers of the queue `sweep` help."""

    help = "Audit every finished hand that is new since the last sweep. The exit status is 1 if there are findings."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what to go through, and by how many processes."""
        parser.add_argument("--all", action="store_true", help="from the beginning of the log")
        parser.add_argument("--club", metavar="SLUG", help="only the tables and score sheets of a club")
        parser.add_argument("--since", metavar="YYYY-MM-DD", help="only what was played since that day")
        parser.add_argument("--processes", type=int, default=1, metavar="N", help="work in so many processes (1)")
        parser.add_argument("--continue", action="store_true", dest="help_on", help="go on with the running sweep")

    def handle(self, *args: Any, **options: Any) -> None:
        """Begin a run and work at it until it is over."""
        run = services.running() if options["help_on"] else self._begin(options)
        if run is None:
            raise CommandError(
                "No sweep is running." if options["help_on"] else
                "A sweep is running. Help with it: sweep_hands --continue."
            )  # fmt: skip
        helpers = [
            subprocess.Popen([sys.executable, settings.BASE_DIR / "manage.py", "sweep_hands", "--continue"])
            for _ in range(options["processes"] - 1)
        ]
        while services.sweep_some(seconds=5.0):
            self._tell(run)
        for helper in helpers:
            helper.wait()
        self._tell(run)
        run.refresh_from_db()
        if run.status == SweepRun.Status.FAILED:
            raise CommandError("A part of the log could not be worked through; the log of the server says why.")
        for finding in SweepFinding.objects.filter(run=run, cleared_at=None)[:100]:
            event = f"event {finding.version}" if finding.version else ""
            parts = (f"{finding.stream}/{finding.hand}", finding.code, finding.rule, event)
            self.stdout.write("  ".join(filter(None, parts)))
        if run.found and not options["help_on"]:
            raise CommandError(f"{run.found} findings.")

    def _begin(self, options: dict[str, Any]) -> SweepRun | None:
        club = since = None
        if options["club"]:
            club = Club.objects.filter(slug=options["club"]).first()
            if club is None:
                raise CommandError(f"There is no club {options['club']}.")
        if options["since"]:
            day = _day(options["since"])
            if day is None:
                raise CommandError("Enter a date as YYYY-MM-DD.")
            since = datetime.combine(day, time(), timezone.get_default_timezone())
        return services.begin(everything=options["all"], club=club, since=since)

    def _tell(self, run: SweepRun) -> None:
        run.refresh_from_db()
        self.stdout.write(
            f"{run.hands:,} hands of {run.streams:,} games, {run.chunks_done} of {run.chunks} parts, "
            f"{run.found} findings"
        )


def _day(text: str) -> date | None:
    try:
        return parse_date(text)
    except ValueError:
        return None
