"""`manage.py generate_events`: make up whole tournaments to test with. Needs no database."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

from django.core.management.base import CommandError

from clubs.base.lines import OutputCommand
from tournaments.generating.making import tournament_line
from tournaments.generating.options import WITH_ROUNDS, GeneratorOptions, OptionsError, check_options
from tournaments.stages.stage import STAGE_TYPES

_DEFAULTS = GeneratorOptions()


def _whole_number(least: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from a least one."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least:
            raise ArgumentTypeError(f"a whole number from {least}, not {text!r}")
        return number

    return read


def _entrant_range(text: str) -> tuple[int, int]:
    """Return the two numbers of `4-20`; of one number alone that number twice."""
    least, _, most = text.partition("-")
    try:
        return int(least), int(most or least)
    except ValueError:
        raise ArgumentTypeError(f"two whole numbers such as 4-20, not {text!r}") from None


def _share(text: str) -> float:
    """Return a share, from 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= 1:
        raise ArgumentTypeError(f"a number from 0 to 1, not {text!r}")
    return value


class Command(OutputCommand):
    """Writes made-up tournaments, one a line."""

    help = (
        "Make up whole tournaments (lelam-tournament/1) to test with, one a line; the same seed gives the same bytes."
    )
    doing = "Making up"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        super().add_arguments(parser)
        parser.add_argument(
            "--count", metavar="N", type=_whole_number(1), default=100, help="how many tournaments (default: 100)"
        )
        parser.add_argument(
            "--seed", metavar="N", type=_whole_number(0), default=1, help="the seed of all of them (default: 1)"
        )
        parser.add_argument("--type", choices=STAGE_TYPES, help="the type of every stage (default: a mix)")
        parser.add_argument(
            "--entrants",
            metavar="LEAST-MOST",
            type=_entrant_range,
            default=(_DEFAULTS.least, _DEFAULTS.most),
            help=f"how many entrants a tournament has (default: {_DEFAULTS.least}-{_DEFAULTS.most})",
        )
        parser.add_argument(
            "--rounds",
            metavar="N",
            type=_whole_number(1),
            help=f"the rounds of a stage of type {', '.join(WITH_ROUNDS)} (default: at random)",
        )
        parser.add_argument(
            "--played",
            metavar="SHARE",
            type=_share,
            help="the share that is played: 1 is whole, 0.5 broken off half way (default: most are whole)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the tournaments."""
        least, most = options["entrants"]
        generator_options = GeneratorOptions(options["type"], least, most, options["rounds"], options["played"])
        try:
            check_options(generator_options)
        except OptionsError as fault:
            raise CommandError(f"Nothing was made: {fault}.") from None

        def begin(stack: ExitStack) -> Iterator[bytes]:
            bar = self.progress(stack, total=options["count"], unit=" tournaments")
            for number in range(1, options["count"] + 1):
                yield tournament_line(options["seed"], number, generator_options)
                bar.update()

        self.write_all(begin, options)
