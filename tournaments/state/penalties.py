"""Folding penalties: they are kept, and match points that are lost count in the standings of their stage."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from tournaments.events.penalties import PenaltyGiven
from tournaments.state.tournament import PenaltyState, TournamentState


def _given(state: TournamentState, event: PenaltyGiven) -> None:
    given = PenaltyState(
        state.version, state.at, event.entrant, event.kind, event.reason,
        event.stage, event.points, event.player, event.match,
    )  # fmt: skip
    state.penalties = (*state.penalties, given)
    if event.points:
        stage = state.stages[event.stage]
        lost = (event.entrant, f"-{event.points}")
        state.stages[event.stage] = replace(stage, adjustments=(*stage.adjustments, lost))


APPLY: Final[dict[type[Any], Callable[[TournamentState, Any], None]]] = {PenaltyGiven: _given}
"""How each of these events changes the tournament (`tournaments.state.folding`)."""
