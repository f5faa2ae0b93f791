"""The check of a Swiss: every round as it could be paired at its time, by the vector of the contract.

The smallest possible vector is found by one matching of the whole field, without the short cuts of the pairing. Pairs
that alone cost more than the whole round that is written are left out: none of them is in a better one.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import Any, Final

import rustworkx
from msgspec import Struct

from tournaments.checking.findings import (
    AVOIDABLE_REMATCH,
    FORBIDDEN_PAIR,
    LEFT_OUT,
    NOT_OPTIMAL,
    SECOND_BYE,
    Finding,
    UncheckableError,
)
from tournaments.checking.rounds import by_round, is_sound, judge_field, judge_twice, sides
from tournaments.checking.standing import order_before, was_met
from tournaments.stages.stage import BYE, Match, Stage

Pair = tuple[str, str]
Vector = tuple[int, ...]

MAX_BITS: Final = 120
"""The bits of a sum of costs that the library's 128-bit integers can hold and compare."""
_PARTS: Final = 8
_BYE: Final = ""
_CODES: Final = ((0, FORBIDDEN_PAIR), (1, AVOIDABLE_REMATCH), (2, SECOND_BYE))


def judge_swiss(stage: Stage) -> list[Finding]:
    """Return what is wrong with the rounds of a Swiss; each is judged by the matches of the rounds before it."""
    forbidden = _forbidden(stage)
    found: list[Finding] = []
    for number, matches in by_round(stage.matches).items():
        faults = [*judge_twice(matches), *judge_field(stage, matches)]
        standing = {name for match in matches for name in sides(match)}
        missing = sorted(
            entrant.id for entrant in stage.entrants if entrant.is_in(number) and entrant.id not in standing
        )
        sound = is_sound(stage, matches)
        # Those whose places are taken by the faults that are named already are not named again.
        if sound and len(missing) > len(faults):
            faults += [Finding(LEFT_OUT, [name], number) for name in missing]
        found += faults
        if not faults and not missing and sound and is_sound(stage, stage.matches):
            found += _judge_pairing(_Round(stage, number, forbidden), matches)
    return found


def _forbidden(stage: Stage) -> set[frozenset[str]]:
    pairs: Any = stage.options.get("forbidden", [])
    if not isinstance(pairs, list) or not all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(name, str) for name in pair) for pair in pairs
    ):
        raise UncheckableError("the option forbidden is a list of pairs of ids")
    return {frozenset(pair) for pair in pairs}


class _Seat(Struct, frozen=True):
    """An entrant before a round.

    Attributes:
        points: Match points, in whole numbers of the round's scale.
        place: In the standings of the field, from 0.
        turn: The place counted from the bottom, from 0.
    """

    points: int
    place: int
    turn: int
    byes: int
    floated_down: bool
    floated_up: bool


