"""The rows of the ledger of 56 by which a finished hand can be ruled. Pure.

Most rows say how a hand goes on after an irregularity; once it is over, only remedies that decide the hand, award stake
points beside it or warn somebody can still be ruled.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import engine
from engine.fiftysix.irregularities import Effect, Irregularity, Remedy, irregularities_of
from engine.fiftysix.ruleset import FiftySix

OF_SUBJECT: Final = {
    "call": ("56-IRR-14", "56-IRR-21", "56-IRR-27"),
    "play": ("56-IRR-24", "56-IRR-25", "56-IRR-29", "56-IRR-20"),
    "revoke": ("56-IRR-24", "56-IRR-25", "56-IRR-26", "56-IRR-29"),
    "score": ("56-IRR-20", "56-IRR-30"),
    "deal": ("56-IRR-1", "56-IRR-28"),
    "time": (),
    "conduct": ("56-IRR-27", "56-IRR-26"),
    "exposed-card": ("56-IRR-27",),
}
"""The rows that a dispute is most likely about, by its subject: they are offered first."""


class OpenRow(NamedTuple):
    """A row, and those of its remedies that are possible after the hand."""

    row: Irregularity
    remedies: tuple[Remedy, ...]


def warns(row: Irregularity, remedy: Remedy) -> bool:
    """Tell whether a remedy warns a player and leaves the result as it is. Source: 56-IRR-27."""
    return row.id == "56-IRR-27" and not remedy.effects


def rows_after(rules: engine.RuleSet) -> tuple[OpenRow, ...]:
    """Return the rows by which a finished hand can be ruled, in the order of the ledger; none but in 56.

    >>> [row.id for row, _ in rows_after(engine.load_rules("56-standard-6"))][:5]
    ['56-IRR-1', '56-IRR-14', '56-IRR-20', '56-IRR-21', '56-IRR-24']

    Source: 56-IRR-1, 56-IRR-14, 56-IRR-20, 56-IRR-21, 56-IRR-24 to 56-IRR-30.
    """
    if not isinstance(rules, FiftySix):
        return ()
    open_rows = (OpenRow(row, tuple(_remedies(row))) for row in irregularities_of(rules.conventions))
    return tuple(offered for offered in open_rows if offered.remedies)


def _remedies(row: Irregularity) -> Iterator[Remedy]:
    return (
        remedy for remedy in row.remedies if remedy.ends_hand or Effect.POINT in remedy.effects or warns(row, remedy)
    )
