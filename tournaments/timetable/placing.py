"""Putting the matches of a round on tables, and giving the tables that become free to the matches that wait."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec
from msgspec import Struct

from tournaments.events.scheduling import Allotting, Placing, VenueTable

Visits: TypeAlias = Mapping[int, Sequence[VenueTable]]
"""The tables that entrants have played at, the last one last."""


class Wish(Struct, frozen=True):
    """A match that needs tables.

    Attributes:
        entrants: Those of all sides that are known.
        rooms: The tables that it is played at, at the same time.
        waited: How often its entrants have waited for a table before.
    """

    match: int
    entrants: tuple[int, ...]
    rooms: int = 1
    waited: int = 0


class Hall(Struct, frozen=True):
    """Tables, as they are given out.

    Attributes:
        tables: In the order of use; the first are the top tables.
        fixed: The tables of entrants that play at the same table always: no other match is put there while one of
            theirs is to be placed.
        taken: Tables that others play at.
        allotting: How matches are put on tables.
        visits: Where entrants have played before.
    """

    tables: tuple[VenueTable, ...]
    fixed: Mapping[int, VenueTable] = msgspec.field(default_factory=dict)
    taken: frozenset[VenueTable] = frozenset()
    allotting: Allotting = "top"
    visits: Visits = msgspec.field(default_factory=dict)


def place(hall: Hall, wishes: Sequence[Wish]) -> tuple[Placing, ...]:
    """Put matches on tables, in the order of the matches; a match without a table waits for the next free one.

    A fixed seat is kept: its match waits until its table is free; of two in one match, that of either side. With fewer
    tables than matches those play first whose entrants have waited most, and of these the first.

    Args:
        wishes: The leaders' match first.
    """
    free = [table for table in hall.tables if table not in hall.taken]
    placed: dict[int, tuple[VenueTable, ...]] = {}
    reserved = {seat for wish in wishes for seat in _seats(hall, wish)}
    for wish in wishes:
        seat = next((seat for seat in _seats(hall, wish) if seat in free), None)
        beside = [table for table in free if table not in reserved]
        if seat is not None and len(beside) >= wish.rooms - 1:
            placed[wish.match] = (seat, *_nearest(hall.tables, beside, seat, wish.rooms - 1))
            free = [table for table in free if table not in placed[wish.match]]
    rest = [wish for wish in wishes if wish.match not in placed and not _seats(hall, wish)]
    placed |= _allot(hall, free, _that_play(rest, len(free)))
    return tuple(Placing(wish.match, placed.get(wish.match, ())) for wish in wishes)


def next_free(hall: Hall, waiting: Sequence[Wish]) -> tuple[Placing, ...]:
    """Give free tables to matches that wait, those that come first first; only matches that get a table are returned.

    Args:
        waiting: The match that waits longest first.
    """
    free = [table for table in hall.tables if table not in hall.taken]
    placed = []
    for wish in waiting:
        seats = _seats(hall, wish)
        seat = next((seat for seat in seats if seat in free), None)
        if len(free) < wish.rooms or (seats and seat is None):
            continue
        near = _best(hall, free, wish) if seat is None else seat
        placed.append(Placing(wish.match, _nearest(hall.tables, free, near, wish.rooms)))
    return tuple(placed)


def _seats(hall: Hall, wish: Wish) -> tuple[VenueTable, ...]:
    """Return the fixed tables of the entrants of a match."""
    return tuple(hall.fixed[entrant] for entrant in wish.entrants if entrant in hall.fixed)


def _that_play(wishes: Sequence[Wish], tables: int) -> list[Wish]:
    """Return the matches that there are tables for: those whose entrants have waited most, in their order."""
    chosen = set()
    for wish in sorted(wishes, key=lambda one: -one.waited):
        if wish.rooms <= tables:
            tables -= wish.rooms
            chosen.add(wish.match)
    return [wish for wish in wishes if wish.match in chosen]


def _allot(hall: Hall, free: list[VenueTable], wishes: Sequence[Wish]) -> dict[int, tuple[VenueTable, ...]]:
    """Put matches on free tables that suffice for all of them."""
    placed: dict[int, tuple[VenueTable, ...]] = {}
    if hall.allotting == "stay":
        # The first named of a match stays, then the second; the rest takes what is left over.
        for turn in range(max((len(wish.entrants) for wish in wishes), default=0)):
            for wish in wishes:
                if wish.match in placed or wish.rooms > 1 or turn >= len(wish.entrants):
                    continue
                visited = hall.visits.get(wish.entrants[turn], ())
                if visited and visited[-1] in free:
                    placed[wish.match] = (visited[-1],)
                    free.remove(visited[-1])
    for wish in wishes:
        if wish.match not in placed:
            placed[wish.match] = _nearest(hall.tables, free, _best(hall, free, wish), wish.rooms)
    return placed


def _best(hall: Hall, free: Sequence[VenueTable], wish: Wish) -> VenueTable:
    """Return the free table that suits a match best."""
    if hall.allotting != "spread":
        return free[0]
    visited = Counter(table for entrant in wish.entrants for table in hall.visits.get(entrant, ()))
    return next((table for table in free if table not in visited), None) or min(free, key=visited.__getitem__)


def _nearest(
    order: Sequence[VenueTable], free: list[VenueTable], near: VenueTable, count: int
) -> tuple[VenueTable, ...]:
    """Take so many free tables near to one, itself first if it is free, and return them in their order."""
    if count == 1 and near in free:
        free.remove(near)
        return (near,)
    places = {table: place for place, table in enumerate(order)}
    place = places.get(near, 0)
    taken = sorted(free, key=lambda table: (abs(places[table] - place), places[table]))[:count]
    for table in taken:
        free.remove(table)
    return tuple(sorted(taken, key=places.__getitem__))
