"""The construction of a lot: fingerprints, and the order that follows from the secret and the captains' numbers.

It is that of the deal (`games.tables.fair`) under names of its own: the same hash, the same words out of a seed and the
same shuffle. `docs/reference/fair-lot.md` has it byte by byte; `static/verify/verify_deal.py` is an independent
implementation. Fingerprints, secrets and numbers are texts of hexadecimal digits.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from engine.shuffling import shuffle, words

SECRET_BYTES: Final = 32
MIN_NUMBER_BYTES: Final = 16
"""Fewer bytes could be guessed from their fingerprint."""
MAX_NUMBER_BYTES: Final = 64

_COMMITMENT: Final = b"lelam-lot-commitment/1\0"
_NUMBER: Final = b"lelam-lot-number/1\0"
_SEED: Final = b"lelam-lot/1\0"


def place_of(tournament: UUID, lot: int, entrants: Sequence[int]) -> bytes:
    """Return the bytes that bind a fingerprint to one lot of one tournament among these entrants.

    Args:
        tournament: The tournament's id.
        lot: The number of the lot in the tournament, from 1.
        entrants: The numbers of all that take part, ascending.
    """
    numbers = b"".join(_four(entrant) for entrant in entrants)
    return tournament.bytes + _four(lot) + _four(len(entrants)) + numbers


def commitment(secret: str, place: bytes) -> str:
    """Return the fingerprint that binds the server to a secret.

    Args:
        secret: 32 bytes.
        place: Of the lot (`place_of`).
    """
    return hashlib.sha256(_COMMITMENT + place + bytes.fromhex(secret)).hexdigest()


def number_commitment(number: str, place: bytes, promised: str, entrant: int) -> str:
    """Return the fingerprint by which a captain commits to a number, in answer to the server's commitment.

    Args:
        number: 16 to 64 bytes.
        place: Of the lot (`place_of`).
        promised: The server's commitment.
        entrant: The number of the captain's entrant.
    """
    answered = place + bytes.fromhex(promised) + _four(entrant)
    return hashlib.sha256(_NUMBER + answered + bytes.fromhex(number)).hexdigest()


def order_of(
    entrants: Sequence[int], place: bytes, secret: str, promised: Mapping[int, str], opened: Mapping[int, str]
) -> tuple[int, ...]:
    """Return the entrants in the order drawn.

    Args:
        entrants: All that take part, ascending.
        place: Of the lot (`place_of`).
        secret: The server's secret.
        promised: The fingerprints in the closed list, by entrant.
        opened: The numbers that were opened, by entrant; each has a fingerprint.
    """
    seed = hashlib.sha256(_SEED + place + bytes.fromhex(secret))
    for entrant in sorted(promised):
        number = bytes.fromhex(opened.get(entrant, ""))
        seed.update(_four(entrant) + bytes.fromhex(promised[entrant]) + bytes((len(number),)) + number)
    order = list(entrants)
    shuffle(order, words(seed.digest()))
    return tuple(order)


def _four(number: int) -> bytes:
    return number.to_bytes(4, "big")
