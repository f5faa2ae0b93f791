"""How often what a call of 56 tells by the card is so, from the file that `manage.py measure_meanings` writes."""

from functools import cache
from pathlib import Path
from typing import Final

import msgspec

FORMAT: Final = "lelam-meanings/1"
FILE: Final = Path(__file__).parent / "meanings.json"


class Measured(msgspec.Struct, frozen=True, array_like=True):
    """How often a row of a card held.

    Attributes:
        cases: The number of calls by it, made by steady bots on random deals.
        held: In how many of them the caller's hand was as the row says.
        hands: The number of random hands that were compared with what such a call said.
        fits: How many of them were as it said, though nobody had called so.
    """

    cases: int
    held: int
    hands: int
    fits: int


class Measurement(msgspec.Struct, frozen=True):
    """A measurement: for each rule set the rows of its default card that were called."""

    format: str
    deals: int
    rules: dict[str, dict[str, Measured]]


@cache
def measurement() -> Measurement:
    """Return the measurement that comes with the product."""
    return msgspec.json.decode(FILE.read_bytes(), type=Measurement)


def measured(rules_id: str, row: str) -> Measured | None:
    """Return how often a row of a rule set's default card held; None where it was not measured."""
    return measurement().rules.get(rules_id, {}).get(row)
