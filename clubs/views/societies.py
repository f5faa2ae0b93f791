"""Pages of clubs: the list, a club, joining and leaving."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import selectors, services
from clubs.errors import ClubError
from clubs.forms import ClubForm, OfficeForm, refuse
from clubs.house import selectors as house
from clubs.models import Club, Membership
from clubs.views.common import SEARCH_FROM, club_frame, current_player, searched


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """All clubs, searchable, and the way to found one."""
    search = searched(request)
    found = selectors.clubs(search=search)
    context = {"clubs": found, "search": search, "searchable": search or found.count() > SEARCH_FROM}
    return render(request, "clubs/club_list.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def club_new(request: HttpRequest) -> HttpResponse:
    """Found a club."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            club = services.found_club(founder=current_player(request), **form.cleaned_data)
        except ClubError as error:
            refuse(form, error)
        else:
            return redirect("clubs:club", club.slug)
    return render(request, "clubs/club_new.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A club: tonight, tournaments, teams, members, officers. `?q=` searches the members, `?team=` the teams."""
    club = get_object_or_404(Club, slug=slug)
    frame = club_frame(request, club, "overview")
    search = searched(request)
    team = searched(request, "team")
    size = Membership.objects.filter(club=club).count()
    role = frame["role"]
    context = frame | {
        "is_officer": role in selectors.OFFICES,
        "is_owner": role == Membership.Role.OWNER,
        "size": size,
        "searchable": size > SEARCH_FROM,
        "search": search,
        "members": selectors.members(club=club, search=search),
        "officers": selectors.officers(club),
        "teams": selectors.teams(club, team),
        "house_rules": [house.shown(one) for one in house.house_rules(club)],
        "retired_rules": house.retired_house_rules(club),
        "team_search": team,
        "teams_searchable": team or selectors.teams(club).count() > SEARCH_FROM,
        "office_form": OfficeForm(club=club) if role == Membership.Role.OWNER else None,
    }
    part = "#members" if request.headers.get("HX-Target") == "members" else ""
    return render(request, f"clubs/club.html{part}", context)


@login_required
@require_POST
def club_join(request: HttpRequest, slug: str) -> HttpResponse:
    """Become a member."""
    club = get_object_or_404(Club, slug=slug)
    services.join_club(club=club, player=current_player(request))
    messages.success(request, _("Welcome to {club}.").format(club=club.name))
    return redirect("clubs:club", slug)


@login_required
@require_POST
def club_leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop being a member."""
    club = get_object_or_404(Club, slug=slug)
    try:
        services.leave_club(club=club, player=current_player(request))
    except ClubError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("You have left {club}.").format(club=club.name))
    return redirect("clubs:club", slug)


@login_required
@require_POST
def club_office(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a member an office."""
    club = get_object_or_404(Club, slug=slug)
    form = OfficeForm(request.POST, club=club)
    if not form.is_valid():
        messages.error(request, _("Choose a member and an office."))
        return redirect("clubs:club", slug)
    try:
        given = services.give_office(club=club, by=current_player(request), **form.cleaned_data)
    except ClubError as error:
        messages.error(request, error.message)
    else:
        messages.success(
            request,
            _("{player} is now {office}.").format(player=given.player.name, office=given.get_role_display().lower()),
        )
    return redirect("clubs:club", slug)
