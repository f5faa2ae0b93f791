"""The one notation of calls and contracts: `28♦`, `30NT`, `29NS`, in the log, on bubbles and keys, and in sentences.

`docs/glossary.md` describes it, and the page *Notation* explains it to players. `games.words.drawings` draws the signs
of suits, with their names for screen readers.
"""

import re

from django.utils.translation import pgettext

SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUITS_OF = {symbol: suit for suit, symbol in SYMBOLS.items()}
SHAPES = {
    "number": re.compile(r"(?P<number>[0-9]{2})(?P<named>NS|NT|[SHDCP])\Z"),
    "reverse": re.compile(r"(?P<named>[SHDC])(?P<number>[0-9]{2})\Z"),
    "plus": re.compile(r"(?P<number>\+[1-7]?)(?P<named>NS|[SHDC])\Z"),
    "reverse-plus": re.compile(r"(?P<named>[SHDC])(?P<number>\+[1-7]?)\Z"),
}
"""The forms in which a call of 56 is said."""


def call_notation(call: str) -> str:
    """Return a call of the record format in notation; a word stays as it is.

    >>> call_notation("+2S"), call_notation("29NS"), call_notation("17"), call_notation("double")
    ('+2♠', '29NS', '17', 'double')
    """
    if not any(shape.match(call) for shape in SHAPES.values()):
        return call
    return re.sub("(?<!N)[SHDC]", lambda suit: SYMBOLS[suit[0]], call)


def contract_notation(bid: int | None, denomination: str | None = None, doubled: int | None = None) -> str:
    """Return a contract in notation.

    Args:
        bid: Its number; None for a four-card cot, which has none.
        denomination: Its denomination in 56: a suit's letter or `NT`; None in 28.
        doubled: 0, or 1 for a doubled and 2 for a redoubled contract.

    >>> contract_notation(17), contract_notation(34, "S"), contract_notation(28, "NT", 1)
    ('17', '34♠', '28NT doubled')
    """
    number = pgettext("contract", "cot") if bid is None else str(bid)
    return with_double(number + SYMBOLS.get(denomination or "", denomination or ""), doubled or 0)


def with_double(contract: str, doubled: int) -> str:
    """Return a contract in words or notation with its double: 1 for a double, 2 for a redouble."""
    if not doubled:
        return contract
    if doubled == 1:
        return pgettext("contract", "{contract} doubled").format(contract=contract)
    return pgettext("contract", "{contract} redoubled").format(contract=contract)
