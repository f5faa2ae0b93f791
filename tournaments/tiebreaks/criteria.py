"""The criteria of the standings, each with its value for the entrants of a stage.

There are three kinds, by what a value depends on: the record of the entrant (`OWN`), also the points of its opponents
(`OF_OPPONENTS`), or all entrants that are level with it on the criteria before (`AMONG`).

Values are exact: integers, in parts of `denominator`, or the fractions of `quotient`. More is better unless the
criterion is named in `SMALLER_FIRST`; None is worse than all others, and separates nobody where all have it.
Source: `docs/reference/tournament-format.md`, Standings.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from tournaments.tiebreaks.record import Part, Record, Records

Contribution: TypeAlias = tuple[int, Part | None, int]
"""A round, the part in its match if there is one, and the match points (scaled) that it gives to Buchholz."""
Values: TypeAlias = Mapping[str, Fraction | int | None]


def points(records: Records, own: Record) -> int:
    """Return match points, scaled."""
    return own.points


def wins(records: Records, own: Record) -> int:
    """Return the matches won; forfeits count, byes do not."""
    return own.wins


def difference(records: Records, own: Record) -> int | Fraction:
    """Return points for less points against."""
    return own.scored - own.conceded


def scored(records: Records, own: Record) -> int | Fraction:
    """Return points for."""
    return own.scored


def progressive(records: Records, own: Record) -> int:
    """Return the sum, over the rounds in the field, of the points had after each; scaled, without adjustments."""
    field = rounds_in(records, own)
    if not field:
        return 0
    # The points of a match are had after each round in the field from its own on.
    first, after = field.start, field.stop
    total = 0
    for part in own.parts:
        number = part.match.round
        if number < after:
            total += part.points * (after - (number if number > first else first))
    return total


def lot(records: Records, own: Record) -> int | None:
    """Return the number drawn by lot; none comes last."""
    return own.entrant.lot


def seed(records: Records, own: Record) -> int:
    """Return the place in the seeding order."""
    return own.entrant.seed


def rounds_in(records: Records, own: Record) -> range:
    """Return the rounds, up to the last one begun, in which an entrant was in the field."""
    entrant, last = own.entrant, records.last
    if entrant.until_round is not None and entrant.until_round < last:
        last = entrant.until_round
    return range(max(1, entrant.from_round), last + 1)


def contributions(records: Records, own: Record) -> list[Contribution]:
    """Return the Buchholz contributions of all rounds in which an entrant was in the field.

    An opponent that was met contributes its points. A bye, a forfeit either way, a void or unplayed match, or none at
    all contributes the entrant's own points. Rounds without a match come last.
    """
    of, field = records.of, rounds_in(records, own)
    given: list[Contribution] = []
    for part in own.parts:
        number = part.match.round
        if number in field:
            opponent = own if part.opponent is None or not part.met else of[part.opponent]
            given.append((number, part, opponent.points))
    played = {number for number, _part, _value in given}
    if len(played) < len(field):
        given += [(number, None, own.points) for number in field if number not in played]
    return given


def buchholz(records: Records, given: Sequence[Contribution]) -> int:
    """Return the sum of all contributions, scaled."""
    return sum([value for _number, _part, value in given])


def buchholz_cut_1(records: Records, given: Sequence[Contribution]) -> int:
    """Return the sum without the lowest contribution, scaled; 0 without any."""
    values = [value for _number, _part, value in given]
    return sum(values) - min(values, default=0)


def median_buchholz(records: Records, given: Sequence[Contribution]) -> int:
    """Return the sum without the lowest and the highest contribution, scaled; 0 below three."""
    values = [value for _number, _part, value in given]
    return sum(values) - min(values) - max(values) if len(values) > 2 else 0


def sonneborn_berger(records: Records, given: Sequence[Contribution]) -> int | None:
    """Return the sum of each contribution times the share of a win that was taken in its match.

    Where a win is worth nothing there is no such share, and the criterion separates nobody.
    """
    if not records.win:
        return None
    taken = sum([value * part.points for _number, part, value in given if part is not None])
    return taken if records.win > 0 else -taken


def head_to_head(records: Records, level: Sequence[str]) -> Values:
    """Return match points from matches among those that are level, scaled, if each two of them have met."""
    if len(level) == 1:
        return {level[0]: 0}
    among = set(level)
    met: set[tuple[str, str]] = set()
    won = dict.fromkeys(level, 0)
    for entrant in level:
        own = records.of[entrant]
        if len(own.parts) < len(level) - 1:
            return dict.fromkeys(level)
        for part in own.parts:
            if part.counted and part.opponent in among:
                won[entrant] += part.points
                met.add((entrant, part.opponent))
    if len(met) < len(level) * (len(level) - 1):
        return dict.fromkeys(level)
    return won


def quotient(records: Records, level: Sequence[str]) -> Values:
    """Return points for over points against, if both sums of all that are level are positive."""
    sums = {entrant: (records.of[entrant].scored, records.of[entrant].conceded) for entrant in level}
    if any(value <= 0 for pair in sums.values() for value in pair):
        return dict.fromkeys(level)
    return {entrant: Fraction(scored, conceded) for entrant, (scored, conceded) in sums.items()}


OWN: Final[Mapping[str, Callable[[Records, Record], Fraction | int | None]]] = {
    "points": points,
    "wins": wins,
    "difference": difference,
    "scored": scored,
    "progressive": progressive,
    "lot": lot,
    "seed": seed,
}
"""The criteria that depend on the record of the entrant alone."""

OF_OPPONENTS: Final[Mapping[str, Callable[[Records, Sequence[Contribution]], int | None]]] = {
    "buchholz": buchholz,
    "buchholz_cut_1": buchholz_cut_1,
    "median_buchholz": median_buchholz,
    "sonneborn_berger": sonneborn_berger,
}
"""The criteria that depend on the points of its opponents too, by its contributions."""

AMONG: Final[Mapping[str, Callable[[Records, Sequence[str]], Values]]] = {
    "head_to_head": head_to_head,
    "quotient": quotient,
}
"""The criteria that depend on all that are level."""

SMALLER_FIRST: Final = frozenset({"lot", "seed"})

_SCALED: Final = frozenset({"points", "progressive", "head_to_head", "buchholz", "buchholz_cut_1", "median_buchholz"})


def denominator(records: Records, name: str) -> int | None:
    """Return the positive number by which the values of a criterion are divided; None: they are shown as they are."""
    if name in _SCALED:
        return records.scale
    return records.scale * abs(records.win) if name == "sonneborn_berger" else None


def values_of(
    records: Records, names: Iterable[str], entrants: Collection[str]
) -> dict[str, dict[str, Fraction | int | None]]:
    """Return the values of criteria for some entrants, by criterion; those of `AMONG` are left out."""
    asked = list(names)
    values: dict[str, dict[str, Fraction | int | None]] = {
        name: {entrant: OWN[name](records, records.of[entrant]) for entrant in entrants}
        for name in asked
        if name in OWN
    }
    values |= {name: {} for name in asked if name in OF_OPPONENTS}
    of_opponents = [(OF_OPPONENTS[name], values[name]) for name in asked if name in OF_OPPONENTS]
    if of_opponents:
        for entrant in entrants:
            given = contributions(records, records.of[entrant])
            for value_of, column in of_opponents:
                column[entrant] = value_of(records, given)
    return values
