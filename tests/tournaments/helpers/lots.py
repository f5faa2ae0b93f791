"""Honest lots, drawn step by step, and the cheats that change them once they are written down."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any
from uuid import UUID

from tournaments.lots import construction, lot
from tournaments.lots.lot import Lot

Document = dict[str, Any]

CUP = UUID("11111111-2222-3333-4444-555555555555")
SECRET = "00" * 31 + "56"
ONE, TWO = "a1" * 16, "b2" * 64
ENTRANTS = (1, 2, 4, 7, 9)
NUMBERS = ((7, ONE), (2, TWO))


def fingerprint(of: Lot, entrant: int, number: str) -> str:
    """Return the fingerprint of a captain's number."""
    return construction.number_commitment(number, of.place, of.commitment, entrant)


def closed(
    entrants: Sequence[int] = ENTRANTS,
    numbers: Sequence[tuple[int, str]] = NUMBERS,
    *,
    number: int = 1,
    secret: str = SECRET,
) -> Lot:
    """Return a lot whose list is closed, if there is one."""
    made = lot.promise(CUP, number, entrants, secret)
    for entrant, text in numbers:
        made = lot.promise_number(made, entrant, fingerprint(made, entrant, text))
    return lot.close_list(made) if numbers else made


def drawn(
    entrants: Sequence[int] = ENTRANTS,
    numbers: Sequence[tuple[int, str]] = NUMBERS,
    *,
    held_back: Sequence[int] = (),
    number: int = 1,
    secret: str = SECRET,
) -> Lot:
    """Return a lot that is drawn; some captains did not open their numbers."""
    made = closed(entrants, numbers, number=number, secret=secret)
    for entrant, text in reversed(numbers):
        if entrant not in held_back:
            made = lot.open_number(made, entrant, text)
    return lot.draw(made)


def document(**changes: Any) -> Document:
    """Return an honest lot as it is written down."""
    return lot.written(drawn(**changes))


def step(written: Document, name: str, which: int = 0) -> dict[str, Any]:
    """Return a step of a document by its name."""
    found: dict[str, Any] = [one for one in written["steps"] if one["step"] == name][which]
    return found


def _secret(written: Document) -> None:
    written["secret"] = "11" * 32


def _secret_and_order(written: Document) -> None:
    """Another secret with the order that it gives."""
    written["secret"] = "11" * 32
    written["order"] = list(drawn(secret="11" * 32).order)


def _number_after_the_draw(written: Document) -> None:
    opened = step(written, "number-opened")
    written["steps"].remove(opened)
    written["steps"].append(opened)


def _number_before_the_list_is_closed(written: Document) -> None:
    opened = step(written, "number-opened")
    written["steps"].remove(opened)
    written["steps"].insert(3, opened)


def _number_promised_after_the_list_is_closed(written: Document) -> None:
    made = closed()
    text = fingerprint(made, 4, ONE)
    written["steps"].insert(4, {"step": "number-promised", "entrant": 4, "commitment": text})


def _number_promised_twice(written: Document) -> None:
    written["steps"].insert(2, dict(step(written, "number-promised")))


def _number_opened_twice(written: Document) -> None:
    written["steps"].insert(5, dict(step(written, "number-opened")))


def _number_of_another(written: Document) -> None:
    """A captain opens the number of another one."""
    step(written, "number-opened", 0)["number"] = step(written, "number-opened", 1)["number"]


def _fingerprint_copied(written: Document) -> None:
    """A captain commits to the fingerprint of another one, and opens the same number."""
    copied = step(written, "number-promised")["commitment"]
    written["steps"].insert(2, {"step": "number-promised", "entrant": 4, "commitment": copied})
    written["steps"].insert(6, {"step": "number-opened", "entrant": 4, "number": ONE})


def _number_too_short(written: Document) -> None:
    made = closed()
    step(written, "number-promised", 0)["commitment"] = fingerprint(made, 7, "a1" * 15)
    next(one for one in written["steps"] if one["step"] == "number-opened" and one["entrant"] == 7)["number"] = (
        "a1" * 15
    )


def _number_left_out(written: Document) -> None:
    written["steps"].remove(step(written, "number-opened"))


def _list_left_out(written: Document) -> None:
    written["steps"] = [step(written, "promised"), step(written, "drawn")]


def _not_closed(written: Document) -> None:
    written["steps"].remove(step(written, "closed"))


def _closed_twice(written: Document) -> None:
    written["steps"].insert(4, {"step": "closed"})


