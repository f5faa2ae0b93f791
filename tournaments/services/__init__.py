"""What happens in tournaments: one function a use case, keyword arguments, one transaction each."""

from tournaments.services.entries import enter_team, open_tournament, withdraw_team
from tournaments.services.lineups import name_line_up
from tournaments.services.running import (
    advance_tournament,
    advance_tournaments,
    call_round,
    make_final,
    start_tournament,
    tell_of_starts,
)
from tournaments.services.standings import compute_standings

__all__ = [
    "advance_tournament",
    "advance_tournaments",
    "call_round",
    "compute_standings",
    "enter_team",
    "make_final",
    "name_line_up",
    "open_tournament",
    "start_tournament",
    "tell_of_starts",
    "withdraw_team",
]
