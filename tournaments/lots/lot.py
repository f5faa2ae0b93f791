"""A lot and its steps: each is taken in its order only, or refused.

The server commits to a secret, captains commit to numbers, the list of their fingerprints is closed, the numbers are
opened, the order is drawn. No party can choose its part after having seen another's. The deeds of a tournament and the
check of a lot that is written down take the same steps here.
"""

import re
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from engine.phrases import Member, in_english, phrase
from tournaments.lots import construction
from tournaments.lots.construction import MAX_NUMBER_BYTES, MIN_NUMBER_BYTES, SECRET_BYTES

FORMAT: Final = "lelam-lot/1"
MIN_ENTRANTS: Final = 2
MAX_NUMBER: Final = 2**32 - 1
"""The greatest number of a lot and of an entrant, both from 1: each takes four bytes."""
_DIGITS = re.compile("(?:[0-9a-fA-F]{2})*")


class LotError(ValueError):
    """A step has no place in a lot.

    Attributes:
        code: A stable word for programs.
        text: What is wrong and what would be right, with named places (`engine.phrases`).
        at: The member of the step that is wrong; empty: its place in the order.
        members: What fills the places.
    """

    def __init__(self, code: str, text: str, at: str = "", **members: Member) -> None:
        super().__init__(in_english(text, members))
        self.code = code
        self.text = text
        self.at = at
        self.members = members


class Lot(Struct, frozen=True, kw_only=True):
    """A lot that is promised.

    Attributes:
        tournament: The tournament's id.
        number: Its number in the tournament, from 1.
        entrants: The numbers of all that take part, ascending.
        commitment: The fingerprint of the server's secret.
        secret: The secret. It is not published before the lot is drawn or dropped.
        promised: The fingerprints of the captains' numbers, by entrant, as they came.
        closed: The list of fingerprints is closed.
        opened: The numbers that were opened, by entrant, as they came.
        order: The entrants in the order drawn; empty before.
        dropped: The lot was given up before it was drawn.
    """

    tournament: UUID
    number: int
    entrants: tuple[int, ...]
    commitment: str
    secret: str = ""
    promised: tuple[tuple[int, str], ...] = ()
    closed: bool = False
    opened: tuple[tuple[int, str], ...] = ()
    order: tuple[int, ...] = ()
    dropped: bool = False

    def __repr__(self) -> str:
        return f"Lot({self.tournament}/{self.number}, {self.commitment})"

    @property
    def is_drawn(self) -> bool:
        """Whether its order is drawn."""
        return bool(self.order)

    @property
    def is_open(self) -> bool:
        """Whether it is still to be drawn."""
        return not (self.order or self.dropped)

    @property
    def unopened(self) -> tuple[int, ...]:
        """The entrants, ascending, whose captains committed to a number and have not opened it."""
        return tuple(sorted({entrant for entrant, _ in self.promised} - {entrant for entrant, _ in self.opened}))

    @property
    def place(self) -> bytes:
        """The bytes that bind a fingerprint to this lot."""
        return construction.place_of(self.tournament, self.number, self.entrants)


def promise(tournament: UUID, number: int, entrants: Sequence[int], secret: str) -> Lot:
    """Return a lot to which the server commits itself.

    Args:
        tournament: The tournament's id.
        number: The number of the lot in the tournament, from 1.
        entrants: The numbers of all that take part, in any order.
        secret: 32 random bytes.

    Raises:
        LotError: `too-few-entrants`, `entrant-twice`, `malformed-secret`.
    """
    ascending = tuple(sorted(entrants))
    check_entrants(ascending)
    if (digits := hexadecimal(secret, SECRET_BYTES, SECRET_BYTES)) is None:
        text = phrase("Draw a secret of {size} bytes, written in hexadecimal digits.")
        raise LotError("malformed-secret", text, "secret", size=SECRET_BYTES)
    place = construction.place_of(tournament, number, ascending)
    return Lot(
        tournament=tournament,
        number=number,
        entrants=ascending,
        commitment=construction.commitment(digits, place),
        secret=digits,
    )


def check_entrants(entrants: Sequence[int]) -> None:
    """Refuse the entrants of a lot unless they are two at least, ascending, each once.

    Raises:
        LotError: `too-few-entrants`, `entrant-twice`, `entrants-unordered`.
    """
    if len(entrants) < MIN_ENTRANTS:
        raise LotError("too-few-entrants", phrase("A lot needs two entrants at least."), "entrants")
    if len(set(entrants)) < len(entrants):
        raise LotError("entrant-twice", phrase("Name each entrant of a lot once."), "entrants")
    if list(entrants) != sorted(entrants):
        raise LotError("entrants-unordered", phrase("Name the entrants of a lot by ascending numbers."), "entrants")


def promise_number(lot: Lot, entrant: int, commitment: str) -> Lot:
    """Return the lot with a captain's commitment to a number.

    Args:
        entrant: The number of the captain's entrant.
        commitment: The fingerprint of the number (`construction.number_commitment`).

    Raises:
        LotError: `lot-drawn`, `lot-dropped`, `list-closed`, `not-in-lot`, `malformed-commitment`, `number-twice`.
    """
    _check_open(lot)
    if lot.closed:
        text = phrase("The list of lot {lot} is closed: no number can be added.")
        raise LotError("list-closed", text, lot=lot.number)
    _check_takes_part(lot, entrant)
    if (digits := hexadecimal(commitment, SECRET_BYTES, SECRET_BYTES)) is None:
        text = phrase("A fingerprint is {size} bytes, written in hexadecimal digits.")
        raise LotError("malformed-commitment", text, "commitment", size=SECRET_BYTES)
    if entrant in dict(lot.promised):
        text = phrase("Entrant {entrant} has already committed to a number; there is one for each entrant.")
        raise LotError("number-twice", text, "entrant", entrant=entrant)
    return replace(lot, promised=(*lot.promised, (entrant, digits)))


