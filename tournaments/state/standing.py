"""The standings of a group of a running tournament, from one version of its stream to the next. Pure."""

from msgspec import Struct

from tournaments.stages.stage import POINTS_RACE
from tournaments.state.races import race_of
from tournaments.state.stages import Shown, carried, show, stage_of
from tournaments.state.tournament import TournamentState
from tournaments.tiebreaks.following import standings_after
from tournaments.tiebreaks.race import race_standings
from tournaments.tiebreaks.ranking import Row, Standings, standings, standings_of
from tournaments.tiebreaks.record import records_of


class Standing(Struct, frozen=True):
    """The standings of a group, with what they were made of: give them to `standing_of` to get the next.

    Attributes:
        standings: What the rows were made of; None in a points race, whose standings are made anew each time.
        rows: In order.
    """

    shown: Shown
    standings: Standings | None
    rows: tuple[Row, ...]


def standing_of(state: TournamentState, number: int, group: int = 0, before: Standing | None = None) -> Standing:
    """Return the standings of a group of a stage.

    Args:
        number: The stage's number.
        group: The group, from 0.
        before: Those of another version of the same tournament, earlier or later. The answer is the same with and
            without them, but after few results the time goes by what has changed. They stay as they are.
    """
    if before is not None and (before.shown.number, before.shown.group) != (number, group):
        before = None
    shown = show(state, number, group, before.shown if before is not None else None)
    if shown.stage.type == POINTS_RACE:
        return Standing(shown, None, rows_of(state, number, group))
    if before is None or before.standings is None:
        made = standings_of(records_of(shown.stage))
    else:
        made = standings_after(before.standings, shown.stage)
    return Standing(shown, made, made.rows)


def rows_of(state: TournamentState, number: int, group: int = 0) -> tuple[Row, ...]:
    """Return the standings of a group of a stage; those of a points race have the criteria of `tiebreaks.race`.

    Args:
        number: The stage's number.
        group: The group, from 0.
    """
    if state.stages[number].plan.type == POINTS_RACE:
        return race_standings(race_of(state, number, group, carried(state, number, group)))
    return standings(stage_of(state, number, group))
