"""Check that hands were dealt as promised."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

import engine
from games import store
from games.hands.deals import deal_faults
from games.hands.history import finished_hands
from games.tables import fair


class Command(BaseCommand):
    """`manage.py verify_deal FILE` or `manage.py verify_deal --table ID [--hand N]`."""

    help = (
        "Check that hands were dealt as promised: from the file that a hand's page offers (- for standard input), "
        "or from the events of a table. Exit status 1 if one was not, 2 if there is nothing to check."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a file, or a table and perhaps a hand."""
        parser.add_argument("file", nargs="?", help="the file of a deal; - for standard input")
        parser.add_argument("--table", type=UUID, help="the id of a table: check its finished hands")
        parser.add_argument("--hand", type=int, help="only this hand")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, and say what is wrong.

        Raises:
            CommandError: A deal is not as promised (status 1), or there is nothing to check (2).
        """
        if (options["file"] is None) == (options["table"] is None):
            raise CommandError("Name a file, or a table by --table.", returncode=2)
        if options["file"] is not None:
            faults = self._file(options["file"])
        else:
            faults = self._table(options["table"], options["hand"])
        if faults:
            raise CommandError("\n".join(faults), returncode=1)

    def _file(self, name: str) -> list[str]:
        try:
            text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
            document = json.loads(text)
            rules = engine.load_rules(str(document["rules"]))
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise CommandError(f"This cannot be read as a deal: {error}", returncode=2) from None
        faults = fair.faults_of(document, deck=rules.deck, players=rules.players, packet=rules.packet)
        if not faults:
            self.stdout.write(f"Hand {document['hand']} of game {document['game']} was dealt as promised.")
        return faults

    def _table(self, table_id: UUID, hand: int | None) -> list[str]:
        stored = store.load(table_id)
        hands = [number for number in finished_hands(stored) if hand in (None, number)]
        if not hands:
            raise CommandError("There is no such table, or no such finished hand.", returncode=2)
        found = [f"Hand {number}: {fault}" for number in hands for fault in deal_faults(stored, number)]
        if not found:
            self.stdout.write(f"{len(hands)} hands were dealt as promised.")
        return found
