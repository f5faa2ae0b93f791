"""Whist tournaments: everybody partners everybody exactly once, and opposes everybody exactly twice.

For 4k + 1 players each rests once in 4k + 1 rounds; 4k players all play in 4k - 1 rounds. A tournament is made from the
tables of its first round, the starter: the players are the elements of a group, and each round adds one more element of
the group to every player of the starter. It is a whist tournament because the differences of partners in the starter
are each non-zero element once, and those of opponents each twice. Two kinds of starters are known here:

- Those up to 40, found by search and verified whole by the tests.
- Of a group with a quarter turn, a mapping i that applied twice turns each element into its negative, such as
  multiplication by 2 modulo 5: the tables x, ix, -x, -ix. Partners differ by 2x or 2ix and their negatives, opponents
  by x - ix or x + ix and theirs; over all the tables these are all the elements, once and twice. There is such a group
  for every number of 4k + 1 players that is a sum of two squares, as 9, 41, 45, 49, 53, 61 and 65 are.
"""

from collections.abc import Callable
from math import isqrt
from typing import Final, TypeAlias

Table: TypeAlias = tuple[int, int, int, int]
"""The players at a table in the order of the seats: the first and third are partners, the second and fourth."""

INFINITY: Final = -1
"""The player that stays where it is, of 4k players; it is the last."""

STARTERS: Final[dict[int, tuple[Table, ...]]] = {
    4: ((INFINITY, 1, 0, 2),),
    5: ((1, 2, 4, 3),),
    8: (
        (INFINITY, 2, 0, 3),
        (1, 6, 5, 4),
    ),
    12: (
        (INFINITY, 8, 0, 1),
        (2, 5, 3, 7),
        (6, 4, 9, 10),
    ),
    13: (
        (1, 5, 10, 7),
        (3, 8, 4, 2),
        (6, 12, 11, 9),
    ),
    16: (
        (INFINITY, 6, 0, 8),
        (1, 4, 13, 14),
        (5, 9, 12, 10),
        (7, 2, 3, 11),
    ),
    17: (
        (1, 5, 12, 3),
        (14, 13, 2, 6),
        (10, 7, 9, 4),
        (8, 15, 16, 11),
    ),
    20: (
        (INFINITY, 8, 0, 16),
        (1, 11, 6, 7),
        (5, 9, 18, 12),
        (10, 13, 17, 15),
        (2, 14, 3, 4),
    ),
    21: (
        (1, 8, 6, 12),
        (2, 3, 11, 16),
        (5, 9, 19, 10),
        (7, 15, 13, 4),
        (14, 18, 17, 20),
    ),
    24: (
        (INFINITY, 13, 0, 19),
        (1, 5, 12, 4),
        (2, 15, 17, 22),
        (6, 11, 3, 20),
        (7, 8, 9, 18),
        (10, 16, 14, 21),
    ),
    25: (
        (1, 16, 23, 7),
        (2, 4, 21, 17),
        (3, 8, 5, 19),
        (6, 18, 10, 11),
        (9, 12, 24, 13),
        (14, 20, 22, 15),
    ),
    28: (
        (INFINITY, 26, 0, 10),
        (1, 21, 13, 24),
        (2, 22, 11, 5),
        (7, 6, 15, 20),
        (8, 18, 3, 17),
        (9, 14, 16, 12),
        (19, 4, 23, 25),
    ),
    29: (
        (1, 12, 27, 26),
        (2, 6, 9, 8),
        (3, 20, 28, 19),
        (7, 13, 18, 23),
        (10, 25, 15, 17),
        (11, 21, 24, 4),
        (14, 16, 5, 22),
    ),
    32: (
        (INFINITY, 11, 0, 4),
        (15, 1, 16, 24),
        (20, 18, 8, 7),
        (6, 26, 2, 5),
        (13, 23, 10, 29),
        (25, 21, 27, 30),
        (17, 19, 12, 3),
        (14, 9, 28, 22),
    ),
    33: (
        (11, 7, 8, 9),
        (20, 32, 5, 25),
        (28, 31, 16, 6),
        (4, 12, 14, 23),
        (22, 15, 18, 1),
        (21, 3, 27, 2),
        (24, 13, 19, 29),
        (26, 30, 17, 10),
    ),
    36: (
        (INFINITY, 17, 0, 9),
        (32, 19, 28, 31),
        (8, 2, 10, 15),
        (3, 13, 14, 30),
        (21, 1, 22, 33),
        (29, 25, 23, 18),
        (20, 34, 11, 4),
        (16, 12, 6, 26),
        (5, 27, 24, 7),
    ),
    37: (
        (27, 9, 23, 12),
        (16, 1, 36, 3),
        (35, 24, 8, 10),
        (7, 34, 2, 19),
        (32, 33, 6, 14),
        (21, 5, 13, 30),
        (18, 4, 11, 17),
        (31, 22, 15, 28),
        (25, 29, 26, 20),
    ),
    40: (
        (INFINITY, 4, 0, 12),
        (20, 28, 2, 11),
        (5, 32, 15, 23),
        (26, 1, 24, 25),
        (9, 33, 22, 19),
        (18, 37, 30, 14),
        (21, 8, 27, 3),
        (35, 10, 16, 38),
        (34, 36, 31, 29),
        (6, 17, 7, 13),
    ),
}
"""By the number of players; the group is the whole numbers modulo it, or modulo one less with `INFINITY`."""


def whist(players: int) -> tuple[tuple[Table, ...], ...] | None:
    """Return all rounds of a whist tournament, or None if none is known for this number of players.

    Players are 0 to `players` - 1.
    """
    if players not in STARTERS:
        return _by_quarter_turns(players) if players > 1 and players % 4 == 1 else None
    size = players if players % 4 else players - 1

    def add(player: int, number: int) -> int:
        return players - 1 if player == INFINITY else (player + number) % size

    return tuple(tuple(_moved(table, number, add) for table in STARTERS[players]) for number in range(size))


def _by_quarter_turns(players: int) -> tuple[tuple[Table, ...], ...] | None:
    """Return the rounds over a group with a quarter turn; None if there is no such group of that size.

    The elements are x, y, z, written (x * side + y) * side + z, where y and z are modulo `side` and x is modulo
    the rest of `players`. A quarter turn multiplies x by a root of -1 and turns y, z into -z, y.
    """
    for side in range(1, isqrt(players) + 1, 2):
        rest, left = divmod(players, side * side)
        root = None if left else next((root for root in range(rest) if (root * root + 1) % rest == 0), None)
        if root is not None:
            break
    else:
        return None

    def element(x: int, y: int, z: int) -> int:
        return (x % rest * side + y % side) * side + z % side

    def parts(player: int) -> tuple[int, int, int]:
        return player // side // side, player // side % side, player % side

    def turned(player: int) -> int:
        x, y, z = parts(player)
        return element(x * root, -z, y)

    def add(player: int, number: int) -> int:
        return element(*(one + other for one, other in zip(parts(player), parts(number), strict=True)))

    starter: list[Table] = []
    seated = {0}
    for first in range(players):
        if first not in seated:
            second = turned(first)
            third = turned(second)
            starter.append((first, second, third, turned(third)))
            seated.update(starter[-1])
    return tuple(tuple(_moved(table, number, add) for table in starter) for number in range(players))


def _moved(table: Table, number: int, add: Callable[[int, int], int]) -> Table:
    first, second, third, fourth = table
    return add(first, number), add(second, number), add(third, number), add(fourth, number)