class _Round:
    """What was known before a round, and what its pairs and its bye cost by that."""

    def __init__(self, stage: Stage, number: int, forbidden: set[frozenset[str]]) -> None:
        order, points = order_before(stage, number)
        field = [
            name for name in order if next(entrant for entrant in stage.entrants if entrant.id == name).is_in(number)
        ]
        earlier = [match for match in stage.matches if match.round < number]
        byes = Counter(match.home for match in earlier if match.outcome == BYE)
        down, up = _floats(stage, number - 1)
        self.number = number
        self.forbidden = forbidden
        self.scale = lcm(*(points[name].denominator for name in field))
        self.met = Counter(frozenset(sides(match)) for match in earlier if was_met(match))
        self.seats = {
            name: _Seat(
                int(points[name] * self.scale), place, len(field) - 1 - place, byes[name], name in down, name in up
            )
            for place, name in enumerate(field)
        }

    def groups_without(self, *resting: str) -> tuple[dict[str, int], Counter[int]]:
        """Return the places in their score groups and the sizes of the groups, holders of a bye left out."""
        sizes: Counter[int] = Counter()
        places = {}
        for name, seat in self.seats.items():
            if name not in resting:
                places[name] = sizes[seat.points]
                sizes[seat.points] += 1
        return places, sizes

    def bye_cost(self, name: str) -> Vector:
        """Return what it costs that an entrant rests."""
        seat = self.seats[name]
        return 0, 0, seat.byes, seat.points, seat.turn, 0, 0, 0

    def pair_cost(self, pair: Pair, places: dict[str, int], sizes: Counter[int]) -> Vector:
        """Return what a pair costs."""
        upper, lower = self.seats[pair[0]], self.seats[pair[1]]
        if upper.points < lower.points:
            upper, lower = lower, upper
        known = frozenset(pair)
        gap = upper.points - lower.points
        floats = upper.floated_down + lower.floated_up if gap else 0
        off = 0 if gap else (abs(places[pair[0]] - places[pair[1]]) - sizes[upper.points] // 2) ** 2
        return int(known in self.forbidden), self.met[known], 0, 0, 0, gap * gap, floats, off

    def written(self, cost: Vector) -> list[str]:
        """Return a cost in match points, as the public format has it."""
        factors = (1, 1, 1, self.scale, 1, self.scale**2, 1, 1)
        return [str(Fraction(part, factor)) for part, factor in zip(cost, factors, strict=True)]


def _floats(stage: Stage, number: int) -> tuple[set[str], set[str]]:
    """Return the entrants that met one on fewer points in a round, and on more, by the points of that time."""
    _order, points = order_before(stage, number)
    down: set[str] = set()
    up: set[str] = set()
    for match in stage.matches:
        if match.round == number and match.away is not None:
            lower, upper = sorted((match.home, match.away), key=points.__getitem__)
            if points[lower] < points[upper]:
                down.add(upper)
                up.add(lower)
    return down, up


def _judge_pairing(before: _Round, matches: Sequence[Match]) -> list[Finding]:
    """Return in what the pairing of a round is worse than the best."""
    pairs = [(match.home, match.away) for match in matches if match.away is not None]
    resting = [match.home for match in matches if match.away is None]
    had = _cost(before, pairs, *resting)
    if len(resting) > 1:
        # With an even number of entrants there is no bye, with an odd number one.
        least = before.written(_best(before, _best_holder(before, _BYE, had), None))
        return [Finding(NOT_OPTIMAL, sorted(resting), before.number, cost=before.written(had), possible=least)]
    holder = resting[0] if resting else _BYE
    best_holder = _best_holder(before, holder, had)
    possible = _best(before, best_holder, had if best_holder == holder else None)
    if had <= possible:
        return []
    entrants: dict[str, list[str]] = {
        FORBIDDEN_PAIR: [name for pair in pairs if frozenset(pair) in before.forbidden for name in pair],
        AVOIDABLE_REMATCH: [name for pair in pairs if before.met[frozenset(pair)] for name in pair],
        SECOND_BYE: resting,
    }
    cost, least = before.written(had), before.written(possible)
    found = [
        Finding(code, entrants[code], before.number, cost=cost, possible=least)
        for part, code in _CODES
        if had[part] > possible[part]
    ]
    return found or [Finding(NOT_OPTIMAL, [], before.number, cost=cost, possible=least)]


def _cost(before: _Round, pairs: Sequence[Pair], *resting: str) -> Vector:
    places, sizes = before.groups_without(*resting)
    costs = [before.pair_cost(pair, places, sizes) for pair in pairs]
    return _sum([*costs, *(before.bye_cost(name) for name in resting)])


def _sum(costs: Sequence[Vector]) -> Vector:
    return tuple(sum(cost[part] for cost in costs) for part in range(_PARTS))


def _best_holder(before: _Round, holder: str, had: Vector) -> str:
    """Return the entrant that has to rest: by the first five parts of the vector, which the bye decides alone."""
    if len(before.seats) % 2 == 0:
        return _BYE
    in_line = min(before.seats, key=before.bye_cost)
    if holder == in_line and had[:2] == (0, 0):
        return holder
    places, sizes = before.groups_without(_BYE)
    edges = {
        pair: (*before.pair_cost(pair, places, sizes)[:2], 0, 0, 0, 0, 0, 0) for pair in combinations(before.seats, 2)
    }
    edges |= {(name, _BYE): before.bye_cost(name) for name in before.seats}
    return next(name for pair in _matching([*before.seats, _BYE], edges) if _BYE in pair for name in pair if name)


def _best(before: _Round, holder: str, bound: Vector | None) -> Vector:
    """Return the smallest vector with a given bye.

    Args:
        bound: The vector of a pairing with the same bye.
    """
    places, sizes = before.groups_without(holder)
    costs = {pair: before.pair_cost(pair, places, sizes) for pair in combinations(places, 2)}
    if bound is not None:
        # Without the bye, whose points may be negative; what pairs cost never is.
        resting = before.bye_cost(holder) if holder else (0,) * _PARTS
        most = tuple(whole - part for whole, part in zip(bound, resting, strict=True))
        costs = {pair: cost for pair, cost in costs.items() if cost <= most}
    return _cost(before, _matching(list(places), costs), *([holder] if holder else []))


def _matching(names: Sequence[str], costs: dict[Pair, Vector]) -> list[Pair]:
    """Return the perfect matching of the smallest vector."""
    factors = [1] * _PARTS
    for part in reversed(range(_PARTS)):
        values = [cost[part] for cost in costs.values()] or [0]
        # The points of a bye may be negative.
        size = (max(values) - min(0, *values)) * len(names) + 1
        if part:
            factors[part - 1] = factors[part] * size
        elif (factors[0] * size).bit_length() > MAX_BITS:
            raise UncheckableError("the match points have too many different denominators to be compared exactly")
    node = {name: number for number, name in enumerate(names)}
    graph: rustworkx.PyGraph[str, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(names)
    graph.add_edges_from(
        [
            (node[one], node[other], sum(part * factor for part, factor in zip(cost, factors, strict=True)))
            for (one, other), cost in costs.items()
        ]
    )
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda weight: -weight)
    return [(names[one], names[other]) for one, other in matched]
