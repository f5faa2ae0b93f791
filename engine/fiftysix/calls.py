"""The notation of the auction: every readable call, with its number and denomination.

There are some fourteen hundred such texts, so they are all in one table, and reading a call is a look-up.

NS, NT and P name the same denomination, no trump. Source: 56-AUC-4, 56-AUC-5, 56-CON-2.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from string import digits

import msgspec

from engine.cards import SUITS
from engine.phrases import phrase

NO_TRUMP = "NT"

LOWEST = 28
HIGHEST = 56
"""The numbers of contract bids. Source: 56-AUC-3."""

HIGHEST_RISE = 7
"""A plus call rises by so much at most. Source: 56-AUC-4, 56-AUC-5."""


class Form(msgspec.Struct, frozen=True, eq=False):
    """A form of contract bid: its name in the ledger, and a few examples. There is one value of each."""

    name: str
    examples: tuple[str, ...]


NUMBER_SUIT = Form(phrase("number suit"), ("28S",))
NUMBER_NOS = Form(phrase("number NOS"), ("29NS",))
NUMBER_NO_TRUMP = Form(phrase("number no-trump"), ("30NT",))
NUMBER_PASS = Form(phrase("number pass"), ("28P",))
REVERSE = Form(phrase("reverse"), ("S28",))
PLUS_SUIT = Form(phrase("plus suit"), ("+S", "+1S", "+2S"))
REVERSE_PLUS = Form(phrase("reverse plus"), ("S+", "S+1", "S+2"))
PLUS_NOS = Form(phrase("plus NOS"), ("+1NS", "+2NS"))

FORMS = (NUMBER_SUIT, NUMBER_NOS, NUMBER_NO_TRUMP, NUMBER_PASS, REVERSE, PLUS_SUIT, REVERSE_PLUS, PLUS_NOS)
"""Every form that is admitted somewhere, in the order of the ledger."""


class ParsedCall(msgspec.Struct, frozen=True):
    """The contract bid that a readable text stands for.

    `form` is None for what is readable but admitted nowhere. A text either names its `number`, or (None then) rises by
    `rise` from the last bid.
    """

    form: Form | None
    denomination: str
    number: int | None = None
    rise: int = 0

    def number_over(self, bid: int) -> int:
        """Return the resulting number over the last bid (0 if there is none). Source: 56-AUC-5."""
        return (bid or LOWEST - 1) + self.rise if self.number is None else self.number


def _numbered(before: str, after: str, form: Form | None, denomination: str) -> Iterator[tuple[str, ParsedCall]]:
    """Yield the texts with a number of two digits between two parts."""
    for number in range(100):
        yield f"{before}{number:02}{after}", ParsedCall(form, denomination, number)


def _rising(before: str, after: str, form: Form | None, denomination: str) -> Iterator[tuple[str, ParsedCall]]:
    """Yield the texts with a rise of one digit, or none written, between two parts."""
    for digit in ("", *digits):
        rise = int(digit or 1)
        admitted = form if 1 <= rise <= HIGHEST_RISE else None
        yield f"{before}{digit}{after}", ParsedCall(admitted, denomination, rise=rise)


def readable() -> Iterator[tuple[str, ParsedCall]]:
    """Yield every readable text, form by form, in each by denomination. Source: 56-AUC-4."""
    for suit in SUITS:
        yield from _numbered("", suit, NUMBER_SUIT, suit)
    for word, form in (("NS", NUMBER_NOS), ("NT", NUMBER_NO_TRUMP), ("P", NUMBER_PASS)):
        yield from _numbered("", word, form, NO_TRUMP)
    for suit in SUITS:
        yield from _numbered(suit, "", REVERSE, suit)
    for suit in SUITS:
        yield from _rising("+", suit, PLUS_SUIT, suit)
    for suit in SUITS:
        yield from _rising(f"{suit}+", "", REVERSE_PLUS, suit)
    for text, said in _rising("+", "NS", PLUS_NOS, NO_TRUMP):
        # A plus before NOS has its digit written.
        yield text, said if text != "+NS" else ParsedCall(None, NO_TRUMP, rise=1)
    yield from _rising("+", "NT", None, NO_TRUMP)
    for word in ("NS", "NT"):
        yield from _rising(f"{word}+", "", None, NO_TRUMP)
        yield from _numbered(word, "", None, NO_TRUMP)


READABLE: dict[str, ParsedCall] = dict(readable())
"""What each readable text says; any other text is no call."""


def is_readable(text: str) -> bool:
    """Return whether a text is a call, admitted or not. Source: 56-AUC-4.

    >>> is_readable("+9S"), is_readable("+10S")
    (True, False)
    """
    return text in READABLE


@cache
def _sayable(forms: tuple[Form, ...]) -> tuple[tuple[str, ParsedCall], ...]:
    """Return the texts of some forms that can ever be a bid, form by form, in each by denomination."""
    return tuple(
        (text, said)
        for text, said in READABLE.items()
        if said.form in forms and (said.number is None or LOWEST <= said.number <= HIGHEST)
    )


@lru_cache(maxsize=2048)
def calls_over(forms: tuple[Form, ...], bid: int, denominations: tuple[str, ...]) -> tuple[str, ...]:
    """Return every text that bids more, by number, then form, then denomination.

    Args:
        forms: The forms admitted.
        bid: The last bid, or 0.
        denominations: The denominations that may be named.

    >>> calls_over((NUMBER_SUIT, PLUS_SUIT), 55, ("H",))
    ('56H', '+H', '+1H')
    """
    admitted = {
        text: number
        for text, said in _sayable(forms)
        if said.denomination in denominations and bid < (number := said.number_over(bid)) <= HIGHEST
    }
    return tuple(sorted(admitted, key=admitted.__getitem__))