def close_list(lot: Lot) -> Lot:
    """Return the lot with its list of fingerprints closed.

    Raises:
        LotError: `lot-drawn`, `lot-dropped`, `list-closed`, `no-numbers`.
    """
    _check_open(lot)
    if lot.closed:
        raise LotError("list-closed", phrase("The list of lot {lot} is already closed."), lot=lot.number)
    if not lot.promised:
        text = phrase("There is no list to close: no captain has committed to a number.")
        raise LotError("no-numbers", text)
    return replace(lot, closed=True)


def open_number(lot: Lot, entrant: int, number: str) -> Lot:
    """Return the lot with a captain's number opened.

    Args:
        entrant: The number of the captain's entrant.
        number: The number that the captain has committed to, 16 to 64 bytes.

    Raises:
        LotError: `lot-drawn`, `lot-dropped`, `list-open`, `not-in-lot`, `malformed-number`, `not-promised`,
            `number-twice`, `other-number`.
    """
    _check_open(lot)
    if not lot.closed:
        text = phrase("Numbers of lot {lot} are opened when its list is closed.")
        raise LotError("list-open", text, lot=lot.number)
    _check_takes_part(lot, entrant)
    if (digits := hexadecimal(number, MIN_NUMBER_BYTES, MAX_NUMBER_BYTES)) is None:
        text = phrase("A number is {least} to {most} bytes, written in hexadecimal digits.")
        raise LotError("malformed-number", text, "number", least=MIN_NUMBER_BYTES, most=MAX_NUMBER_BYTES)
    expected = dict(lot.promised).get(entrant)
    if expected is None:
        text = phrase("Entrant {entrant} has not committed to a number before the list was closed.")
        raise LotError("not-promised", text, "entrant", entrant=entrant)
    if entrant in dict(lot.opened):
        text = phrase("Entrant {entrant} has already opened its number.")
        raise LotError("number-twice", text, "entrant", entrant=entrant)
    if construction.number_commitment(digits, lot.place, lot.commitment, entrant) != expected:
        text = phrase("The number is not the one that entrant {entrant} has committed to.")
        raise LotError("other-number", text, "number", entrant=entrant)
    return replace(lot, opened=(*lot.opened, (entrant, digits)))


def draw(lot: Lot) -> Lot:
    """Return the lot with the order that follows from its secret, its list and its numbers.

    Numbers that were not opened stay out, their fingerprints do not.

    Raises:
        LotError: `lot-drawn`, `lot-dropped`, `list-open`.
    """
    _check_open(lot)
    if lot.promised and not lot.closed:
        text = phrase("Close the list of lot {lot} before it is drawn.")
        raise LotError("list-open", text, lot=lot.number)
    order = construction.order_of(lot.entrants, lot.place, lot.secret, dict(lot.promised), dict(lot.opened))
    return replace(lot, order=order)


def drop(lot: Lot) -> Lot:
    """Return the lot, given up without being drawn.

    Raises:
        LotError: `lot-drawn`, `lot-dropped`.
    """
    _check_open(lot)
    return replace(lot, dropped=True)


def written(lot: Lot) -> dict[str, Any]:
    """Return the lot as `lelam-lot/1`, ready for JSON; before it is drawn without its secret and its order."""
    steps: list[dict[str, Any]] = [{"step": "promised", "commitment": lot.commitment}]
    steps += [{"step": "number-promised", "entrant": entrant, "commitment": text} for entrant, text in lot.promised]
    steps += [{"step": "closed"}] if lot.closed else []
    steps += [{"step": "number-opened", "entrant": entrant, "number": text} for entrant, text in lot.opened]
    document = {
        "format": FORMAT,
        "tournament": str(lot.tournament),
        "lot": lot.number,
        "entrants": list(lot.entrants),
        "steps": steps,
    }
    if lot.is_drawn:
        steps.append({"step": "drawn"})
        document |= {"secret": lot.secret, "order": list(lot.order)}
    return document


def hexadecimal(text: object, least: int, most: int) -> str | None:
    """Return a text of hexadecimal digits in lower case, or None if it is none of `least` to `most` bytes."""
    if not isinstance(text, str) or not _DIGITS.fullmatch(text) or not least <= len(text) // 2 <= most:
        return None
    return text.lower()


def _check_open(lot: Lot) -> None:
    if lot.is_drawn:
        raise LotError("lot-drawn", phrase("Lot {lot} is drawn: no step can follow."), lot=lot.number)
    if lot.dropped:
        raise LotError("lot-dropped", phrase("Lot {lot} was dropped; promise another one."), lot=lot.number)


def _check_takes_part(lot: Lot, entrant: int) -> None:
    if entrant not in lot.entrants:
        text = phrase("Entrant {entrant} does not take part in lot {lot}.")
        raise LotError("not-in-lot", text, "entrant", entrant=entrant, lot=lot.number)
