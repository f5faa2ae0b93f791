"""Pages of teams."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs import selectors, services
from clubs.errors import ClubError, NotAllowed
from clubs.forms import TeamForm, refuse
from clubs.models import Club, Team
from clubs.views.common import current_player


@login_required
@require_http_methods(["GET", "POST"])
def team_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a team."""
    club = get_object_or_404(Club, slug=slug)
    player = current_player(request)
    if not selectors.find_role(club=club, player=player):
        messages.error(request, _("Join the club first, then make a team."))
        return redirect("clubs:club", slug)
    form = TeamForm(request.POST or None, club=club, initial={"first": player.pk})
    if request.method == "POST" and form.is_valid():
        try:
            team = services.make_team(club=club, by=player, name=form.cleaned_data["name"], players=form.players)
        except ClubError as error:
            refuse(form, error)
        else:
            messages.success(request, _("{team} is on the club's list.").format(team=team.name))
            return redirect("clubs:club", slug)
    return render(request, "clubs/team_new.html", {"form": form, "club": club}, status=422 if form.errors else 200)


@login_required
@require_POST
def team_disband(request: HttpRequest, slug: str, team_id: UUID) -> HttpResponse:
    """Take a team off the list."""
    team = get_object_or_404(Team.objects.select_related("club"), pk=team_id, club__slug=slug)
    try:
        services.disband_team(team=team, by=current_player(request))
    except NotAllowed as error:
        messages.error(request, error.message)
    except ClubError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("{team} is disbanded.").format(team=team.name))
    return redirect("clubs:club", slug)
