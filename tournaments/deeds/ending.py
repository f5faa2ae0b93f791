"""Deeds that end games before their rules do."""

from typing import Any

from engine.phrases import phrase
from tournaments.deeds.base import Deed, Doer, Refused, match_of
from tournaments.events import playing as events
from tournaments.state.outcomes import match_plan
from tournaments.state.tournament import TournamentState


class CallTime(Deed, frozen=True):
    """End the games of a match at live tables: the running hand is the last of each, and the score counts."""

    match: int


def call_time(state: TournamentState, deed: CallTime, doer: Doer) -> list[Any]:
    """Decide that the time of a match is over. Refused: `decided`, `no-table`."""
    match = match_of(state, deed.match)
    if match.decision is not None:
        raise Refused("decided", phrase("The match is decided."))
    if not match.running_games or match_plan(state, match).place != "table":
        raise Refused("no-table", phrase("No game of this match is being played at a live table."))
    return [events.TimeCalled(match.number, game.number) for game in match.running_games if not game.time_called]
