"""The differences between two states of a tournament: whose place changes, who meets whom, who goes on."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from tournaments.flow.qualifying import field_of
from tournaments.state.stages import stage_of
from tournaments.state.standing import rows_of
from tournaments.state.tournament import MatchState, Side, StageState, TournamentState
from tournaments.tiebreaks.ranking import standings


class Move(Struct, frozen=True):
    """An entrant that stands elsewhere, or has other match points.

    Attributes:
        before: Its rank before; None: it did not stand there.
        after: Its rank afterwards.
        points_before: Its match points before.
    """

    stage: int
    group: int
    entrant: int
    before: int | None
    after: int | None
    points_before: Fraction
    points_after: Fraction


class MatchChange(Struct, frozen=True):
    """A match that has other sides, is gone, or is new.

    Attributes:
        before: Its sides before; empty: there was no such match.
        after: Its sides afterwards; empty: it is gone.
        has_begun: A game of it had begun, or it was decided.
    """

    match: int
    before: tuple[Side, ...]
    after: tuple[Side, ...]
    has_begun: bool


class FieldChange(Struct, frozen=True):
    """A stage that others would play in.

    Attributes:
        came: Entrants that play in it afterwards and did not before.
        went: Entrants that do not play in it any more.
    """

    stage: int
    came: tuple[int, ...]
    went: tuple[int, ...]


class Impact(Struct, frozen=True):
    """What is different between two states of a tournament."""

    moves: tuple[Move, ...] = ()
    matches: tuple[MatchChange, ...] = ()
    fields: tuple[FieldChange, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is different."""
        return not (self.moves or self.matches or self.fields)


def impact(before: TournamentState, after: TournamentState) -> Impact:
    """Return what is different: ranks and match points, sides of matches, the fields of stages to come."""
    return Impact(
        tuple(_moves(before, after)),
        tuple(match_changes(before, after)),
        tuple(_field_changes(before, after)),
    )


def _moves(before: TournamentState, after: TournamentState) -> Iterator[Move]:
    for number in sorted(before.stages.keys() | after.stages.keys()):
        old, new = _ranks(before, number), _ranks(after, number)
        for key in sorted(old.keys() | new.keys()):
            rank_before, points_before = old.get(key, (None, Fraction(0)))
            rank_after, points_after = new.get(key, (None, Fraction(0)))
            if (rank_before, points_before) != (rank_after, points_after):
                yield Move(number, *key, rank_before, rank_after, points_before, points_after)


def _ranks(state: TournamentState, number: int) -> dict[tuple[int, int], tuple[int | None, Fraction]]:
    """Return by group and entrant the rank and the match points in a stage."""
    stage = state.stages.get(number)
    found: dict[tuple[int, int], tuple[int | None, Fraction]] = {}
    for group in range(len(stage.groups) if stage is not None else 0):
        rows = rows_of(state, number, group)
        points = {row.entrant: row.values["points"] for row in rows if "points" in row.values}
        if not points:
            by_points = standings(replace(stage_of(state, number, group), tie_breaks=("points",)))
            points = {row.entrant: row.values["points"] for row in by_points}
        found |= {(group, int(row.entrant)): (row.rank, Fraction(points[row.entrant] or 0)) for row in rows}
    return found


def match_changes(before: TournamentState, after: TournamentState) -> Iterator[MatchChange]:
    """Yield the matches that have other sides, are gone or are new."""
    for number in sorted(before.matches.keys() | after.matches.keys()):
        old, new = before.matches.get(number), after.matches.get(number)
        sides_before, sides_after = _sides(old), _sides(new)
        if sides_before != sides_after:
            has_begun = old is not None and old.has_begun
            yield MatchChange(number, sides_before, sides_after, has_begun)


def _sides(match: MatchState | None) -> tuple[Side, ...]:
    return () if match is None else match.sides


def _field_changes(before: TournamentState, after: TournamentState) -> Iterator[FieldChange]:
    for number in sorted(before.stages.keys() & after.stages.keys()):
        old, new = _field(before, before.stages[number]), _field(after, after.stages[number])
        if set(old) != set(new):
            came = tuple(entrant for entrant in new if entrant not in old)
            went = tuple(entrant for entrant in old if entrant not in new)
            yield FieldChange(number, came, went)


def _field(state: TournamentState, stage: StageState) -> tuple[int, ...]:
    """Return the entrants of a stage; of one to come, those who would play in it as far as that is known."""
    if stage.status != "planned":
        return stage.field
    if any(state.stages[source.stage].status != "closed" for source in stage.plan.source):
        return ()
    return field_of(state, stage.number)
