"""Queries about teams."""

from django.db.models import Q, QuerySet

from clubs.models import Club, Player, Team, TeamPlace
from clubs.teams.squads import with_squads


def teams(club: Club, search: str = "") -> QuerySet[Team]:
    """Return the club's teams with their present places in the order of the seats.

    Args:
        club: The club.
        search: Only those with this in the name of the team or of one of its players.
    """
    found = Team.objects.filter(club=club)
    if search:
        played = TeamPlace.objects.filter(left_on=None, player__name__icontains=search).values("team_id")
        found = found.filter(Q(name__icontains=search) | Q(pk__in=played))
    return with_squads(found).order_by("name")


def teams_of(player: Player) -> QuerySet[Team]:
    """Return the teams in which the player has a place now."""
    mine = TeamPlace.objects.filter(left_on=None, player=player)
    return with_squads(Team.objects.filter(pk__in=mine.values("team")))
