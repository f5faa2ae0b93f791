"""The check of a lot that is written down as `lelam-lot/1`.

Source: `docs/reference/fair-lot.md`.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple
from uuid import UUID

from msgspec.structs import replace

from engine.phrases import in_english, phrase
from tournaments.lots.construction import SECRET_BYTES, commitment
from tournaments.lots.lot import (
    FORMAT,
    MAX_NUMBER,
    Lot,
    LotError,
    check_entrants,
    close_list,
    draw,
    hexadecimal,
    open_number,
    promise_number,
)

_UUID = re.compile("[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


class Finding(NamedTuple):
    """A fault of a lot.

    Attributes:
        code: A stable word for programs.
        at: Its place in the document, such as `steps[3].number`; empty: the whole of it.
        text: What is wrong and what would be right, in English.
    """

    code: str
    at: str
    text: str


class MalformedLot(ValueError):  # noqa: N818  # says what it is
    """A document is no lot.

    Attributes:
        at: The place of the fault, such as `steps[3].entrant`; empty: the whole of it.
    """

    def __init__(self, message: str, at: str = "") -> None:
        super().__init__(f"{at}: {message}" if at else message)
        self.message = message
        self.at = at


def check_lot(document: object, earlier: object = None) -> list[Finding]:
    """Return everything in a written lot that is not as promised; nothing if it is.

    Args:
        document: The lot, drawn: a JSON value that was read, or its text.
        earlier: The same lot as somebody saved it before, at any of its steps; None without.
    """
    try:
        findings = list(_faults(_read(document)))
    except MalformedLot as fault:
        return [Finding("malformed", fault.at, fault.message)]
    if earlier is not None:
        try:
            findings += _differences(_read(document), _read(earlier))
        except MalformedLot as fault:
            findings.append(Finding("malformed-earlier", fault.at, fault.message))
    return findings


def _read(document: object) -> Mapping[str, Any]:
    """Return the members of a document, those that every lot has checked for their kinds."""
    if isinstance(document, str | bytes):
        try:
            document = json.loads(document)
        except (ValueError, RecursionError):
            raise MalformedLot("a lot is one JSON object") from None
    if not isinstance(document, Mapping):
        raise MalformedLot("a lot is one JSON object")
    if document.get("format") != FORMAT:
        raise MalformedLot(f"this is not {FORMAT}", "format")
    tournament = document.get("tournament")
    if not isinstance(tournament, str) or not _UUID.fullmatch(tournament):
        raise MalformedLot("write the id of the tournament as 8-4-4-4-12 hexadecimal digits", "tournament")
    _number(document.get("lot"), "lot")
    for member in ("entrants", "steps"):
        if not isinstance(document.get(member), list):
            raise MalformedLot("this is a list", member)
    for place, entrant in enumerate(document["entrants"]):
        _number(entrant, f"entrants[{place}]")
    for place, step in enumerate(document["steps"]):
        if not isinstance(step, Mapping) or not isinstance(step.get("step"), str):
            raise MalformedLot('a step is an object with the name of the "step"', f"steps[{place}]")
    return document


def _number(value: object, at: str) -> int:
    """Return a number of a lot or an entrant."""
    if type(value) is not int or not 1 <= value <= MAX_NUMBER:
        raise MalformedLot(f"this is an integer from 1 to {MAX_NUMBER}", at)
    return value


def _faults(document: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield the faults of a lot by itself."""
    entrants = tuple(document["entrants"])
    try:
        check_entrants(entrants)
    except LotError as fault:
        yield Finding(fault.code, "entrants", str(fault))
    secret = hexadecimal(document.get("secret"), SECRET_BYTES, SECRET_BYTES)
    if secret is None:
        raise MalformedLot(f"the secret is {SECRET_BYTES} bytes, written in hexadecimal digits", "secret")
    lot = Lot(
        tournament=UUID(document["tournament"]), number=document["lot"], entrants=entrants, commitment="", secret=secret
    )
    for place, step in enumerate(document["steps"]):
        try:
            lot = _taken(lot, step, f"steps[{place}]")
        except LotError as fault:
            member = f".{fault.at}" if fault.at in step else ""
            yield Finding(fault.code, f"steps[{place}]{member}", str(fault))
    if not lot.is_drawn:
        yield Finding("not-drawn", "steps", phrase('The steps of a lot end with "drawn".'))
    if commitment(secret, lot.place) != lot.commitment:
        text = phrase("The secret is not the one that the server committed to for this lot and these entrants.")
        yield Finding("other-secret", "secret", text)
    order = document.get("order")
    if not isinstance(order, list) or any(type(entrant) is not int for entrant in order):
        raise MalformedLot("the order is a list of entrants", "order")
    if sorted(order) != sorted(entrants):
        text = phrase("The order must have each entrant of the lot once, and nobody else.")
        yield Finding("not-every-entrant", "order", text)
    if tuple(order) != lot.order:
        text = phrase("The order does not follow from the secret and the captains' numbers.")
        yield Finding("other-order", "order", text)


