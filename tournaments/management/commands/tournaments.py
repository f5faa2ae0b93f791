"""`manage.py tournaments`: rank, pair, draw and check tournaments that are written down. Needs no database."""

from argparse import ArgumentParser
from functools import partial
from typing import Any

from clubs.base.lines import LinesCommand
from tournaments.lines import VERBS, answer_line


class Command(LinesCommand):
    """Reads tournaments, writes answers."""

    help = "Answer tournaments that are written down (lelam-tournament/1): JSON Lines in, one answer a line out."
    doing = "Answering"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("verb", choices=VERBS, help="; ".join(f"{verb}: {text}" for verb, text in VERBS.items()))
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer every line."""
        self.answer_all(partial(answer_line, options["verb"]), options)
