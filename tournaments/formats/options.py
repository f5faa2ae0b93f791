"""Reading the options of a stage."""

from collections.abc import Sequence
from typing import Any, Final

from tournaments.formats.errors import DrawError
from tournaments.stages.stage import Stage

MAX_PAIRS: Final = 2_500_000
"""The matches of a schedule that is drawn as a whole."""


def check_pairs(count: int) -> None:
    """Refuse a schedule that is too large to be drawn.

    Raises:
        DrawError: It has more than `MAX_PAIRS` matches.
    """
    if count > MAX_PAIRS:
        raise DrawError(f"a schedule has {MAX_PAIRS} matches at most; this one would have {count}")


def number_in(stage: Stage, name: str, least: int, most: int, *, default: int | None = None) -> int:
    """Return an option that is a whole number.

    Raises:
        DrawError: It is missing without a default, or no whole number from `least` to `most`.
    """
    value = stage.options.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise DrawError(f"the option {name} is a whole number from {least} to {most}")
    return value


def flag_in(stage: Stage, name: str) -> bool:
    """Return an option that is true or false; false where it is not given.

    Raises:
        DrawError: It is neither.
    """
    value = stage.options.get(name, False)
    if not isinstance(value, bool):
        raise DrawError(f"the option {name} is true or false")
    return value


def halves_in(stage: Stage) -> tuple[Sequence[str], Sequence[str]]:
    """Return the two halves of a cross-group, which hold every entrant once.

    Raises:
        DrawError: They do not, or they are of different sizes.
    """
    halves: Any = stage.options.get("halves")
    names = [entrant.id for entrant in stage.entrants]
    if (
        not isinstance(halves, list)
        or len(halves) != 2
        or not all(isinstance(half, list) and all(isinstance(name, str) for name in half) for half in halves)
    ):
        raise DrawError("the option halves is two lists of ids")
    one, other = halves
    if len(one) != len(other):
        raise DrawError(f"the halves are of one size; here they have {len(one)} and {len(other)} entrants")
    if sorted([*one, *other]) != sorted(names):
        raise DrawError("the halves hold every entrant of the stage once")
    return one, other
