"""The promised deal of a table: the server's commitment, the players' numbers, and how long the deal waits. Pure.

Three rounds, so that no party can choose its part after having seen another's: the server commits to a secret, the
players commit to their numbers, and only when the list of commitments is closed are the numbers opened. Hands promised
under protocol 1 took numbers without commitments; old streams hold them still. `docs/reference/fair-deal.md` has the
whole of it.
"""

from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from games.events import tables as events
from games.tables import fair

COMMITMENTS_WITHIN: Final = timedelta(seconds=2)
"""The least time for players to commit to their numbers after the server's commitment, however short the pause."""
NUMBERS_WITHIN: Final = timedelta(seconds=2)
"""The most time that the deal waits, after the list is closed, for a number that was committed to."""


class Promise(msgspec.Struct, frozen=True, kw_only=True):
    """The fixed parts of a hand's deal.

    Attributes:
        protocol: 2, or 1 for a hand whose numbers came without commitments.
        commitment: The fingerprint of the server's secret (hex).
        secret: The secret (hex).
        committed_at: When the server committed to it.
        promised: The players' commitments to their numbers, seat and hex, as they came.
        closed_at: When the list of them was closed, or None.
        numbers: The numbers that were opened, seat and hex, as they came.
    """

    protocol: int
    commitment: str
    secret: str
    committed_at: datetime
    promised: tuple[tuple[int, str], ...] = ()
    closed_at: datetime | None = None
    numbers: tuple[tuple[int, str], ...] = ()

    def __repr__(self) -> str:
        return f"Promise({self.commitment})"

    @property
    def shuffle(self) -> fair.Numbers:
        """The players' part of the shuffle."""
        return fair.Numbers(self.protocol, self.promised, self.numbers)


def committed(state: Any, event: events.DealCommitted, at: datetime) -> Any:
    """Return the table's state with the next hand promised.

    Raises:
        TypeError: This hand was promised before, or another one is due.
    """
    if event.hand != state.hand + 1 or state.awaiting_deal or state.is_running or state.ended_at is not None:
        raise TypeError(f"hand {event.hand} is promised after hand {state.hand}: a promise holds once, in order")
    return replace(
        state,
        hand=event.hand,
        awaiting_deal=True,
        promise=Promise(protocol=event.protocol, commitment=event.commitment, secret=event.secret, committed_at=at),
        began_at=state.began_at or at,
        paused_by=None,
        paused_at=None,
        resumed_at=None,
    )


def number_committed(state: Any, event: events.EntropyCommitted, at: datetime) -> Any:
    """Return the table's state with a player's commitment to a number.

    Raises:
        TypeError: The hand's list is closed, or the seat has committed to a number before.
    """
    promise = _awaiting(state, event)
    if promise.protocol == 1 or promise.closed_at is not None or event.seat in dict(promise.promised):
        raise TypeError(f"seat {event.seat} commits to a number twice, or after the list is closed")
    return _with(state, promised=(*promise.promised, (event.seat, event.commitment)))


def closed(state: Any, event: events.EntropiesClosed, at: datetime) -> Any:
    """Return the table's state with the list of commitments closed.

    Raises:
        TypeError: It is closed already, or nothing stands in it.
    """
    promise = _awaiting(state, event)
    if promise.closed_at is not None or not promise.promised:
        raise TypeError("the list of commitments is closed once, and not empty")
    return _with(state, closed_at=at)


def number_given(state: Any, event: events.EntropyGiven, at: datetime) -> Any:
    """Return the table's state with a player's number.

    Raises:
        TypeError: The hand is not awaited, the number is the seat's second, or not the one that was committed to.
    """
    promise = _awaiting(state, event)
    if event.seat in dict(promise.numbers):
        raise TypeError(f"seat {event.seat} gives a second number for hand {event.hand}")
    if promise.protocol > 1 and not fits(state, event.seat, event.entropy):
        raise TypeError(f"seat {event.seat} opens a number that it did not commit to")
    return _with(state, numbers=(*promise.numbers, (event.seat, event.entropy)))


def fits(state: Any, seat: int, number: str) -> bool:
    """Tell whether a number is the one that a seat committed to, in the closed list."""
    promise = state.promise
    expected = dict(promise.promised).get(seat)
    return promise.closed_at is not None and expected == fair.number_commitment(number, state.stream, state.hand, seat)


def everybody_committed(state: Any) -> bool:
    """Tell whether every seat that a person attends has committed to a number; False while none has."""
    seats = {seat for seat, _ in state.promise.promised}
    return bool(seats) and all(number in seats for number, seat in enumerate(state.seats) if seat.attended)


def closes_at(state: Any, paused_until: datetime) -> datetime | None:
    """Return when the list of commitments is closed, or None where there is none to close.

    Args:
        state: The table, awaiting a deal.
        paused_until: When the pause before the deal is over.
    """
    promise = state.promise
    if promise.closed_at is not None or not promise.promised:
        return None
    if everybody_committed(state):
        return promise.committed_at
    return max(promise.committed_at + COMMITMENTS_WITHIN, paused_until - NUMBERS_WITHIN)


def complete_at(state: Any, paused_until: datetime) -> datetime:
    """Return the end of the wait for numbers; an estimate as long as the list is open."""
    promise = state.promise
    if promise.closed_at is not None:
        return promise.closed_at + NUMBERS_WITHIN if promise.shuffle.unopened else promise.closed_at
    if promise.protocol == 1 or not any(seat.attended for seat in state.seats):
        return promise.committed_at
    return closes_at(state, paused_until) or promise.committed_at + COMMITMENTS_WITHIN


def check_dealt(state: Any) -> None:
    """Raise `TypeError` if a deal is out of place now: none is promised, or the players' list is still open."""
    if not state.awaiting_deal:
        raise TypeError("a hand is dealt that was not promised")
    if state.promise.promised and state.promise.closed_at is None:
        raise TypeError("a hand is dealt before the list of commitments is closed")


def _awaiting(state: Any, event: Any) -> Promise:
    if not state.awaiting_deal or event.hand != state.hand:
        raise TypeError(f"{type(event).__name__} for hand {event.hand}, which is not awaited")
    promise: Promise = state.promise
    return promise


def _with(state: Any, **changes: Any) -> Any:
    return replace(state, promise=replace(state.promise, **changes))
