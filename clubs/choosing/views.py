"""The names that a field for a member offers."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from clubs.base.asked import number_in
from clubs.choosing.fields import OFFERED, labels, matching_members, matching_teams
from clubs.models import Club
from clubs.officers.permissions import may
from clubs.web.pages import current_player, reads, searched


@reads
def player_search(request: HttpRequest, slug: str) -> HttpResponse:
    """The members and guests whose name contains what is typed into the field `?field=`; for members only."""
    club = get_object_or_404(Club, slug=slug)
    player = current_player(request)
    if not may(player, "find_members", club):
        raise PermissionDenied
    text = searched(request, searched(request, "field") or "q")[:60]
    found = matching_members(club=club, viewer=player, text=text, bots=searched(request, "bots") == "1")
    return render(request, "partials/player_options.html", {"members": labels(found)})


@reads
def team_search(request: HttpRequest, slug: str) -> HttpResponse:
    """The teams whose name contains what is typed into the field `?field=`, of `?size=` a side; for members only."""
    club = get_object_or_404(Club, slug=slug)
    if not may(current_player(request), "find_members", club):
        raise PermissionDenied
    text, size = searched(request, searched(request, "field") or "q")[:60], searched(request, "size")[:2]
    found = matching_teams(club=club, text=text, size=number_in(size) or 0)
    return render(request, "partials/team_options.html", {"teams": found[:OFFERED]})