def _entrant_left_out_of_the_lot(written: Document) -> None:
    written["entrants"].remove(9)
    written["order"].remove(9)


def _entrant_left_out_of_the_order(written: Document) -> None:
    written["order"].remove(9)


def _entrant_added(written: Document) -> None:
    written["entrants"].append(12)
    written["order"].append(12)


def _entrant_twice(written: Document) -> None:
    written["entrants"].append(9)
    written["order"].append(9)


def _entrants_in_another_order(written: Document) -> None:
    written["entrants"].reverse()


def _stranger_gives_a_number(written: Document) -> None:
    step(written, "number-promised")["entrant"] = 5


def _order(written: Document) -> None:
    written["order"][0], written["order"][1] = written["order"][1], written["order"][0]


def _another_lot(written: Document) -> None:
    written["lot"] = 2


def _another_tournament(written: Document) -> None:
    written["tournament"] = "11111111-2222-3333-4444-555555555556"


def _commitment_of_another_lot(written: Document) -> None:
    step(written, "promised")["commitment"] = drawn(number=2).commitment


def _fingerprint_of_another_lot(written: Document) -> None:
    step(written, "number-promised")["commitment"] = drawn(number=2).promised[0][1]


def _promised_twice(written: Document) -> None:
    written["steps"].insert(3, dict(step(written, "promised")))


def _promised_after_the_numbers(written: Document) -> None:
    written["steps"].insert(3, written["steps"].pop(0))


def _not_drawn(written: Document) -> None:
    written["steps"].pop()


def _unknown_step(written: Document) -> None:
    written["steps"].insert(2, {"step": "shuffled"})


CHEATS: dict[str, tuple[Callable[[Document], None], tuple[str, str]]] = {
    "secret": (_secret, ("other-secret", "secret")),
    "secret and order": (_secret_and_order, ("other-secret", "secret")),
    "number after the draw": (_number_after_the_draw, ("lot-drawn", "steps[6]")),
    "number before the list is closed": (_number_before_the_list_is_closed, ("list-open", "steps[3]")),
    "promise after the list is closed": (_number_promised_after_the_list_is_closed, ("list-closed", "steps[4]")),
    "number promised twice": (_number_promised_twice, ("number-twice", "steps[2].entrant")),
    "number opened twice": (_number_opened_twice, ("number-twice", "steps[5].entrant")),
    "number of another": (_number_of_another, ("other-number", "steps[4].number")),
    "fingerprint copied": (_fingerprint_copied, ("other-number", "steps[6].number")),
    "number too short": (_number_too_short, ("malformed-number", "steps[5].number")),
    "number left out": (_number_left_out, ("other-order", "order")),
    "list left out": (_list_left_out, ("other-order", "order")),
    "not closed": (_not_closed, ("list-open", "steps[3]")),
    "closed twice": (_closed_twice, ("list-closed", "steps[4]")),
    "entrant left out of the lot": (_entrant_left_out_of_the_lot, ("other-secret", "secret")),
    "entrant left out of the order": (_entrant_left_out_of_the_order, ("not-every-entrant", "order")),
    "entrant added": (_entrant_added, ("other-secret", "secret")),
    "entrant twice": (_entrant_twice, ("entrant-twice", "entrants")),
    "entrants in another order": (_entrants_in_another_order, ("entrants-unordered", "entrants")),
    "number of a stranger": (_stranger_gives_a_number, ("not-in-lot", "steps[1].entrant")),
    "order": (_order, ("other-order", "order")),
    "another lot": (_another_lot, ("other-secret", "secret")),
    "another tournament": (_another_tournament, ("other-secret", "secret")),
    "commitment of another lot": (_commitment_of_another_lot, ("other-secret", "secret")),
    "fingerprint of another lot": (_fingerprint_of_another_lot, ("other-number", "steps[5].number")),
    "promised twice": (_promised_twice, ("promised-twice", "steps[3]")),
    "promised after the numbers": (_promised_after_the_numbers, ("not-promised-first", "steps[0]")),
    "not drawn": (_not_drawn, ("not-drawn", "steps")),
    "unknown step": (_unknown_step, ("unknown-step", "steps[2].step")),
}
"""Each cheat with a code that the check finds, and its place."""


def cheated(name: str) -> Document:
    """Return an honest lot with a cheat in it."""
    written = deepcopy(document())
    CHEATS[name][0](written)
    return written
