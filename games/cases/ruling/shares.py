"""The shares of a weighted decision: exact fractions that come to 1. Pure."""

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Final

MAX_DENOMINATOR: Final = 1000
_FRACTION: Final = re.compile(r"(\d{1,4}) ?/ ?(\d{1,4})")
_PERCENT: Final = re.compile(r"(\d{1,3}(?:[.,]\d{1,3})?) ?%?")


def read_share(text: str) -> Fraction | None:
    """Return a share as it was written, as a fraction or in percent; None for anything that is no share.

    >>> read_share("3/5") == read_share("60 %") == read_share("60") == Fraction(3, 5)
    True
    >>> read_share("1/3"), read_share("12,5"), read_share("0"), read_share("100"), read_share("some")
    (Fraction(1, 3), Fraction(1, 8), None, None, None)
    """
    text = " ".join(text.split())
    if written := _FRACTION.fullmatch(text):
        over, under = map(int, written.groups())
        share = Fraction(over, under) if under else None
    elif written := _PERCENT.fullmatch(text):
        share = Fraction(written[1].replace(",", ".")) / 100
    else:
        share = None
    return share if share is not None and 0 < share < 1 and share.denominator <= MAX_DENOMINATOR else None


def stored(share: Fraction) -> str:
    """Return a share as a decision holds it: in lowest terms.

    >>> stored(Fraction(60, 100))
    '3/5'
    """
    return f"{share.numerator}/{share.denominator}"


def share_words(share: str | Fraction) -> str:
    """Return a share for people: in percent where that is exact, as a fraction elsewhere.

    >>> share_words("3/5"), share_words("1/3"), share_words("1/8")
    ('60\N{NO-BREAK SPACE}%', '1/3', '12.5\N{NO-BREAK SPACE}%')
    """
    exact = Fraction(share)
    percent = exact * 100
    if 10 % percent.denominator:
        return stored(exact)
    return f"{float(percent):g}\N{NO-BREAK SPACE}%"


def missing(shares: Iterable[Fraction]) -> Fraction:
    """Return what shares lack to come to 1; below 0 where they come to more."""
    return 1 - sum(shares, Fraction())
