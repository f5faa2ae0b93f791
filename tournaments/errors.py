"""Errors in tournaments.

TournamentError      a request that the tournament's state or rules do not admit (a `clubs.errors.ClubError`)
"""

from clubs.errors import ClubError


class TournamentError(ClubError):
    """A request that the tournament's state or rules do not admit."""
