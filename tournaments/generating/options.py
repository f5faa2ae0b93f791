"""The options of a generator: which tournaments it makes up."""

from typing import Final

from msgspec import Struct

from tournaments.stages.stage import CROSS_GROUP, INDIVIDUAL, STAGE_TYPES, SWISS

MAX_ENTRANTS: Final = 256
MAX_ROUNDS: Final = 100
MIN_PLAYERS: Final = 4
"""The players of an individual with one table of four."""

WITH_ROUNDS: Final = (SWISS, CROSS_GROUP, INDIVIDUAL)
"""The types whose number of rounds can be chosen; in the others it follows from the entrants."""


class OptionsError(ValueError):
    """No tournament can be made by the options; the text says why, and what would be right."""


class GeneratorOptions(Struct, frozen=True):
    """Which tournaments are made up.

    Attributes:
        type: One of `STAGE_TYPES`, of every stage; None: a mix.
        least: The fewest entrants of a tournament.
        most: The most entrants of a tournament. Stages after the first have fewer.
        rounds: Of every stage whose type is in `WITH_ROUNDS`; None: at random.
        played: The share of the tournament that is played, from 0 to 1, each stage counting alike. Less than 1: it is
            broken off, as a rule in the middle of a round. None: most are whole, the others broken off anywhere.
    """

    type: str | None = None
    least: int = 4
    most: int = 20
    rounds: int | None = None
    played: float | None = None


def check_options(options: GeneratorOptions) -> None:
    """Check that tournaments can be made by the options.

    Raises:
        OptionsError: They cannot.
    """
    if options.type is not None and options.type not in STAGE_TYPES:
        raise OptionsError(f"the type is one of {', '.join(STAGE_TYPES)}")
    if not 2 <= options.least <= options.most <= MAX_ENTRANTS:
        raise OptionsError(f"the entrants are from 2 to {MAX_ENTRANTS}, the smaller number first")
    if options.rounds is not None and not 1 <= options.rounds <= MAX_ROUNDS:
        raise OptionsError(f"the rounds are from 1 to {MAX_ROUNDS}")
    if options.played is not None and not 0 <= options.played <= 1:
        raise OptionsError("the share that is played is from 0 to 1")
    if options.rounds is not None and options.type not in (None, *WITH_ROUNDS):
        raise OptionsError(f"the rounds of a {options.type} follow from its entrants; leave them out")
    if not types_possible(options):
        raise OptionsError(_too_few(options))


def types_possible(options: GeneratorOptions) -> list[str]:
    """Return the types that the first stage of a tournament can have."""
    types = STAGE_TYPES if options.type is None else (options.type,)
    return [kind for kind in types if sizes_possible(kind, options)]


def sizes_possible(kind: str, options: GeneratorOptions) -> list[int]:
    """Return the numbers of entrants with which a stage of a type can be made."""
    sizes = range(options.least, options.most + 1)
    if kind == CROSS_GROUP:
        return [size for size in sizes if size % 2 == 0 and size >= 2 * (options.rounds or 1)]
    if kind == INDIVIDUAL:
        return [size for size in sizes if size >= MIN_PLAYERS]
    return list(sizes)


def _too_few(options: GeneratorOptions) -> str:
    if options.type == INDIVIDUAL:
        return f"an individual has {MIN_PLAYERS} players at least"
    return f"a cross_group of {options.rounds or 1} rounds has an even number of entrants, at least two a round"
