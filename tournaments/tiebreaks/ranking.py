"""The standings of a stage: rows in order, with the values of all criteria and what decided each place."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import inf

from msgspec import Struct

from tournaments.stages.stage import BRACKETS, LADDER, Stage
from tournaments.tiebreaks.criteria import AMONG, SMALLER_FIRST, Values, denominator, values_of
from tournaments.tiebreaks.places import place_keys
from tournaments.tiebreaks.record import Records, records_of

LEVEL = "level"
BRACKET = "bracket"
ORDER = "order"


class Row(Struct, frozen=True):
    """An entrant in the standings.

    Attributes:
        rank: Its place, from 1; entrants that nothing separates share one.
        values: By criterion, in the order asked; None where a criterion separates nobody.
        decided_by: The first criterion in which it differs from the row above: empty in the first row, `level` where
            none does, `bracket` where the bracket decides, `order` in a ladder.
    """

    entrant: str
    rank: int
    values: Mapping[str, Fraction | int | None]
    decided_by: str


class Standings(Struct, frozen=True):
    """The standings of a stage with the values that they were made of, so that they can be followed.

    Attributes:
        values: By criterion and entrant, in parts of its `denominator`; those of `AMONG` are left out.
    """

    records: Records
    values: Mapping[str, Mapping[str, Fraction | int | None]]
    rows: tuple[Row, ...]


def standings(stage: Stage) -> tuple[Row, ...]:
    """Return the standings of a stage. Source: `docs/reference/tournament-format.md`, Standings."""
    return ranked(records_of(stage))


def ranked(records: Records) -> tuple[Row, ...]:
    """Return the standings by records that are made already."""
    return standings_of(records).rows


def standings_of(records: Records) -> Standings:
    """Return the standings by records, all values computed anew."""
    return standings_by(records, values_of(records, records.stage.tie_breaks, records.of))


def standings_by(records: Records, values: Mapping[str, Mapping[str, Fraction | int | None]]) -> Standings:
    """Return the standings by records and the values of all their criteria that are not `AMONG`."""
    stage = records.stage
    by_seed = [entrant.id for entrant in sorted(stage.entrants, key=lambda entrant: entrant.seed)]
    among: dict[str, dict[str, Fraction | int | None]] = {name: {} for name in stage.tie_breaks if name in AMONG}
    places = _by_criteria(records, by_seed, values, among)
    if stage.type in BRACKETS:
        shared = place_keys(stage)
        places = [
            (list(level), BRACKET)
            for _place, level in groupby(sorted(by_seed, key=shared.__getitem__), key=shared.__getitem__)
        ]
    if stage.type == LADDER:
        places = [([entrant], ORDER) for entrant in stage.order]
    columns = [
        (name, _exact(records, name, among[name] if name in among else values[name])) for name in stage.tie_breaks
    ]
    rows: list[Row] = []
    for level, decided_by in places:
        rank = len(rows) + 1
        for entrant in level:
            why = "" if not rows else decided_by if len(rows) + 1 == rank else LEVEL
            rows.append(Row(entrant, rank, {name: column[entrant] for name, column in columns}, why))
    return Standings(records, values, tuple(rows))


def level_with(rows: Sequence[Row], entrant: str, criterion: str) -> tuple[str, ...]:
    """Return the entrants, in the order of the rows, among which a criterion is compared for one of them.

    They are level with it on all criteria before, and it is one of them.
    """
    own = next(row.values for row in rows if row.entrant == entrant)
    before = tuple(own)[: tuple(own).index(criterion)]
    return tuple(row.entrant for row in rows if all(row.values[name] == own[name] for name in before))


def _by_criteria(
    records: Records,
    entrants: list[str],
    values: Mapping[str, Mapping[str, Fraction | int | None]],
    among: dict[str, dict[str, Fraction | int | None]],
) -> list[tuple[list[str], str]]:
    """Return those that are level on everything, in order, each with the criterion that put them below those before.

    Fills in the values of `AMONG`. A criterion is compared only among those level on all before it.
    """
    groups = [(entrants, "")]
    for name in records.stage.tie_breaks:
        split: list[tuple[list[str], str]] = []
        for level, decided_by in groups:
            found: Values
            if name in AMONG:
                found = AMONG[name](records, level)
                among[name].update(found)
            else:
                found = values[name]
            if len(level) == 1:
                split.append((level, decided_by))
                continue
            keys = _keys(name, level, found)
            alike = groupby(sorted(level, key=keys.__getitem__, reverse=name not in SMALLER_FIRST), keys.__getitem__)
            for place, (_key, members) in enumerate(alike):
                split.append((list(members), name if place else decided_by))
        groups = split
    return groups


def _keys(name: str, level: Sequence[str], values: Values) -> Mapping[str, Fraction | float]:
    """Return keys that sort those without a value last; no value is infinite, so that comparisons stay exact."""
    last = inf if name in SMALLER_FIRST else -inf
    return {entrant: last if (value := values[entrant]) is None else value for entrant in level}


def _exact(records: Records, name: str, values: Values) -> Values:
    """Return the values of a criterion as they are shown; equal ones share a fraction."""
    divisor = denominator(records, name)
    if divisor is None:
        return values
    exact: dict[Fraction | int | None, Fraction | None] = {None: None}
    for value in set(values.values()):
        if value is not None:
            exact[value] = Fraction(value, divisor)
    return {entrant: exact[value] for entrant, value in values.items()}
