"""The individual: players change partners and opponents from round to round.

With four seats and 4k or 4k + 1 players the rounds are those of a whist tournament. Else each round is found by search:
those rest who have rested least often, and players change places as long as that makes meetings more even.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from random import Random
from typing import Any, Final

from msgspec import Struct

from tournaments.formats.errors import DrawError
from tournaments.formats.options import number_in
from tournaments.pairing.whist import whist
from tournaments.stages.stage import Stage

MAX_PLAYERS: Final = 400
MAX_ROUNDS: Final = 400
_SEATS: Final = (4, 6)
_STEPS: Final = 300_000
"""The exchanges that are tried in all rounds together, so that a draw takes a few seconds at most."""
_PARTNERS_WEIGH: Final = 3
"""A repeated partner weighs as much as so many repeated opponents."""


class Round(Struct, frozen=True):
    """A round: the players at each table in the order of the seats, and those who rest. Players are numbers from 0."""

    tables: tuple[tuple[int, ...], ...]
    resting: tuple[int, ...] = ()


def rounds_of(players: int, seats: int, rounds: int) -> tuple[Round, ...]:
    """Return the rounds of an individual; the same for the same numbers.

    Args:
        players: As many as seats at least.
        seats: At a table, 4 or 6; neighbours are opponents.
        rounds: More than a whole whist tournament begin it again.
    """
    known = whist(players) if seats == 4 else None
    if known is None:
        return tuple(_searched(players, seats, rounds))
    everybody = set(range(players))
    return tuple(
        Round(tables, tuple(sorted(everybody - {player for table in tables for player in table})))
        for tables in (known[number % len(known)] for number in range(rounds))
    )


def draw_individual(stage: Stage) -> dict[str, Any]:
    """Return the rounds as the public format has them, and how even the meetings are.

    Raises:
        DrawError: The seats, the rounds or the number of players admit no draw.
    """
    seats = number_in(stage, "seats", 4, 6, default=4)
    if seats not in _SEATS:
        raise DrawError("a table of an individual has 4 or 6 seats")
    names = [entrant.id for entrant in stage.entrants]
    if not seats <= len(names) <= MAX_PLAYERS:
        raise DrawError(f"an individual has {seats} to {MAX_PLAYERS} players")
    rounds = rounds_of(len(names), seats, number_in(stage, "rounds", 1, MAX_ROUNDS))
    return {
        "rounds": [
            {
                "tables": [[names[player] for player in table] for table in one.tables],
                "resting": [names[player] for player in one.resting],
            }
            for one in rounds
        ],
        "spread": spread(len(names), rounds),
    }


def spread(players: int, rounds: Iterable[Round]) -> dict[str, list[int]]:
    """Return how often two players are partners, and opponents: the least and the most of all pairs."""
    partners: Counter[tuple[int, int]] = Counter()
    opponents: Counter[tuple[int, int]] = Counter()
    for one in rounds:
        for table in one.tables:
            partners.update(_partners(table))
            opponents.update(_opponents(table))
    pairs = list(combinations(range(players), 2))
    return {
        "partners": [min(partners[pair] for pair in pairs), max(partners[pair] for pair in pairs)],
        "opponents": [min(opponents[pair] for pair in pairs), max(opponents[pair] for pair in pairs)],
    }


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _partners(table: Sequence[int]) -> Iterator[tuple[int, int]]:
    for side in (table[::2], table[1::2]):
        for one, other in combinations(side, 2):
            yield _pair(one, other)


def _opponents(table: Sequence[int]) -> Iterator[tuple[int, int]]:
    for one, other in product(table[::2], table[1::2]):
        yield _pair(one, other)


class _Search:
    """Finds rounds one after another, and remembers the meetings of those before."""

    def __init__(self, players: int, seats: int, steps: int) -> None:
        self._players, self._seats, self._steps = players, seats, steps
        self._rested = [0] * players
        self._partners: Counter[tuple[int, int]] = Counter()
        self._opponents: Counter[tuple[int, int]] = Counter()
        # Of fixed seed: the draw depends on the numbers alone.
        self._random = Random(players * 1_000 + seats)  # noqa: S311  # no secret

    def next_round(self) -> Round:
        """Return the next round."""
        size = self._players - self._players % self._seats
        order = list(range(self._players))
        self._random.shuffle(order)
        order.sort(key=lambda player: -self._rested[player])
        playing, resting = order[:size], sorted(order[size:])
        self._random.shuffle(playing)
        tables = [playing[start : start + self._seats] for start in range(0, size, self._seats)]
        self._improve(tables)
        for player in resting:
            self._rested[player] += 1
        for table in tables:
            self._partners.update(_partners(table))
            self._opponents.update(_opponents(table))
        return Round(tuple(map(tuple, tables)), tuple(resting))

    def _improve(self, tables: list[list[int]]) -> None:
        """Let two players change places as long as tries are left, if that makes no meeting less even."""
        costs = [self._cost(table) for table in tables]
        for _ in range(self._steps):
            if not any(costs):
                return
            one, other = self._random.randrange(len(tables)), self._random.randrange(len(tables))
            here, there = self._random.randrange(self._seats), self._random.randrange(self._seats)
            tables[one][here], tables[other][there] = tables[other][there], tables[one][here]
            changed = self._cost(tables[one]), self._cost(tables[other])
            before = costs[one] + (costs[other] if one != other else 0)
            after = changed[0] + (changed[1] if one != other else 0)
            if after <= before:
                costs[one], costs[other] = changed
            else:
                tables[one][here], tables[other][there] = tables[other][there], tables[one][here]

    def _cost(self, table: Sequence[int]) -> int:
        """Return how often the players of a table have met already; each further meeting weighs more than the last."""
        partners = sum((self._partners[pair] + 1) ** 2 - 1 for pair in _partners(table))
        opponents = sum((self._opponents[pair] + 1) ** 2 - 1 for pair in _opponents(table))
        return _PARTNERS_WEIGH * partners + opponents


def _searched(players: int, seats: int, rounds: int) -> Iterator[Round]:
    search = _Search(players, seats, max(100, _STEPS // rounds // seats))
    for _ in range(rounds):
        yield search.next_round()
