"""The standings of a group as a table: each line with what was played, and why it stands where it does."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from tournaments.stages.stage import BRACKETS, BYE, POINTS_RACE
from tournaments.state.standing import Standing
from tournaments.state.tournament import TournamentState
from tournaments.tiebreaks.ranking import level_with
from tournaments.tiebreaks.record import Part, winner_of
from tournaments.tiebreaks.working import Working, working

FORM = 5
"""How many of the last results a line shows."""


class Line(Struct, frozen=True):
    """An entrant in the standings.

    Attributes:
        rank: Its place, from 1; entrants that nothing separates share one.
        values: By criterion, in the order asked; None where a criterion separates nobody.
        decided_by: The criterion that put it below the line above (`tournaments.tiebreaks.ranking.Row`).
        form: The last results, the latest last: `W`, `D` or `L`.
        goes_on: It stands on a place from which a later stage takes entrants.
        away: It has left and not returned.
    """

    rank: int
    entrant: int
    played: int
    won: int
    drawn: int
    lost: int
    values: Mapping[str, Fraction | int | None]
    decided_by: str
    form: tuple[str, ...]
    goes_on: bool
    away: bool


class Table(Struct, frozen=True):
    """The standings of a group.

    Attributes:
        criteria: In the order in which they are compared.
        cut: The number of places from which a later stage takes entrants; 0: none does.
    """

    stage: int
    group: int
    criteria: tuple[str, ...]
    lines: tuple[Line, ...]
    cut: int


class Compared(Struct, frozen=True):
    """A criterion in the explanation of a place.

    Attributes:
        values: Of all that were level before it, in the order of the standings.
        own: How the entrant's own value comes about.
        decides: It separates the entrant from one of the others.
    """

    criterion: str
    values: tuple[tuple[int, Fraction | int | None], ...]
    own: Working
    decides: bool


def table_of(state: TournamentState, standing: Standing) -> Table:
    """Return the standings of a group as a table.

    Args:
        state: The tournament that they were made of.
        standing: `tournaments.state.standing.standing_of`.
    """
    number, group = standing.shown.number, standing.shown.group
    cut = places_that_go_on(state, number)
    lines = []
    for row in standing.rows:
        entrant = int(row.entrant)
        results = _results(standing, row.entrant)
        lines.append(
            Line(
                rank=row.rank,
                entrant=entrant,
                played=len(results),
                won=results.count("W"),
                drawn=results.count("D"),
                lost=results.count("L"),
                values=row.values,
                decided_by=row.decided_by,
                form=tuple(results[-FORM:]),
                goes_on=row.rank <= cut,
                away=state.entrants[entrant].is_away,
            )
        )
    criteria = tuple(standing.rows[0].values) if standing.rows else ()
    return Table(number, group, criteria, tuple(lines), cut)


def places_that_go_on(state: TournamentState, number: int) -> int:
    """Return the last place of a group from which a later stage takes entrants for certain; 0: none does."""
    sources = (source for stage in state.stages.values() for source in stage.plan.source if source.stage == number)
    return max((source.last for source in sources), default=0)


def why(standing: Standing, entrant: int) -> tuple[Compared, ...]:
    """Return the criteria that were compared for the place of an entrant, until nobody is level with it any more.

    Brackets and points races explain themselves by their matches: for those it is empty.

    Raises:
        LookupError: The entrant does not stand there.
    """
    rows, name = standing.rows, str(entrant)
    own = next((row for row in rows if row.entrant == name), None)
    if own is None:
        raise LookupError(entrant)
    if standing.standings is None or standing.shown.stage.type in BRACKETS:
        return ()
    steps: list[Compared] = []
    for criterion in own.values:
        level = level_with(rows, name, criterion)
        if len(level) < 2 and steps:
            break
        values = tuple((int(row.entrant), row.values[criterion]) for row in rows if row.entrant in level)
        steps.append(
            Compared(
                criterion,
                values,
                working(standing.standings.records, criterion, name, level),
                any(value != own.values[criterion] for _entrant, value in values),
            )
        )
    return tuple(steps)


def _results(standing: Standing, name: str) -> list[str]:
    """Return the results of an entrant in the order of the rounds; none in a points race."""
    if standing.standings is None or standing.shown.stage.type == POINTS_RACE:
        return []
    parts: Sequence[Part] = standing.standings.records.of[name].parts
    counted = sorted((part for part in parts if part.counted and part.match.outcome != BYE), key=_round_of)
    return [_letter(part, name) for part in counted]


def _round_of(part: Part) -> int:
    return part.match.round


def _letter(part: Part, name: str) -> str:
    winner = winner_of(part.match)
    return "W" if winner == name else "L" if winner is not None or part.points == 0 else "D"
