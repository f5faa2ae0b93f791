"""What a rehearsal supposes of a tournament before anybody changes it."""

from typing import Final

from tournaments.rehearsal.assumptions import Assumptions
from tournaments.rehearsal.course import seconds_of
from tournaments.state.tournament import TournamentState

USUAL_ENTRANTS: Final = 8
"""As many are expected where fewer than two are entered and no room is named."""


def supposed_of(state: TournamentState) -> Assumptions:
    """Return the assumptions that follow from a tournament: its entries, its start, its usual pace."""
    entered = len(state.entered())
    return Assumptions(
        entrants=entered if entered > 1 else state.settings.capacity or USUAL_ENTRANTS,
        seconds=seconds_of(state, Assumptions()),
        begins_at=state.settings.starts_at or 0,
    )
