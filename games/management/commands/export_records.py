"""`manage.py export_records`: write games as records, one a line."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import date
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError

import engine
from clubs.base.lines import OutputCommand
from clubs.models import Club, Player
from games.models import Sheet
from games.records.exporting import Selection, record_lines


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError("a day as YYYY-MM-DD") from None


class Command(OutputCommand):
    """Exports records of finished hands."""

    help = (
        "Write games as records (lelam-record/1, JSON Lines): the finished hands of tables, and score sheets of which "
        "every hand is written down card by card. Without a selection: all of them."
    )
    doing = "Exporting"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        super().add_arguments(parser)
        parser.add_argument("--club", metavar="SLUG", help="games of this club")
        parser.add_argument("--game", metavar="ID", type=UUID, action="append", default=[], help="this table or sheet")
        parser.add_argument("--player", metavar="ID", type=UUID, help="games in which this player has a seat")
        parser.add_argument("--from", metavar="DAY", type=_day, dest="since", help="games begun on this day or later")
        parser.add_argument("--to", metavar="DAY", type=_day, dest="until", help="games begun on this day or earlier")
        parser.add_argument("--rules", choices=engine.rule_set_ids(), help="games by this rule set")
        parser.add_argument("--finished", action="store_true", help="only finished games")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the records."""
        left_out: list[Sheet] = []
        selection = Selection(
            club=_named(Club, "slug", options["club"]),
            games=tuple(options["game"]),
            player=_named(Player, "pk", options["player"]),
            since=options["since"],
            until=options["until"],
            rules=options["rules"] or "",
            finished=options["finished"],
        )

        def begin(stack: ExitStack) -> Iterator[bytes]:
            bar = self.progress(stack, unit=" games")
            for line in record_lines(selection, left_out.append):
                yield line
                bar.update()

        self.write_all(begin, options)
        if left_out:
            self.stderr.write(
                f"{len(left_out)} score sheets are left out: not every hand is written down card by card."
            )


def _named(model: type[Any], field: str, value: object) -> Any:
    """Return the row that was named, or None where none was.

    Raises:
        CommandError: There is no such row.
    """
    if value is None:
        return None
    row = model.objects.filter(**{field: value}).first()
    if row is None:
        raise CommandError(f"There is no {model._meta.verbose_name} {value}.")
    return row
