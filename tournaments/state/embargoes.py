"""How the events of an embargo change a tournament: what was known when it began is kept beside. Pure."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from tournaments.events import opening
from tournaments.state.tournament import Embargo, TournamentState


def _set(state: TournamentState, event: opening.EmbargoSet) -> None:
    before = state.embargo
    if before is not None and before.holds(state.at):
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
