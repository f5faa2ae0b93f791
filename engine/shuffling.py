"""A shuffle that anybody can repeat: the same seed gives the same order, on every machine and in every language.

The deals (`docs/reference/fair-deal.md`) and the lots of tournaments (`docs/reference/fair-lot.md`) shuffle by it; the
formats say it byte by byte, so nothing here can change.
"""

import hashlib
import struct
from collections.abc import Iterator
from typing import Any, Final

_EIGHT: Final = struct.Struct(">8I")
_WORDS: Final = 2**32
"""So many different words there are."""


def words(seed: bytes) -> Iterator[int]:
    """Yield 32-bit numbers: SHA-256 over the seed and a counter, eight numbers a block."""
    counter = 0
    while True:
        block = hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()
        yield from _EIGHT.unpack(block)
        counter += 1


def below(numbers: Iterator[int], limit: int) -> int:
    """Return a number from 0 to `limit` - 1, each equally likely: words beyond the last multiple of it are rejected."""
    fair = _WORDS - _WORDS % limit
    number = next(numbers)
    while number >= fair:
        number = next(numbers)
    return number % limit


def shuffle(items: list[Any], numbers: Iterator[int]) -> None:
    """Put items into the order that words give them: each place from the last down is exchanged with one up to it.

    The place is drawn as by `below`.
    """
    limit = len(items)
    if limit < 2:
        return
    for number in numbers:
        if number >= _WORDS - _WORDS % limit:
            continue
        limit -= 1
        chosen = number % (limit + 1)
        items[limit], items[chosen] = items[chosen], items[limit]
        if limit == 1:
            return
