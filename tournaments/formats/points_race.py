"""The points race: rounds of matches of three sides, everybody against others each time as far as it goes.

For a number of entrants that three divides the first rounds have no repeated meeting by construction. The entrants
stand in three thirds A, B and C of m each, and round r lets A(i), B(i + r) and C(i + 2r) meet, all numbers modulo m: m
rounds where m is odd. Where it is even, A(i), B(i + r) and C(i - r) give m ÷ 2 rounds. After m odd rounds everybody has
met all of the other thirds, and the thirds go on within themselves in the same way: 9 entrants have all 4 rounds in
which everybody meets everybody exactly once, 27 have all 13.

Each other round is searched: those rest who have rested least often, one or two where three does not divide the number,
and entrants change places as long as that makes repeated meetings fewer. It is as good as the search finds it; `spread`
says how near that comes. The rounds depend on no result, so that they can be paired in advance.

The options of a stage:

- `by`: standings by `points` scored (if not given), or by match points for the `places` at each table.
- `place_points`: the match points of the three places, as integers or "p/q"; `["2", "1", "0"]` if not given. Sides that
  are level share the points of their places.
- `bye_points`: with `points`, what an entrant gets that rests, 0 if not given; with `places` that is `scoring.bye`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tournaments.formats.errors import DrawError, PairingError
from tournaments.formats.options import number_in
from tournaments.stages.stage import Stage

SIDES: Final = 3
MAX_POINTS: Final = 9_999
_TRIES: Final = 4
_STEPS: Final = 15_000
"""The exchanges of one try, so that a round takes about a second at most."""

Table: TypeAlias = tuple[int, int, int]
Meetings: TypeAlias = Mapping[frozenset[int], int]
"""How often two entrants have met."""


class Round(Struct, frozen=True):
    """A round: the three entrants of each match, and those that rest."""

    tables: tuple[Table, ...]
    resting: tuple[int, ...] = ()


class Rules(Struct, frozen=True):
    """The options of a points race, as they are described above."""

    by: Literal["points", "places"] = "points"
    place_points: tuple[Fraction, ...] = (Fraction(2), Fraction(1), Fraction(0))
    bye_points: int = 0


def rules_of(stage: Stage) -> Rules:
    """Return the options of a points race.

    Raises:
        DrawError: One of them cannot be.
    """
    by = stage.options.get("by", "points")
    if by not in ("points", "places"):
        raise DrawError("the option by is points or places")
    written = stage.options.get("place_points", ["2", "1", "0"])
    try:
        points = tuple(Fraction(one) for one in written if isinstance(one, str | int) and not isinstance(one, bool))
    except (TypeError, ValueError, ZeroDivisionError):
        points = ()
    if len(points) != SIDES or len(written) != SIDES or sorted(points, reverse=True) != list(points):
        raise DrawError("the option place_points is three numbers, the highest first")
    return Rules(by, points, number_in(stage, "bye_points", -MAX_POINTS, MAX_POINTS, default=0))


def rounds_for(entrants: int) -> int:
    """Return the rounds of a race that has no number of its own: until everybody could have met everybody once."""
    return max(1, (entrants - 1) // 2)


def next_round(players: Sequence[int], met: Meetings, rested: Mapping[int, int], number: int) -> Round:
    """Return a round of a points race; the same for the same arguments.

    Args:
        players: The entrants that play, in seeding order.
        met: How often two of them have met in earlier rounds.
        rested: How often each has rested.
        number: The round, from 1.

    Raises:
        PairingError: There are fewer than three of them.
    """
    if len(players) < SIDES:
        raise PairingError(f"there are no three entrants in the field of round {number}")
    if len(players) % SIDES == 0:
        known = constructed(len(players), number - 1)
        if known is not None:
            tables = [(players[one], players[two], players[three]) for one, two, three in known]
            if not any(_cost(table, met) for table in tables):
                return Round(tuple(tables))
    # Of fixed seed: a round depends on the arguments alone.
    random = Random(len(players) * 1_000 + number)  # noqa: S311  # no secret
    order = list(players)
    random.shuffle(order)
    order.sort(key=lambda player: rested.get(player, 0))
    spare = len(players) % SIDES
    return Round(_searched(order[spare:], met, random), tuple(sorted(order[:spare], key=players.index)))


def constructed(entrants: int, turn: int) -> list[Table] | None:
    """Return a round in which nobody meets anybody again, by construction; None where it has no more.

    Args:
        entrants: A number that three divides; they are numbers from 0.
        turn: The round, from 0.
    """
    size = entrants // SIDES
    if size % 2 == 0:
        if turn >= size // 2:
            return None
        return [(at, size + (at + turn) % size, 2 * size + (at - turn) % size) for at in range(size)]
    if turn < size:
        return [(at, size + (at + turn) % size, 2 * size + (at + 2 * turn) % size) for at in range(size)]
    if size % SIDES:
        return None
    within = constructed(size, turn - size)
    if within is None:
        return None
    return [(start + one, start + two, start + three) for start in (0, size, 2 * size) for one, two, three in within]


def spread(players: Sequence[int], met: Meetings) -> dict[str, list[int]]:
    """Return how often two entrants have met: `meetings`, the least and the most of all pairs."""
    counts = [met.get(frozenset(pair), 0) for pair in combinations(players, 2)]
    return {"meetings": [min(counts), max(counts)]}


def meetings_of(tables: Iterable[Sequence[int]]) -> Counter[frozenset[int]]:
    """Return how often two entrants have met at some tables."""
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))


def _searched(players: Sequence[int], met: Meetings, random: Random) -> tuple[Table, ...]:
    """Return tables with as few repeated meetings as a few tries find."""
    best: list[list[int]] = []
    least = -1
    for _ in range(_TRIES):
        order = list(players)
        random.shuffle(order)
        tables = [order[start : start + SIDES] for start in range(0, len(order), SIDES)]
        cost = _improve(tables, met, random)
        if least < 0 or cost < least:
            best, least = tables, cost
        if not least:
            break
    return tuple((one, two, three) for one, two, three in best)


def _improve(tables: list[list[int]], met: Meetings, random: Random) -> int:
    """Let two entrants change places as long as tries are left, if that makes repeats no more; return what is left."""
    costs = [_cost(table, met) for table in tables]
    faulty = [at for at, cost in enumerate(costs) if cost]
    if len(tables) < 2:
        return sum(costs)
    for _ in range(_STEPS):
        if not faulty:
            return 0
        one, other = random.choice(faulty), random.randrange(len(tables))
        if one == other:
            continue
        here, there = random.randrange(SIDES), random.randrange(SIDES)
        tables[one][here], tables[other][there] = tables[other][there], tables[one][here]
        changed = _cost(tables[one], met), _cost(tables[other], met)
        if sum(changed) <= costs[one] + costs[other]:
            costs[one], costs[other] = changed
            faulty = [at for at, cost in enumerate(costs) if cost]
        else:
            tables[one][here], tables[other][there] = tables[other][there], tables[one][here]
    return sum(costs)


def _cost(table: Sequence[int], met: Meetings) -> int:
    """Return how often the entrants of a table have met already."""
    return sum(met.get(frozenset(pair), 0) for pair in combinations(table, 2))
