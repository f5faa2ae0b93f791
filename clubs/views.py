"""Pages of people and clubs: parse, call one service or selector, render."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language

from clubs import selectors, services
from clubs.errors import ClubError, NotAllowed
from clubs.forms import ClubForm, NameForm, OfficeForm, TeamForm, refuse
from clubs.house import selectors as house
from clubs.languages import is_language, keep_with_session
from clubs.models import Club, Membership, Player, Team

SEARCH_FROM = 20
"""Longer lists than this one can be searched."""
SHOWN_TO_VISITORS = 5
"""So many clubs stand on the first page for who is not signed in."""


def current_player(request: HttpRequest) -> Player:
    """Return the player of the signed-in account."""
    return services.player_for(user=request.user)  # type: ignore[arg-type]


def home(request: HttpRequest) -> HttpResponse:
    """Whose turn it is, tonight's tables, and what changed."""
    player = current_player(request) if request.user.is_authenticated else None
    clubs = selectors.clubs_of(player) if player else selectors.clubs()[:SHOWN_TO_VISITORS]
    return render(request, "clubs/home.html", {"player": player, "clubs": clubs})


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """All clubs, searchable, and the way to found one."""
    search = request.GET.get("q", "").strip().replace("\x00", "")
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
    player = selectors.find_player(request.user)
    search = request.GET.get("q", "").strip().replace("\x00", "")
    team = request.GET.get("team", "").strip().replace("\x00", "")
    size = Membership.objects.filter(club=club).count()
    role = selectors.find_role(club=club, player=player)
    context = {
        "club": club,
        "player": player,
        "role": role,
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


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Change the language, here and with the account, and go back to where one was."""
    chosen = request.POST.get("language", "")
    if is_language(chosen):
        if request.user.is_authenticated:
            services.choose_language(user=request.user, language=chosen)
        else:
            keep_with_session(request, chosen)
    return set_language(request)


@require_safe
def player_page(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """A player: clubs, teams, and what they played."""
    page = selectors.player_page(player_id)
    if page is None:
        raise Http404(_("There is no such player."))
    viewer = selectors.find_player(request.user)
    return render(request, "clubs/player.html", {"page": page, "is_me": viewer == page.player})


@login_required
@require_http_methods(["GET", "POST"])
def me(request: HttpRequest) -> HttpResponse:
    """One's own page: the name, the ways to sign in, and the way out."""
    player = current_player(request)
    form = NameForm(request.POST or None, initial={"name": player.name})
    if request.method == "POST" and form.is_valid():
        try:
            services.rename_player(player_id=player.pk, name=form.cleaned_data["name"])
        except ClubError as error:
            refuse(form, error)
        else:
            messages.success(request, _("Your name is changed."))
            return redirect("clubs:me")
    context = {"player": player, "form": form, "page": selectors.player_page(player.pk)}
    return render(request, "clubs/me.html", context, status=422 if form.errors else 200)
