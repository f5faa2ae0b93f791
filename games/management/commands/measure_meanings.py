"""`manage.py measure_meanings`: how often what the calls of 56 tell is so, written to the file that audits read."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.audits.frequencies import FILE
from games.audits.measuring import DEALS, encode, measure, rule_sets


class Command(BaseCommand):
    """Measures the rows of the default convention cards on random deals."""

    help = "Measure how often what the calls of 56 tell by the default cards is so. The same command, the same file."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the size of the measurement and the file."""
        parser.add_argument("--deals", type=int, default=DEALS, help="Random deals of each rule set.")
        parser.add_argument("--to", type=Path, default=FILE, help="The file; by default the one that audits read.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure and write."""
        found = measure(
            rule_sets(),
            options["deals"],
            lambda name, calls: self.stdout.write(f"{name}: {calls:,} calls"),
        )
        options["to"].write_bytes(encode(found))
        self.stdout.write(f"Written to {options['to']}.")