def _taken(lot: Lot, step: Mapping[str, Any], at: str) -> Lot:
    """Return the lot after a step.

    Raises:
        LotError: The step has no place here.
    """
    name = step["step"]
    if name == "promised":
        if lot.commitment:
            raise LotError("promised-twice", phrase("The server commits itself only once, in the first step."))
        text = hexadecimal(step.get("commitment"), SECRET_BYTES, SECRET_BYTES)
        if text is None:
            raise MalformedLot(f"a fingerprint is {SECRET_BYTES} bytes, in hexadecimal digits", f"{at}.commitment")
        return replace(lot, commitment=text)
    if (take := _STEPS.get(name)) is None:
        raise LotError("unknown-step", phrase("A step is one of {steps}."), "step", steps=("promised", *_STEPS))
    if not lot.commitment:
        raise LotError("not-promised-first", phrase("The first step is the server's commitment."))
    return take(lot, step, at)


def _number_promised(lot: Lot, step: Mapping[str, Any], at: str) -> Lot:
    return promise_number(lot, _number(step.get("entrant"), f"{at}.entrant"), step.get("commitment", ""))


def _number_opened(lot: Lot, step: Mapping[str, Any], at: str) -> Lot:
    return open_number(lot, _number(step.get("entrant"), f"{at}.entrant"), step.get("number", ""))


_STEPS: Final[Mapping[str, Callable[[Lot, Mapping[str, Any], str], Lot]]] = {
    "number-promised": _number_promised,
    "closed": lambda lot, step, at: close_list(lot),
    "number-opened": _number_opened,
    "drawn": lambda lot, step, at: draw(lot),
}
"""The steps after the promise."""


_MEMBERS: Final[Mapping[str, tuple[str, ...]]] = {
    "promised": ("commitment",),
    "number-promised": ("entrant", "commitment"),
    "number-opened": ("entrant", "number"),
}
"""What belongs to a step beside its name."""


def _differences(document: Mapping[str, Any], earlier: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield in what a lot is not the one that somebody saved before."""
    for member in ("tournament", "lot", "entrants"):
        if _lowered(document[member]) != _lowered(earlier[member]):
            text = in_english(phrase('The copy saved earlier has another "{member}".'), {"member": member})
            yield Finding(f"earlier-{member}", member, text)
    for place, step in enumerate(earlier["steps"]):
        if place >= len(document["steps"]):
            yield Finding("earlier-step", "steps", phrase("A step of the copy saved earlier is missing."))
            return
        if _content(document["steps"][place]) != _content(step):
            text = phrase("The copy saved earlier has another step in this place.")
            yield Finding("earlier-step", f"steps[{place}]", text)
            return


def _content(step: Mapping[str, Any]) -> list[object]:
    """Return the name of a step and what belongs to it; other members do not count."""
    return [step["step"], *(_lowered(step.get(member)) for member in _MEMBERS.get(step["step"], ()))]


def _lowered(value: object) -> object:
    """Return a value with a text in lower case: digits may be written in either."""
    return value.lower() if isinstance(value, str) else value
