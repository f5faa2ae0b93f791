"""The players of the next game: the same pairs, other partners, or the pair that waits in place of the losers. Pure."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

SAME: Final = "same"
PARTNERS: Final = "partners"
WINNERS: Final = "winners"
WAYS: Final = (SAME, PARTNERS, WINNERS)
"""The ways in which the players of the next game are proposed."""

Seats = tuple[str, ...]
"""The ids of players by seat; empty for a seat that waits for somebody."""
Sides = tuple[tuple[int, ...], ...]
"""The seats of each side of a game."""


class Played(msgspec.Struct, frozen=True):
    """A game of the evening: its players by seat, and the sides that won."""

    seats: Seats
    winners: tuple[int, ...]


def next_seats(played: Sequence[Played], sides: Sides, way: str = SAME, here: Sequence[str] = ()) -> Seats:
    """Return the players that are proposed for the next game, by seat; as many empty ids before the first game.

    Args:
        played: The games of the evening with these sides, the first one first.
        sides: The seats of each side.
        way: One of `WAYS`: any other is `same`.
        here: The players who are there.
    """
    if not played:
        return ("",) * sum(map(len, sides))
    if way == PARTNERS:
        return other_partners(played[-1].seats)
    if way == WINNERS:
        return winners_stay(played, sides, here)
    return the_same(played, sides)


def the_same(played: Sequence[Played], sides: Sides) -> Seats:
    """Return the pairs that followed the last ones before, so that several tables take turns; else the last ones.

    >>> sides = ((0, 2), (1, 3))
    >>> first, second = Played(("a", "b", "c", "d"), (0,)), Played(("e", "f", "g", "h"), (0,))
    >>> the_same([first, second, first], sides)
    ('e', 'f', 'g', 'h')
    >>> the_same([first, second], sides)
    ('e', 'f', 'g', 'h')
    """
    last = played[-1]
    wanted = _pairs(last.seats, sides)
    for before, after in zip(reversed(played[:-1]), reversed(played[1:]), strict=True):
        if _pairs(before.seats, sides) == wanted:
            return after.seats
    return last.seats


def other_partners(seats: Seats) -> Seats:
    """Return the players with all but the first moved on by a seat: of four, each plays with each in three games.

    >>> other_partners(("a", "b", "c", "d"))
    ('a', 'c', 'd', 'b')
    """
    return (seats[0], *seats[2:], seats[1])


def winners_stay(played: Sequence[Played], sides: Sides, here: Sequence[str]) -> Seats:
    """Return the players with those who waited longest in the places of the losers; after a draw the first side stays.

    >>> game = Played(("a", "b", "c", "d"), (1,))
    >>> winners_stay([game], ((0, 2), (1, 3)), ["a", "b", "c", "d", "e", "f"])
    ('e', 'b', 'f', 'd')
    """
    last = played[-1]
    games = Counter(player for game in played for player in game.seats)
    latest = {player: number for number, game in enumerate(played) for player in game.seats}
    waiting = sorted(
        (player for player in here if player not in last.seats),
        key=lambda player: (games[player], latest.get(player, -1)),
    )
    stays = last.winners[0] if last.winners else 0
    seats = list(last.seats)
    for seat in (seat for side, own in enumerate(sides) if side != stays for seat in own):
        if waiting:
            seats[seat] = waiting.pop(0)
    return tuple(seats)


def pairings(played: Sequence[Played], sides: Sides) -> list[Seats]:
    """Return the different pairs that have played, the latest first."""
    found: dict[frozenset[frozenset[str]], Seats] = {}
    for game in reversed(played):
        found.setdefault(_pairs(game.seats, sides), game.seats)
    return list(found.values())


def _pairs(seats: Seats, sides: Sides) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(seats[seat] for seat in side) for side in sides)
