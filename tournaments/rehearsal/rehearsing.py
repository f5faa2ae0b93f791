"""A rehearsal: so many runs of a planned event as its time allows, and the report of them."""

from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Final

from engine.phrases import phrase
from tournaments.deeds.base import Refused
from tournaments.rehearsal.assumptions import Assumptions, check_assumptions
from tournaments.rehearsal.course import Course, seconds_of
from tournaments.rehearsal.findings import findings_of
from tournaments.rehearsal.hands import BotsHands
from tournaments.rehearsal.notes import Run
from tournaments.rehearsal.report import Report
from tournaments.rehearsal.stand_ins import beginning
from tournaments.rehearsal.summary import finish_of, rounds_of
from tournaments.state.tournament import TournamentState

BUDGET: Final = 90.0
"""The seconds that a rehearsal may take; it is broken off within a run where one takes longer."""


def rehearse(
    state: TournamentState,
    assumptions: Assumptions,
    *,
    now: float,
    budget: float = BUDGET,
    clock: Callable[[], float] = monotonic,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Report:
    """Return the report of a rehearsal. Nothing is stored, and the state stays as it is.

    The runs depend on the assumptions alone; how many there are depends on the budget as well.

    Args:
        state: The tournament as it stands.
        assumptions: What is supposed beyond its plan.
        now: The present, in seconds since 1970 UTC.
        budget: The seconds that it may take by the clock.
        clock: Returns seconds.
        progress: Called after each run with the runs made and those to make.

    Raises:
        Refused: `over`, `nothing-planned`, `assumption-impossible`; and those of `Enter`, where the entrants that are
            expected cannot be entered.
    """
    check_assumptions(assumptions)
    check_rehearsable(state)
    end, start = clock() + budget, beginning(state, assumptions.entrants)
    begins = _beginning_of(state, assumptions, now)
    hands = BotsHands(state.settings, assumptions.hands, _chance(assumptions, "hands"))
    runs: list[Run] = []
    for number in range(assumptions.runs):
        course = Course(start, assumptions, begins, hands, _chance(assumptions, f"run {number}"), lambda: clock() > end)
        run = course.play()
        if run.is_cut and runs:
            break
        runs.append(run)
        progress(len(runs), assumptions.runs)
        if run.is_cut or _is_hopeless(runs):
            break
    return Report(
        state.version,
        assumptions,
        len(start.entered()),
        len(start.entrants) - len(state.entrants),
        len(runs),
        hands.played,
        seconds_of(state, assumptions),
        rounds_of(runs, assumptions),
        findings_of(state, start, assumptions, runs),
        finish_of(runs),
    )


def check_rehearsable(state: TournamentState) -> None:
    """Refuse a tournament in which nothing is left to be played.

    Raises:
        Refused: `over`, `nothing-planned`.
    """
    if state.is_over:
        raise Refused("over", phrase("The tournament is over, so it cannot be rehearsed."))
    if not state.stages:
        raise Refused("nothing-planned", phrase("No stage is planned: plan one on Settings first."))


def _is_hopeless(runs: list[Run]) -> bool:
    """Tell whether the same step was refused in the first three runs: it would be in the others."""
    stops = [run.stopped for run in runs[:3]]
    return len(stops) == 3 and all(stop is not None and stop == stops[0] for stop in stops)


def _beginning_of(state: TournamentState, assumptions: Assumptions, now: float) -> float:
    """Return when the event begins; one that is being played goes on now."""
    if state.status == "playing":
        return now
    begins = assumptions.begins_at or state.settings.starts_at or int(now)
    return max(begins, assumptions.sessions[0][0]) if assumptions.sessions else begins


def _chance(assumptions: Assumptions, what: str) -> Random:
    return Random(f"{assumptions.seed} {what}")  # noqa: S311  # the same seed gives the same runs
