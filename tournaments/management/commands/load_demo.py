"""Load the demo: `manage.py load_demo`."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.demo.loading import load
from tournaments.demo.people import LOGINS, PASSWORD


class Command(BaseCommand):
    """Load a club with people, bots that play, a finished tournament and a check; again and again if one likes."""

    help = "Load the demo's club, as far as it is missing (only where LELAM_DEMO is on)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add `--logins`."""
        parser.add_argument("--logins", action="store_true", help="only print the accounts of the demo")

    def handle(self, *args: Any, **options: Any) -> None:
        """Load the demo, and print its accounts unless `--verbosity` is 0."""
        if not options["logins"]:
            if not settings.LELAM_DEMO:
                raise CommandError("The demo's accounts have a public password: set LELAM_DEMO=1 to load them.")
            load(lambda line: self.stdout.write(f"  {line}"))
        if not options["verbosity"]:
            return
        for login in LOGINS:
            self.stdout.write(f"  {login.email:24} {PASSWORD}   {login.office}")
