"""Deeds about lots by the protocol `lelam-lot/1`: promise, captains' numbers, closing, opening, drawing.

A captain's number comes from that captain alone: no director commits or opens for another. Nothing of a lot is undone
(`tournaments.state.undoing`); a lot that cannot be drawn is dropped, and the next one has a number of its own.

Source: `docs/reference/fair-lot.md`.
"""

from collections.abc import Callable
from typing import Any, ClassVar, Final

from engine.phrases import phrase
from tournaments.deeds.base import EVERYBODY, Deed, Doer, Refused, Role, entrant_of
from tournaments.events import entering as events
from tournaments.lots import lot as protocol
from tournaments.lots.lot import Lot, LotError
from tournaments.state.tournament import TournamentState


class PromiseLot(Deed, frozen=True):
    """Promise a lot among entrants, in any order; without any, among all that are entered.

    With `free_agents` it is a lot among all single players; where they have to check in, among those that have.

    Its draft holds the secret (`tournaments.drafting.lots`), so that nobody who gives the command chooses it.
    """

    entrants: tuple[int, ...] = ()
    free_agents: bool = False


class PromiseNumber(Deed, frozen=True):
    """Commit to a number for a lot, as captain of an entrant, by its fingerprint (hex)."""

    allowed: ClassVar[frozenset[Role]] = EVERYBODY

    lot: int
    entrant: int
    commitment: str


class CloseLot(Deed, frozen=True):
    """Close the list of fingerprints of a lot, so that the numbers can be opened."""

    lot: int


class OpenNumber(Deed, frozen=True):
    """Open the number (hex) that was committed to, as captain of an entrant."""

    allowed: ClassVar[frozenset[Role]] = EVERYBODY

    lot: int
    entrant: int
    number: str


class DrawLot(Deed, frozen=True):
    """Draw a lot. With `anyway`, numbers that were committed to and not opened stay out of it."""

    lot: int
    anyway: bool = False


class DropLot(Deed, frozen=True):
    """Give a lot up that is not drawn. `reason` is a code."""

    lot: int
    reason: str


UNFORESEEABLE: Final = (PromiseLot, DrawLot, DropLot)
"""Never tried out beforehand: the order, or the secret that it follows from, would be known before the draw."""


def lot_promised(state: TournamentState, deed: PromiseLot, secret: str) -> Lot:
    """Return the lot that a deed promises.

    Args:
        state: The tournament.
        deed: The command.
        secret: 32 random bytes (hex).

    Raises:
        Refused: `lot-open`, `unknown-entrant`, `too-few-entrants`, `entrant-twice`.
    """
    if (unfinished := next((lot for lot in state.lots.values() if lot.is_open), None)) is not None:
        text = phrase("Draw or drop lot {lot} first.")
        raise Refused("lot-open", text, lot=unfinished.number)
    entrants = deed.entrants or (agents_here(state) if deed.free_agents else state.entered())
    for entrant in entrants:
        entrant_of(state, entrant, "entrants")
    number = max(state.lots, default=0) + 1
    return _step(lambda: protocol.promise(state.stream, number, entrants, secret))


def agents_here(state: TournamentState) -> tuple[int, ...]:
    """Return the free agents that take part in a lot: all, or those that are present where they have to check in."""
    here = state.settings.check_in
    return tuple(number for number in state.free_agents() if state.entrants[number].present or not here)


def promise_number(state: TournamentState, deed: PromiseNumber, doer: Doer) -> list[Any]:
    """Decide a captain's commitment.

    Refused: `unknown-lot`, `lot-drawn`, `lot-dropped`, `list-closed`, `not-in-lot`, `not-your-entrant`,
    `malformed-commitment`, `number-twice`.
    """
    lot = _lot_of(state, deed.lot)
    _check_captain(state, lot, deed.entrant, doer)
    after = _step(lambda: protocol.promise_number(lot, deed.entrant, deed.commitment))
    return [events.LotNumberPromised(lot.number, *after.promised[-1])]


def close_lot(state: TournamentState, deed: CloseLot, doer: Doer) -> list[Any]:
    """Decide the end of the list. Refused: `unknown-lot`, `lot-drawn`, `lot-dropped`, `list-closed`, `no-numbers`."""
    lot = _lot_of(state, deed.lot)
    _step(lambda: protocol.close_list(lot))
    return [events.LotClosed(lot.number)]


def open_number(state: TournamentState, deed: OpenNumber, doer: Doer) -> list[Any]:
    """Decide that a captain's number is opened.

    Refused: `unknown-lot`, `lot-drawn`, `lot-dropped`, `list-open`, `not-in-lot`, `not-your-entrant`,
    `malformed-number`, `not-promised`, `number-twice`, `other-number`.
    """
    lot = _lot_of(state, deed.lot)
    _check_captain(state, lot, deed.entrant, doer)
    after = _step(lambda: protocol.open_number(lot, deed.entrant, deed.number))
    return [events.LotNumberOpened(lot.number, *after.opened[-1])]


def draw_lot(state: TournamentState, deed: DrawLot, doer: Doer) -> list[Any]:
    """Decide the draw. Refused: `unknown-lot`, `lot-drawn`, `lot-dropped`, `list-open`, `numbers-missing`."""
    lot = _lot_of(state, deed.lot)
    drawn = _step(lambda: protocol.draw(lot))
    if lot.unopened and not deed.anyway:
        text = phrase("Not opened yet: the numbers of entrant {entrants}. Wait, or draw without them.")
        raise Refused("numbers-missing", text, "lot", entrants=", ".join(map(str, lot.unopened[:20])))
    return [events.LotDrawn(lot.number, drawn.secret, drawn.order)]


def drop_lot(state: TournamentState, deed: DropLot, doer: Doer) -> list[Any]:
    """Decide that a lot is given up. Refused: `unknown-lot`, `lot-drawn`, `lot-dropped`."""
    lot = _lot_of(state, deed.lot)
    _step(lambda: protocol.drop(lot))
    return [events.LotDropped(lot.number, lot.secret, deed.reason)]


def _lot_of(state: TournamentState, number: int) -> Lot:
    lot = state.lots.get(number)
    if lot is None:
        raise Refused("unknown-lot", phrase("There is no lot {number}."), "lot", number=number)
    return lot


def _check_captain(state: TournamentState, lot: Lot, number: int, doer: Doer) -> None:
    """Refuse all but the captain of an entrant of the lot; that of a withdrawn one may still open the number."""
    if number in lot.entrants and not doer.is_captain_of(state.entrants[number]):
        text = phrase("Only its captain can give the number of entrant {number}.")
        raise Refused("not-your-entrant", text, "entrant", number=number)


def _step(take: Callable[[], Lot]) -> Lot:
    """Return the lot after a step.

    Raises:
        Refused: With the code of the `LotError`.
    """
    try:
        return take()
    except LotError as fault:
        raise Refused(fault.code, fault.text, fault.at, **fault.members) from None
