"""The Swiss: every round pairs entrants on about the same points who have not met. Exact at every size.

Source: `docs/reference/tournament-format.md`, Swiss.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from math import isqrt, lcm
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from tournaments.formats.errors import PairingError
from tournaments.pairing.exact import best_pairing
from tournaments.pairing.field import PARTS, Field, field_of
from tournaments.pairing.matching import CostTooFineError, Edge, perfect_matching, total
from tournaments.stages.stage import AWARDED, BYE, PLAYED, SWISS, Match, Stage
from tournaments.tiebreaks.ranking import ranked
from tournaments.tiebreaks.record import Records, records_of

Cost = tuple[Fraction, ...]

COST_PARTS: Final = (
    "forbidden", "rematches", "byes", "bye_points", "bye_place", "difference", "floats", "distance",
)  # fmt: skip
"""What the parts of a cost say, the weightiest first: the criteria of the contract."""


class NextRound(Struct, frozen=True):
    """The pairing of a round.

    Attributes:
        pairs: Home and away.
        bye: The entrant that rests; None with an even number.
        cost: The vector of the eight criteria, the smallest possible.
    """

    round: int
    pairs: tuple[tuple[str, str], ...]
    bye: str | None
    cost: Cost


class PairCost(Struct, frozen=True):
    """A pair of a round with what it costs.

    Attributes:
        upper: The entrant on more points, or of two on the same points the one that stands higher.
        forbidden: The two are to be kept apart.
        gap: The difference of their points.
        down: The upper one met fewer points in the round before as well.
        up: The lower one met more points in the round before as well.
        off: How many places they are from the ideal opponent in their score group.
    """

    upper: str
    lower: str
    forbidden: bool
    gap: Fraction
    down: bool
    up: bool
    off: int


class Rest(Struct, frozen=True):
    """An entrant in the line for the bye: fewest byes first, then fewest points, then the lowest place."""

    name: str
    byes: int
    points: Fraction
    place: int


class _Standing(Struct, frozen=True):
    """An entrant of the field before the round, in the order of the standings."""

    name: str
    points: Fraction
    place: int
    byes: int
    down: bool
    up: bool


def pair_next(stage: Stage, *, fewest: int = 2, others: Collection[str] = ()) -> NextRound:
    """Return the next round of a Swiss: the highest round that is written plus one.

    Args:
        fewest: The entrants that there have to be in the field; an entrant that is alone rests.
        others: Entrants that are not in this stage and may stand in forbidden pairs all the same.

    Raises:
        PairingError: The stage is no Swiss, has too few entrants left, or its options cannot be read.
    """
    if stage.type != SWISS:
        raise PairingError("only a Swiss is paired round by round; this stage is drawn as a whole")
    number = max((match.round for match in stage.matches), default=0) + 1
    entrants = _standings_before(stage, number)
    if len(entrants) < fewest:
        raise PairingError(f"there are no two entrants in the field of round {number}")
    met = _meetings(stage)
    forbidden = _forbidden(stage, others)
    try:
        bye, field, (kept, cost) = _with_bye(entrants, met, forbidden)
    except CostTooFineError as fault:
        raise PairingError(str(fault)) from None
    names = [entrant.name for entrant in field]
    homes = _Homes(stage, {entrant.name: entrant.place for entrant in entrants})
    pairs = tuple(homes.in_order(names[one], names[other]) for one, other in kept)
    return NextRound(number, pairs, bye.name if bye is not None else None, _vector(entrants, bye, cost))


def cost_of(stage: Stage, number: int, pairs: Sequence[tuple[str, str]], bye: str | None) -> Cost:
    """Return what a pairing by hand costs, by the vector of the contract.

    Args:
        number: The round; the matches before it count.
        pairs: Every entrant of the field once, but for the bye.
        bye: The entrant that rests, or None.

    Raises:
        PairingError: The options of the stage cannot be read.
    """
    before = replace(stage, matches=tuple(match for match in stage.matches if match.round < number))
    entrants = _standings_before(before, number)
    holder = next((entrant for entrant in entrants if entrant.name == bye), None)
    playing = [entrant for entrant in entrants if entrant != holder]
    ordered, field = _field(playing, _meetings(before), _forbidden(before), _scale(entrants))
    node = {entrant.name: place for place, entrant in enumerate(ordered)}
    return _vector(entrants, holder, total((field.cost(*_nodes(node, frozenset(pair))) for pair in pairs), PARTS))


def pair_costs(
    stage: Stage, number: int, pairs: Sequence[tuple[str, str]], bye: str | None
) -> tuple[tuple[PairCost, ...], tuple[Rest, ...]]:
    """Return what each pair of a round costs by itself, and the line for the bye; the arguments as of `cost_of`."""
    before = replace(stage, matches=tuple(match for match in stage.matches if match.round < number))
    entrants = _standings_before(before, number)
    scale = _scale(entrants)
    playing = [entrant for entrant in entrants if entrant.name != bye]
    ordered, field = _field(playing, _meetings(before), _forbidden(before), scale)
    node = {entrant.name: place for place, entrant in enumerate(ordered)}
    costs = []
    for pair in pairs:
        one, other = _nodes(node, frozenset(pair))
        gap = field.points[one] - field.points[other]
        costs.append(
            PairCost(
                ordered[one].name,
                ordered[other].name,
                (one, other) in field.forbidden,
                Fraction(gap, scale),
                bool(gap and field.down[one]),
                bool(gap and field.up[other]),
                0 if gap else isqrt(field.off(one, other)),
            )
        )
    line = tuple(Rest(entrant.name, entrant.byes, entrant.points, entrant.place + 1) for entrant in _in_line(entrants))
    return tuple(costs), line


def rounds_met(stage: Stage, number: int) -> dict[frozenset[str], tuple[int, ...]]:
    """Return the rounds before one in which two entrants have met, as far as that counts for the pairing."""
    rounds: dict[frozenset[str], tuple[int, ...]] = {}
    for match in stage.matches:
        if match.round < number and _is_meeting(match) and match.away is not None:
            pair = frozenset((match.home, match.away))
            rounds[pair] = (*rounds.get(pair, ()), match.round)
    return rounds


def _vector(entrants: Sequence["_Standing"], bye: "_Standing | None", cost: Sequence[int]) -> Cost:
    """Return a cost as the contract has it: with the parts of the bye, in match points."""
    resting = Fraction(0), Fraction(0), Fraction(0)
    if bye is not None:
        resting = Fraction(bye.byes), bye.points, Fraction(len(entrants) - 1 - bye.place)
    squares = Fraction(cost[2], _scale(entrants) ** 2)
    return Fraction(cost[0]), Fraction(cost[1]), *resting, squares, Fraction(cost[3]), Fraction(cost[4])


def _standings_before(stage: Stage, number: int) -> list[_Standing]:
    """Return the field of a round in the order of the standings before it; of round 1 in seeding order."""
    records = records_of(stage)
    points = _points(records)
    order = [row.entrant for row in ranked(records)]
    if number == 1:
        order = [entrant.id for entrant in sorted(stage.entrants, key=lambda entrant: entrant.seed)]
    present = {entrant.id for entrant in stage.entrants if entrant.is_in(number)}
    byes = Counter(match.home for match in stage.matches if match.outcome == BYE)
    down, up = _floats(stage, number - 1)
    field = [name for name in order if name in present]
    return [
        _Standing(name, points[name], place, byes[name], name in down, name in up) for place, name in enumerate(field)
    ]


def _points(records: Records) -> dict[str, Fraction]:
    """Return the match points of all entrants, whether the standings ask for them or not."""
    return {entrant: records.fraction(record.points) for entrant, record in records.of.items()}


def _floats(stage: Stage, number: int) -> tuple[set[str], set[str]]:
    """Return the entrants that met one on fewer points in a round, and on more, by the points before that round."""
    before = replace(stage, matches=tuple(match for match in stage.matches if match.round < number))
    points = _points(records_of(before))
    down: set[str] = set()
    up: set[str] = set()
    for match in stage.matches:
        if match.round != number or match.away is None or points[match.home] == points[match.away]:
            continue
        higher, lower = match.home, match.away
        if points[higher] < points[lower]:
            higher, lower = lower, higher
        down.add(higher)
        up.add(lower)
    return down, up


def _meetings(stage: Stage) -> Counter[frozenset[str]]:
    """Return how often two entrants have met: matches played with points, and awarded ones."""
    return Counter(
        frozenset((match.home, match.away)) for match in stage.matches if match.away is not None and _is_meeting(match)
    )


def _is_meeting(match: Match) -> bool:
    return match.away is not None and match.is_counted and match.outcome in (PLAYED, AWARDED)


def _in_line(entrants: Sequence[_Standing]) -> list[_Standing]:
    """Return the entrants in the order in which they rest."""
    return sorted(entrants, key=lambda entrant: (entrant.byes, entrant.points, -entrant.place))


def _forbidden(stage: Stage, others: Collection[str] = ()) -> set[frozenset[str]]:
    pairs: Any = stage.options.get("forbidden", [])
    known = {*(entrant.id for entrant in stage.entrants), *others}
    if not isinstance(pairs, list) or not all(
        isinstance(pair, list | tuple) and len(pair) == 2 and all(isinstance(name, str) for name in pair)
        for pair in pairs
    ):
        raise PairingError("the option forbidden is a list of pairs of ids")
    for pair in pairs:
        for name in pair:
            if name not in known:
                raise PairingError(f"the option forbidden names {name!r}, who is no entrant")
    return {frozenset(pair) for pair in pairs}


def _scale(entrants: Sequence[_Standing]) -> int:
    return lcm(*(entrant.points.denominator for entrant in entrants))


def _field(
    entrants: Sequence[_Standing], met: Mapping[frozenset[str], int], forbidden: set[frozenset[str]], scale: int
) -> tuple[list[_Standing], Field]:
    """Return the field in the order of its nodes: by points, then by place."""
    ordered = sorted(entrants, key=lambda entrant: (-entrant.points, entrant.place))
    node = {entrant.name: place for place, entrant in enumerate(ordered)}
    return ordered, field_of(
        [int(entrant.points * scale) for entrant in ordered],
        [int(entrant.down) for entrant in ordered],
        [int(entrant.up) for entrant in ordered],
        {_nodes(node, pair): times for pair, times in met.items() if pair <= node.keys()},
        {_nodes(node, pair) for pair in forbidden if pair <= node.keys() and len(pair) == 2},
    )


def _nodes(node: Mapping[str, int], pair: frozenset[str]) -> tuple[int, int]:
    one, other = sorted(node[name] for name in pair)
    return one, other


_Paired = tuple[Sequence[tuple[int, int]], tuple[int, ...]]


def _with_bye(
    entrants: list[_Standing], met: Mapping[frozenset[str], int], forbidden: set[frozenset[str]]
) -> tuple[_Standing | None, list[_Standing], _Paired]:
    """Return the holder of the bye, the rest of the field in the order of its nodes, and its best pairing.

    The first in line rests if the others can be paired without forbidden pairs and rematches. If not, these come first
    and the bye after them: the whole field is matched with the bye as one more opponent, which says who rests.
    """
    scale = _scale(entrants)
    if len(entrants) % 2 == 0:
        ordered, field = _field(entrants, met, forbidden, scale)
        paired = best_pairing(field)
        return None, ordered, (paired.pairs, paired.cost)
    in_line = _in_line(entrants)
    for holder in (in_line[0], None):
        chosen = holder or _bye_by_matching(entrants, in_line, met, forbidden, scale)
        ordered, field = _field([entrant for entrant in entrants if entrant != chosen], met, forbidden, scale)
        paired = best_pairing(field)
        if holder is None or paired.cost[:2] == (0, 0):
            return chosen, ordered, (paired.pairs, paired.cost)
    raise AssertionError("the second holder is final")


def _bye_by_matching(
    entrants: list[_Standing],
    in_line: list[_Standing],
    met: Mapping[frozenset[str], int],
    forbidden: set[frozenset[str]],
    scale: int,
) -> _Standing:
    """Return the entrant that rests where forbidden pairs and rematches cannot all be avoided."""
    ordered, field = _field(entrants, met, forbidden, scale)
    edges: list[Edge] = [(one, other, (*cost[:2], 0)) for one, other, cost in field.edges()]
    edges += [(ordered.index(entrant), field.size, (0, 0, turn)) for turn, entrant in enumerate(in_line)]
    pairs = perfect_matching(field.size + 1, edges)
    assert pairs is not None, "every entrant may meet every other, and rest"
    return next(ordered[one] for one, other in pairs if other == field.size)


class _Homes:
    """The home side: the one at home less often so far, then the one last away, then the one that stands higher."""

    def __init__(self, stage: Stage, places: Mapping[str, int]) -> None:
        self._places = places
        self._count: Counter[str] = Counter()
        self._last: dict[str, Match] = {}
        for match in stage.matches:
            if match.away is None:
                continue
            self._count[match.home] += 1
            for name in (match.home, match.away):
                known = self._last.get(name)
                if known is None or known.round <= match.round:
                    self._last[name] = match

    def in_order(self, one: str, other: str) -> tuple[str, str]:
        """Return home and away."""
        return (one, other) if self._key(one) < self._key(other) else (other, one)

    def _key(self, name: str) -> tuple[int, bool, int]:
        last = self._last.get(name)
        return self._count[name], last is None or last.away != name, self._places[name]
