"""What a rehearsal supposes of a tournament before anybody changes it."""

from typing import Final

from tournaments.rehearsal.assumptions import Assumptions
from tournaments.rehearsal.course import seconds_of
from tournaments.state.schedule import starts
from tournaments.state.tournament import TournamentState
from tournaments.timetable.shifting import Schedule

USUAL_ENTRANTS: Final = 8
"""As many are expected where fewer than two are entered and no room is named."""


def supposed_of(state: TournamentState, seconds: float = 0) -> Assumptions:
    """Return the assumptions that follow from a tournament: entries, tables, schedule with its delays, pace.

    Args:
        state: The tournament.
        seconds: What a hand was measured to take; 0: the usual pace of its rules.
    """
    entered, usual = len(state.entered()), Assumptions()
    schedule = state.schedule or Schedule((), ())
    planned = starts(state)
    begins = min((one.at for one in planned), default=0)
    return Assumptions(
        entrants=entered if entered > 1 else state.settings.capacity or USUAL_ENTRANTS,
        tables=len(state.venue.tables) if state.venue is not None else 0,
        seconds=round(seconds) or seconds_of(state, usual),
        rest=schedule.rest_minutes or usual.rest,
        begins_at=begins or state.settings.starts_at or 0,
        sessions=tuple((session.begins, session.ends) for session in schedule.sessions),
        rounds=tuple((one.stage, one.round, one.at) for one in planned),
    )
