"""How the events of an embargo change a tournament: what was known when it began is kept beside. Pure."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from msgspec.structs import replace

from tournaments.events import opening
from tournaments.state.tournament import Embargo, TournamentState


def embargo_at(state: TournamentState, at: datetime) -> Embargo | None:
    """Return the embargo that is in force at a moment, or None."""
    return state.embargo if state.embargo is not None and state.embargo.holds(at) else None


def _set(state: TournamentState, event: opening.EmbargoSet) -> None:
    before = embargo_at(state, state.at)
    if before is not None:
        state.embargo = replace(before, until=event.until)
        return
    known = state.copied()
    known.embargo = None
    state.embargo = Embargo(event.until, known)


def _released(state: TournamentState, event: opening.ResultsReleased) -> None:
    state.embargo = None


APPLY: Final[dict[type[Any], Callable[[TournamentState, Any], None]]] = {
    opening.EmbargoSet: _set,
    opening.ResultsReleased: _released,
}
"""How each event changes the tournament."""
