"""`manage.py prove_ledger`: does the ledger say what the games came to?"""

import time
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from clubs.models import Club, Season
from games.stakes.proof.whole import prove

NO_SUCH = 2


class Command(BaseCommand):
    """Proves the ledger and reports what does not fit."""

    help = (
        "Prove the stakes ledger: every entry comes to 0, the kept balances are what the postings come to, and the "
        "entries of games are what the event log says, none missing, none too many. Exit status 1 if anything is wrong."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--club", metavar="SLUG", help="only this club (the word in its address)")
        parser.add_argument("--season", metavar="ID", type=UUID, help="only this season of a club")
        parser.add_argument("--faults", metavar="N", type=int, default=20, help="show so many faults (default: 20)")
        parser.add_argument("--processes", metavar="N", type=int, help="read with so many processes")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prove and report.

        Raises:
            CommandError: Something is wrong (exit status 1), or there is no such club or season (2).
        """
        club = season = None
        if options["club"] and (club := Club.objects.filter(slug=options["club"]).first()) is None:
            raise CommandError(f"There is no club {options['club']}.", returncode=NO_SUCH)
        if options["season"] and (season := Season.objects.filter(pk=options["season"]).first()) is None:
            raise CommandError(f"There is no season {options['season']}.", returncode=NO_SUCH)
        if club and season and season.club_id != club.pk:
            raise CommandError(f"{club.name} has no season {season.pk}.", returncode=NO_SUCH)
        began = time.monotonic()
        proof = prove(club=club, season=season, processes=options["processes"])
        for fault in proof.faults[: options["faults"]]:
            self.stdout.write(str(fault))
        seconds = time.monotonic() - began
        counted = f"{proof.entries} entries, {proof.balances} balances, {proof.events} events, {seconds:.1f} s"
        if proof.faults:
            raise CommandError(f"{len(proof.faults)} faults in {counted}.", returncode=1)
        if proof.waiting:
            self.stdout.write(f"In {proof.waiting} lanes the latest events are still to be put down.")
        self.stdout.write(f"The ledger is proved: {counted}.")
