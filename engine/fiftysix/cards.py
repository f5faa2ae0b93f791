"""The double pack, in which each card exists twice.

The two copies of a card are the same card (56-DECK-1), so a collection of cards does not say which copies are in it
but how many. It is one int with two bits a code, which count from 0 to 2. A card is its *unit*, the lower of its two
bits: adding it to a collection or taking it away is `+` and `-`, and "holds a card of the suit led" is a single `&`.
Every suit owns twelve neighbouring bits in the order of rank, highest first, so the lowest bit of some units of a
suit is the highest card.

Source: 56-DECK-1, 56-DECK-2, 56-DECK-3.
"""

from collections.abc import Iterable

from engine.cards import RANK_POINTS, SUITS, bits_of

RANKS = "J9ATKQ"
"""The ranks, high to low. Source: 56-DECK-2."""

COPIES = 2

CODES: tuple[str, ...] = tuple(suit + rank for suit in SUITS for rank in RANKS)
"""The code of every card, once, in game order."""

DECK: tuple[str, ...] = tuple(code for code in CODES for _ in range(COPIES))
"""The 48 cards, in game order. Source: 56-DECK-1."""

UNIT: dict[str, int] = {code: 1 << 2 * index for index, code in enumerate(CODES)}
"""The unit of every card code."""

CODE_OF: dict[int, str] = {unit: code for code, unit in UNIT.items()}

_WIDTH = 2 * len(RANKS)

SUIT_MASK: dict[str, int] = {suit: ((1 << _WIDTH) - 1) << (_WIDTH * number) for number, suit in enumerate(SUITS)}
"""Where the cards of a suit are counted, by its letter."""

SUIT_OF_MASK: dict[int, str] = {mask: suit for suit, mask in SUIT_MASK.items()}

SUIT_CARDS: dict[int, int] = {unit: SUIT_MASK[code[0]] for code, unit in UNIT.items()}
"""Where the cards of a card's own suit are counted, by the card's unit."""

ALL_OF: dict[int, int] = {
    mask: sum(COPIES * unit for code, unit in UNIT.items() if code[0] == suit) for suit, mask in SUIT_MASK.items()
}
"""All twelve cards of a suit, by its mask."""

POINTS: dict[int, int] = {unit: RANK_POINTS.get(code[1], 0) for code, unit in UNIT.items()}
"""The card points of a card, by its unit. Source: 56-DECK-3."""

_COUNTED = {copies * unit: (code,) * copies for code, unit in UNIT.items() for copies in (1, COPIES)}
"""The cards that each single bit of a collection counts."""

_SINGLE = sum(CODE_OF)

ALL_POINTS = sum(COPIES * points for points in POINTS.values())
"""The card points of the pack. Source: 56-DECK-3."""


def held(codes: Iterable[str]) -> int:
    """Return the collection of these cards, of none more than two copies.

    Raises:
        KeyError: A text is not the code of a card of this pack.

    >>> codes_of(held(["H9", "SJ", "H9"]))
    ('SJ', 'H9', 'H9')
    """
    return sum(map(UNIT.__getitem__, codes))


def codes_of(cards: int) -> tuple[str, ...]:
    """Return the codes of a collection in game order, one that is in it twice twice."""
    return tuple(code for bit in bits_of(cards) for code in _COUNTED[bit])


def kinds_of(cards: int) -> tuple[str, ...]:
    """Return the codes of a collection in game order, each once."""
    return tuple(_COUNTED[bit][0] for bit in bits_of(cards))


def count_of(cards: int) -> int:
    """Return the number of cards in a collection.

    >>> count_of(held(["H9", "SJ", "H9"]))
    3
    """
    return (cards & _SINGLE).bit_count() + COPIES * (cards & ~_SINGLE).bit_count()
