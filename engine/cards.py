"""Cards and sets of cards.

A card is known to the world by its *code*, suit letter and rank: `SJ`, `H9`, `DT`, `C7`. Inside the engine a
card is one bit of an int, and a set of cards is a mask, so that "has a card of the suit led" is a single `&`.
Every suit owns ten neighbouring bits in the order of rank, highest first, so the lowest set bit of a mask
within a suit is the highest card.

Source: 28-DECK-1, 28-DECK-2, 28-DECK-3, 28-W8-2.
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_

SUITS = "SHDC"
RANKS = "J39ATKQ876"
"""Every rank of the record format, high to low. The three is met only in `28-wikipedia-8`."""

SUIT_NAMES = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
RANK_POINTS = {"J": 3, "9": 2, "A": 1, "T": 1, "3": 3}

_WIDTH = len(RANKS)

CODES: tuple[str, ...] = tuple(suit + rank for suit in SUITS for rank in RANKS)
"""The code of every card, by the number of its bit."""

BIT: dict[str, int] = {code: 1 << index for index, code in enumerate(CODES)}
"""The bit of every card code."""

NO_CARD = ""
"""Stands for a card that nobody saw, in a partly known hand."""

CODE_OF: dict[int, str] = {bit: code for code, bit in BIT.items()}

SUIT_MASK: dict[str, int] = {suit: ((1 << _WIDTH) - 1) << (_WIDTH * number) for number, suit in enumerate(SUITS)}
"""All the cards of a suit, by its letter."""

SUIT_OF_MASK: dict[int, str] = {mask: suit for suit, mask in SUIT_MASK.items()}

SUIT_CARDS: dict[int, int] = {bit: SUIT_MASK[code[0]] for code, bit in BIT.items()}
"""All the cards of a card's own suit, by the card's bit."""

POINTS: dict[int, int] = {bit: RANK_POINTS.get(code[1], 0) for code, bit in BIT.items()}
"""The card points of a card, by its bit. Source: 28-DECK-3."""


def mask_of(codes: Iterable[str]) -> int:
    """Return the set of these cards.

    Args:
        codes: Card codes, in any order.

    Returns:
        A bit mask.

    Raises:
        KeyError: A text is not a card code.

    >>> codes_of(mask_of(["H9", "SJ"]))
    ('SJ', 'H9')
    """
    return reduce(or_, map(BIT.__getitem__, codes), 0)


def bits_of(mask: int) -> Iterator[int]:
    """Yield the single bits of a set of cards, in game order: by suit, each high to low."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def codes_of(mask: int) -> tuple[str, ...]:
    """Return the codes of a set of cards in game order (see `bits_of`)."""
    return tuple(CODE_OF[bit] for bit in bits_of(mask))


def points_of(mask: int) -> int:
    """Return the card points of a set of cards. Source: 28-DECK-3.

    >>> points_of(mask_of(["SJ", "S9", "SA", "ST", "SK"]))
    7
    """
    return sum(POINTS[bit] for bit in bits_of(mask))


def make_deck(ranks: str) -> tuple[str, ...]:
    """Return the deck with these ranks in each suit, in game order. Source: 28-DECK-1."""
    return tuple(suit + rank for suit in SUITS for rank in ranks)
