"""Clashes of matches that are placed: with each other, with sessions, with fixed seats."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from tournaments.events.scheduling import Session, VenueTable
from tournaments.timetable.shifting import MINUTE, session_at

Kind = Literal["table", "players", "rest", "session", "seat", "unknown-table", "seats"]


class Booking(Struct, frozen=True):
    """A match at its tables, in its time.

    Attributes:
        event: The id of its tournament.
        begins: In seconds since 1970 UTC; None: no time is settled.
        ends: When its time is over; the same as `begins` where it has no limit.
        players: All that may play in it.
    """

    event: str
    match: int
    tables: tuple[VenueTable, ...] = ()
    begins: int | None = None
    ends: int | None = None
    players: frozenset[str] = frozenset()
    entrants: tuple[int, ...] = ()


class Clash(Struct, frozen=True):
    """Something that cannot be as it is placed.

    Attributes:
        kind: `table`: two matches are at one table at one time; `players`: somebody plays in two matches at one time;
            `rest`: with less than the rest between them; `session`: the match is not in a session; `seat`: an entrant
            with a fixed seat plays elsewhere; `seats`: both sides have fixed seats, at different tables;
            `unknown-table`: the venue has no such table.
        event: The tournament of the other match; empty without one.
        other: The other match; 0 without one.
        table: The table that it is about; for `seat` the fixed one.
        players: The players that it is about.
        entrant: The entrant with the fixed seat; 0 without one.
        minutes: The rest that there is, of `rest`.
    """

    kind: Kind
    match: int
    event: str = ""
    other: int = 0
    table: VenueTable | None = None
    players: tuple[str, ...] = ()
    entrant: int = 0
    minutes: int = 0


def clashes_of(
    booking: Booking, others: Iterable[Booking], *, rest_minutes: int = 0, sessions: Sequence[Session] = ()
) -> Iterator[Clash]:
    """Yield what a match clashes with: other matches, and the sessions."""
    if booking.begins is None:
        return
    begins, ends = booking.begins, _end(booking)
    for other in others:
        if other.begins is None or (other.event, other.match) == (booking.event, booking.match):
            continue
        gap = max(other.begins - ends, begins - _end(other))
        at_once = gap < 0 or begins == other.begins
        if not at_once and gap >= rest_minutes * MINUTE:
            continue
        shared = sorted(booking.players & other.players)
        if at_once:
            for table in booking.tables:
                if table in other.tables:
                    yield Clash("table", booking.match, other.event, other.match, table)
        if shared:
            yield Clash(
                "players" if at_once else "rest",
                booking.match, other.event, other.match, players=tuple(shared), minutes=max(0, gap) // MINUTE,
            )  # fmt: skip
    if sessions:
        session = session_at(sessions, begins)
        if session is None or ends > session.ends:
            yield Clash("session", booking.match)


def all_clashes(
    bookings: Sequence[Booking], *, rest_minutes: int = 0, sessions: Sequence[Session] = ()
) -> tuple[Clash, ...]:
    """Return all clashes among matches, each pair once, in the order of their times."""
    margin = rest_minutes * MINUTE
    clashes: list[Clash] = []
    holders: dict[VenueTable | str, list[Booking]] = {}
    for booking in sorted((one for one in bookings if one.begins is not None), key=lambda one: one.begins or 0):
        near: dict[tuple[str, int], Booking] = {}
        keys: list[VenueTable | str] = [*booking.tables, *booking.players]
        for key in keys:
            held = [one for one in holders.get(key, ()) if _end(one) + margin >= (booking.begins or 0)]
            near.update(((one.event, one.match), one) for one in held)
            holders[key] = [*held, booking]
        clashes.extend(clashes_of(booking, near.values(), rest_minutes=rest_minutes, sessions=sessions))
    return tuple(clashes)


def seat_clashes(booking: Booking, fixed: Mapping[int, VenueTable], known: frozenset[VenueTable]) -> Iterator[Clash]:
    """Yield the fixed seats that a match does not keep, and its tables that the venue does not have."""
    for table in booking.tables:
        if known and table not in known:
            yield Clash("unknown-table", booking.match, table=table)
    seats = [(entrant, fixed[entrant]) for entrant in booking.entrants if entrant in fixed]
    for (_first, table), (entrant, other) in pairwise(seats):
        if table != other:
            yield Clash("seats", booking.match, table=other, entrant=entrant)
            return
    for entrant, table in seats:
        if booking.tables and table not in booking.tables:
            yield Clash("seat", booking.match, table=table, entrant=entrant)


def _end(booking: Booking) -> int:
    assert booking.begins is not None
    return booking.begins if booking.ends is None else booking.ends
