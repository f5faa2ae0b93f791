"""How the value of a criterion comes about, as data: the terms that a page shows as "7 + 5 + 6 = 18".

Source: `docs/reference/tournament-format.md`, Standings.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tournaments.stages.stage import PLAYED
from tournaments.tiebreaks.criteria import AMONG, contributions, denominator, rounds_in, values_of
from tournaments.tiebreaks.record import Part, Record, Records, winner_of


class Earned(Struct, frozen=True):
    """Match points of a match: a term of `points` and `head_to_head`.

    Attributes:
        round: None for points that a director gave or took beside all matches.
        opponent: None in a bye, and beside all matches.
        outcome: One of `OUTCOMES`; None beside all matches.
    """

    round: int | None
    opponent: str | None
    outcome: str | None
    points: Fraction


class Won(Struct, frozen=True):
    """A match that was won: a term of `wins`, where each counts one."""

    round: int
    opponent: str | None
    outcome: str


class GamePoints(Struct, frozen=True):
    """Game points of a match for and against: a term of `difference`, `scored` and `quotient`."""

    round: int
    opponent: str | None
    outcome: str
    scored: int | Fraction
    conceded: int | Fraction


class Given(Struct, frozen=True):
    """A contribution: a term of the three kinds of Buchholz.

    Attributes:
        opponent: The opponent of the match; None in a bye and without a match.
        outcome: One of `OUTCOMES`; None if the match is still to be played, or there is none.
        own: The points are the entrant's own, and not those of the opponent.
        dropped: It is left out of the sum as the lowest or the highest; empty: it counts.
    """

    round: int
    opponent: str | None
    outcome: str | None
    own: bool
    points: Fraction
    dropped: Literal["", "lowest", "highest"] = ""


class Product(Struct, frozen=True):
    """A contribution times a share: a term of `sonneborn_berger`.

    Attributes:
        opponent: As in `Given`, and so are `outcome` and `own`.
        share: The match points that were won in the match, divided by those of a win.
    """

    round: int
    opponent: str | None
    outcome: str | None
    own: bool
    points: Fraction
    share: Fraction
    product: Fraction


class Running(Struct, frozen=True):
    """The points after a round in the field: a term of `progressive`, which is the sum of the totals.

    Attributes:
        earned: Match points since the term before.
        total: Match points had after the round, without those given beside all matches.
    """

    round: int
    earned: Fraction
    total: Fraction


Term: TypeAlias = Earned | Won | GamePoints | Given | Product | Running


class Working(Struct, frozen=True):
    """The value of a criterion for an entrant, and how it comes about.

    Attributes:
        value: None where the criterion separates nobody, or no lot was drawn.
        terms: By round; none for `lot` and `seed`.
        level: The entrants that are compared, for `head_to_head` and `quotient`; else empty.
        lacking: The entrants by which there is no value: of `quotient` all whose points for or against are not
            positive, of `head_to_head` the first two that have not met.
    """

    criterion: str
    entrant: str
    value: Fraction | int | None
    terms: tuple[Term, ...]
    level: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()


def working(records: Records, criterion: str, entrant: str, level: Sequence[str] = ()) -> Working:
    """Return how the value of a criterion for an entrant comes about.

    Args:
        records: Those of the stage.
        criterion: One of `tournaments.stages.reading.CRITERIA`.
        entrant: The entrant's id.
        level: The entrants that are level with it on all criteria before, itself among them (`level_with`). Only
            `head_to_head` and `quotient` depend on them; by default it is level with nobody.

    Raises:
        KeyError: There is no such criterion, or no such entrant.
    """
    own = records.of[entrant]
    among = tuple(level or (entrant,)) if criterion in AMONG else ()
    if among:
        value = AMONG[criterion](records, among)[entrant]
    else:
        value = values_of(records, [criterion], [entrant])[criterion][entrant]
    divisor = denominator(records, criterion)
    return Working(
        criterion,
        entrant,
        value if value is None or divisor is None else Fraction(value, divisor),
        tuple(_TERMS[criterion](records, own, among)),
        among,
        _LACKING[criterion](records, among) if among and value is None else (),
    )


_Terms: TypeAlias = Callable[[Records, Record, Sequence[str]], Iterator[Term]]


def _points(records: Records, own: Record, among: Sequence[str]) -> Iterator[Term]:
    for part in _ended(own):
        yield Earned(part.match.round, part.opponent, part.match.outcome, records.fraction(part.points))
    if adjusted := records.stage.adjustments.get(own.entrant.id):
        yield Earned(None, None, None, adjusted)


def _head_to_head(records: Records, own: Record, among: Sequence[str]) -> Iterator[Term]:
    for part in _ended(own):
        if part.counted and part.opponent in among:
            yield Earned(part.match.round, part.opponent, part.match.outcome, records.fraction(part.points))


def _wins(records: Records, own: Record, among: Sequence[str]) -> Iterator[Term]:
    for part in _ended(own):
        if part.counted and winner_of(part.match) == own.entrant.id:
            yield Won(part.match.round, part.opponent, part.match.outcome)


def _game_points(records: Records, own: Record, among: Sequence[str]) -> Iterator[Term]:
    for part in _ended(own):
        match = part.match
        if not part.counted or match.home_points is None or match.away_points is None:
            continue
        scored, conceded = match.home_points, match.away_points
        if match.home != own.entrant.id:
            scored, conceded = conceded, scored
        yield GamePoints(match.round, part.opponent, match.outcome, scored, conceded)


def _buchholz(lowest: bool, highest: bool) -> _Terms:
    """Return the terms of a kind of Buchholz, which leaves out the lowest or the highest contribution, or both."""

    def terms(records: Records, own: Record, among: Sequence[str]) -> Iterator[Term]:
        given = sorted(contributions(records, own), key=lambda one: one[0])
        places = list(range(len(given)))
        dropped: dict[int, Literal["lowest", "highest"]] = {}
        if lowest and places:
            least = min(places, key=lambda place: given[place][2])
            dropped[least] = "lowest"
            places.remove(least)
        if highest and places:
            dropped[max(places, key=lambda place: given[place][2])] = "highest"
        for place, (number, part, points) in enumerate(given):
            yield Given(number, *_source(part), records.fraction(points), dropped.get(place, ""))

    return terms


def _sonneborn_berger(records: Records, own: Record, among: Sequence[str]) -> Iterator[Term]:
    if not records.win:
        return
    for number, part, points in sorted(contributions(records, own), key=lambda one: one[0]):
        given = records.fraction(points)
        share = Fraction(part.points if part is not None else 0, records.win)
        yield Product(number, *_source(part), given, share, given * share)


def _progressive(records: Records, own: Record, among: Sequence[str]) -> Iterator[Term]:
    before = Fraction(0)
    for number in rounds_in(records, own):
        total = records.fraction(sum(part.points for part in own.parts if part.match.round <= number))
        yield Running(number, total - before, total)
        before = total


def _none(records: Records, own: Record, among: Sequence[str]) -> Iterator[Term]:
    return iter(())


def _ended(own: Record) -> list[Part]:
    """Return the parts in matches that are not still to be played, by round."""
    return sorted((part for part in own.parts if _outcome(part) is not None), key=lambda part: part.match.round)


def _outcome(part: Part) -> str | None:
    return None if part.match.outcome == PLAYED and not part.counted else part.match.outcome


def _source(part: Part | None) -> tuple[str | None, str | None, bool]:
    """Return the opponent, the outcome, and whether the entrant's own points are contributed."""
    return (None, None, True) if part is None else (part.opponent, _outcome(part), not part.met)


def _not_met(records: Records, among: Sequence[str]) -> tuple[str, ...]:
    """Return the first two that have no counted match with each other."""
    for one, other in combinations(among, 2):
        if not any(part.counted and part.opponent == other for part in records.of[one].parts):
            return one, other
    return ()


def _not_positive(records: Records, among: Sequence[str]) -> tuple[str, ...]:
    """Return those whose points for or against are not positive."""
    return tuple(name for name in among if min(records.of[name].scored, records.of[name].conceded) <= 0)


_TERMS: Final[Mapping[str, _Terms]] = {
    "points": _points,
    "wins": _wins,
    "head_to_head": _head_to_head,
    "difference": _game_points,
    "quotient": _game_points,
    "scored": _game_points,
    "buchholz": _buchholz(lowest=False, highest=False),
    "buchholz_cut_1": _buchholz(lowest=True, highest=False),
    "median_buchholz": _buchholz(lowest=True, highest=True),
    "sonneborn_berger": _sonneborn_berger,
    "progressive": _progressive,
    "lot": _none,
    "seed": _none,
}

_LACKING: Final[Mapping[str, Callable[[Records, Sequence[str]], tuple[str, ...]]]] = {
    "head_to_head": _not_met,
    "quotient": _not_positive,
}
