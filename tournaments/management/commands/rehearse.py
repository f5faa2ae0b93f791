"""`manage.py rehearse SLUG`: play a tournament as it is planned, in memory, and print what would go wrong."""

from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from msgspec.structs import replace

from tournaments.deeds.base import Refused
from tournaments.desk.rehearsals import finding_words, finish_sentences
from tournaments.log import states
from tournaments.models import Tournament
from tournaments.overview.views import clocks_of
from tournaments.overview.wording import moment_text
from tournaments.rehearsal.rehearsing import BUDGET, rehearse
from tournaments.rehearsal.report import Report
from tournaments.rehearsal.supposing import supposed_of

_NUMBERS = {
    "entrants": "so many are expected: those missing are made up",
    "tables": "the tables in the hall; 0: as many as are needed",
    "seconds": "what a hand takes on average, in seconds",
    "between": "minutes between two rounds",
    "rest": "minutes that an entrant should have between two matches",
    "runs": "how often the event is played",
    "hands": "so many hands are played by bots",
    "seed": "the same seed gives the same runs",
}


class Command(BaseCommand):
    """Rehearses a tournament; nothing is stored."""

    help = "Play a tournament as it is planned, in memory, and print what would go wrong. Nothing is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the tournament, and what is supposed."""
        parser.add_argument("slug", help="the tournament, as in its address")
        for name, text in _NUMBERS.items():
            parser.add_argument(f"--{name}", metavar="N", type=int, help=text)
        parser.add_argument(
            "--budget",
            metavar="SECONDS",
            type=float,
            default=BUDGET,
            help=f"the time it may take (default: {BUDGET:g})",
        )
        parser.add_argument("--json", action="store_true", help="print the report as one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the report."""
        tournament = Tournament.objects.select_related("club").filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {options['slug']!r}: give the name in its address.")
        state = states.current(tournament.pk)
        chosen = {name: options[name] for name in _NUMBERS if options[name] is not None}
        assumptions = replace(supposed_of(state), **chosen)
        try:
            report = rehearse(state, assumptions, now=timezone.now().timestamp(), budget=options["budget"])
        except Refused as refused:
            raise CommandError(str(refused)) from None
        if options["json"]:
            self.stdout.write(msgspec.json.encode(report).decode())
            return
        with clocks_of(tournament.club):
            self._tell(report)

    def _tell(self, report: Report) -> None:
        self.stdout.write(
            f"{report.runs} runs, {report.entrants} entrants ({report.stand_ins} made up), {report.hands} hands by bots"
        )
        for one in report.rounds:
            self.stdout.write(
                f"  stage {one.stage}, round {one.number}: {one.matches} matches at {one.tables} tables, "
                f"{moment_text(one.begins)} to {moment_text(one.ends)}, at the latest {moment_text(one.late)}"
            )
        for finding in report.findings:
            sentences, right = finding_words(finding)
            self.stdout.write(f"  {'!' if finding.grave else '-'} {' '.join((*sentences, right)).strip()}")
        for sentence in finish_sentences(report.finish) if report.finish is not None else ():
            self.stdout.write(f"  = {sentence}")
