"""Errors in tournaments.

TournamentError      a request that the tournament's state or rules do not admit (a `clubs.errors.ClubError`)
UnknownPass          there is no such pass in the tournament
"""

from clubs.errors import ClubError


class TournamentError(ClubError):
    """A request that the tournament's state or rules do not admit."""


class UnknownPass(ClubError):  # noqa: N818  # reads as what it says where it is raised
    """The tournament has no such pass."""

    kind = "not-found"
