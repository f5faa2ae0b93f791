"""What people do in clubs: one function a use case, keyword arguments, one transaction each."""

from clubs.services.guests import make_guest
from clubs.services.people import choose_language, make_player, player_for, rename_player
from clubs.services.societies import found_club, give_office, join_club, leave_club
from clubs.services.teams import disband_team, make_team

__all__ = [
    "choose_language",
    "disband_team",
    "found_club",
    "give_office",
    "join_club",
    "leave_club",
    "make_guest",
    "make_player",
    "make_team",
    "player_for",
    "rename_player",
]
