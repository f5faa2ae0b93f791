"""The provably fair deal: what the server promises before a hand, and the pack that follows from it.

Before anybody's number comes in the server draws a secret of 32 bytes and publishes its `commitment`. Players may then
give numbers of their own. The order of the pack follows from the secret and those numbers by `shuffled`, and the secret
is published when the hand is over. `docs/fair-deal.md` has the construction byte by byte, and the script
`static/verify/verify_deal.py` is a second implementation that needs nothing but Python. Pure, and only of the standard
library.
"""

import hashlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from engine.phrases import phrase

SECRET_BYTES = 32
MOST_ENTROPY_BYTES = 64
FORMAT = "lelam-deal/1"

_COMMITMENT = b"lelam-commitment/1\0"
_SEED = b"lelam-deal/1\0"

Entropies = Sequence[tuple[int, str]]
"""A seat and its number in hexadecimal digits, at most one a seat."""


class Dealt(NamedTuple):
    """What a deal gives: the pack from the top, and the seat that deals if the dealer is chosen by lot."""

    pack: tuple[str, ...]
    lot: int


def draw_secret() -> str:
    """Return a new secret (hex)."""
    return secrets.token_hex(SECRET_BYTES)


def commitment(secret: str, stream: UUID, hand: int) -> str:
    """Return the fingerprint that binds the server to a secret for one hand of one game.

    Args:
        secret: The secret (hex).
        stream: The id of the game.
        hand: The number of the hand, from 1.

    Returns:
        SHA-256 in hex.
    """
    return hashlib.sha256(_COMMITMENT + _place(stream, hand) + bytes.fromhex(secret)).hexdigest()


def shuffled(deck: Sequence[str], *, players: int, secret: str, stream: UUID, hand: int, entropies: Entropies) -> Dealt:
    """Return the pack, and the dealer by lot, that follow from a secret and the players' numbers.

    Args:
        deck: The rule set's cards in its own order.
        players: How many sit at the table.
        secret: The server's secret (hex).
        stream: The id of the game.
        hand: The number of the hand, from 1.
        entropies: The players' numbers, in any order.
    """
    seed = hashlib.sha256(_SEED + _place(stream, hand) + bytes.fromhex(secret))
    for seat, number in sorted(entropies):
        given = bytes.fromhex(number)
        seed.update(bytes((seat, len(given))) + given)
    words = _words(seed.digest())
    pack = list(deck)
    for last in range(len(pack) - 1, 0, -1):
        chosen = _below(words, last + 1)
        pack[last], pack[chosen] = pack[chosen], pack[last]
    return Dealt(tuple(pack), _below(words, players))


def faults_of(deal: Mapping[str, Any], *, deck: Sequence[str], players: int, packet: int) -> list[str]:
    """Return what is wrong with a published deal; nothing if it is as promised.

    Args:
        deal: The document that a hand's page offers (`docs/fair-deal.md`).
        deck: The rule set's cards in its own order.
        players: How many sit at the table.
        packet: How many cards are dealt together.
    """
    try:
        if deal["format"] != FORMAT:
            return [phrase("This is not a lelam-deal/1 document.")]
        stream, hand, secret = UUID(str(deal["game"])), int(deal["hand"]), str(deal["secret"])
        entropies = [(int(seat), str(number)) for seat, number in deal["entropies"]]
        promised = commitment(secret, stream, hand)
        dealt = shuffled(deck, players=players, secret=secret, stream=stream, hand=hand, entropies=entropies)
        dealer, cards = int(deal["dealer"]), [tuple(held) for held in deal["cards"]]
        published = str(deal["commitment"])
        pack = tuple(deal["pack"])
    except (KeyError, TypeError, ValueError, OverflowError):
        return [phrase("The document is not complete, or something in it cannot be read.")]
    faults = []
    if promised != published:
        faults.append(phrase("The secret is not the one that was committed to."))
    if dealt.pack != pack:
        faults.append(phrase("The pack does not follow from the secret and the players' numbers."))
    if hand == 1 and dealer != dealt.lot:
        faults.append(phrase("The first dealer does not follow from the lot."))
    hands: list[tuple[str, ...]] = [()] * players
    for number, start in enumerate(range(0, len(dealt.pack), packet)):
        hands[(dealer + 1 + number) % players] += dealt.pack[start : start + packet]
    if hands != cards:
        faults.append(phrase("The cards were not dealt from that pack."))
    return faults


def _place(stream: UUID, hand: int) -> bytes:
    """Return what binds a text to one hand of one game."""
    return stream.bytes + hand.to_bytes(4, "big")


def _words(seed: bytes) -> Iterator[int]:
    """Yield 32-bit numbers: SHA-256 over the seed and a counter, eight numbers a block."""
    counter = 0
    while True:
        block = hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def _below(words: Iterator[int], limit: int) -> int:
    """Return a number from 0 to `limit` - 1, each equally likely: words at the uneven end are thrown away."""
    fair = 2**32 - 2**32 % limit
    return next(word for word in words if word < fair) % limit
