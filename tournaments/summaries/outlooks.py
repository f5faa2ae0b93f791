"""Safe, live or out: whether each entrant of a group can still reach the places that count. Pure.

Only match points count. For groups of up to `MAX_EXACT` entrants whose schedule is known, the answer is that of all
possible results, within a budget; else it is a bound, which says so of each entrant.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from tournaments.outlook.needs import outlooks
from tournaments.outlook.values import Outlook, OutlookError
from tournaments.stages.stage import CROSS_GROUP, ROUND_ROBIN, SWISS
from tournaments.state.published import as_published
from tournaments.state.stages import stage_of
from tournaments.state.tournament import TournamentState
from tournaments.summaries.tables import places_that_go_on

MAX_ENTRANTS: Final = 64
"""In larger groups the question takes longer than a page may."""
MAX_EXACT: Final = 24
"""In larger groups only the bound is asked for."""
MAX_POSITIONS: Final = 200
"""The positions that are looked at for one question about one entrant."""
MAX_BUDGET: Final = 1_500
"""The positions that are looked at for a whole group."""


class Goal(Struct, frozen=True):
    """The places of a stage that count: those that go on, or the first of the last stage (`is_last`)."""

    places: int
    is_last: bool


class GroupOutlook(Struct, frozen=True):
    """The outlook of a group, by entrant."""

    goal: Goal
    of: Mapping[int, Outlook]


def goal_of(state: TournamentState, number: int) -> Goal | None:
    """Return the places of a stage that count; None where no stage takes entrants from it and others follow."""
    if places := places_that_go_on(state, number):
        return Goal(places, is_last=False)
    stage = state.stages[number]
    is_last = number == max(state.stages) and len(stage.groups) == 1
    return Goal(1, is_last=True) if is_last else None


def has_outlook(state: TournamentState, number: int, group: int) -> bool:
    """Tell whether the question is asked of a group: it is being played, for match points, and not too large."""
    stage = state.stages[number]
    return (
        stage.plan.type in (ROUND_ROBIN, CROSS_GROUP, SWISS)
        and stage.status == "running"
        and bool(stage.rounds)
        and len(stage.groups[group]) <= MAX_ENTRANTS
    )


def passed_over(state: TournamentState, number: int, group: int) -> list[str]:
    """Return the entrants of a group that take no place, as they have left."""
    return [str(entrant) for entrant in state.stages[number].groups[group] if state.entrants[entrant].is_away]


def outlook_of_group(state: TournamentState, number: int, group: int) -> GroupOutlook | None:
    """Return the outlook of the entrants of a group; None where the question is not asked.

    Args:
        number: The stage's number.
        group: The group, from 0.
    """
    state = as_published(state)
    goal = goal_of(state, number)
    if goal is None or not has_outlook(state, number, group):
        return None
    small = len(state.stages[number].groups[group]) <= MAX_EXACT
    try:
        lines = outlooks(
            stage_of(state, number, group),
            goal.places,
            passed_over=passed_over(state, number, group),
            limit=MAX_POSITIONS if small else 0,
            budget=MAX_BUDGET,
        )
    except OutlookError:
        return None
    return GroupOutlook(goal, {int(outlook.entrant): outlook for outlook in lines})
