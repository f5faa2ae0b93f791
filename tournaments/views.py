"""Pages of tournaments: parse, call one service or selector, render."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.models import Club, Team
from clubs.officers.permissions import allowed, require
from clubs.people.selectors import find_player
from clubs.web.htmx import htmx_of, part_asked
from clubs.web.pages import SEARCH_FROM, current_player, edits, searched, writes
from clubs.web.parts import unless_seen
from clubs.web.refusals import done, fulfilled, refusals_beside
from tournaments.forms import EntryForm, LineUpForm, TournamentForm
from tournaments.models import Entry, Match, Tournament
from tournaments.overview.views import clocks_of, show
from tournaments.selectors import page as page_selectors
from tournaments.selectors.lineups import match_sides, side_size, team_record, waits_until
from tournaments.selectors.page import TournamentPage
from tournaments.selectors.results import called_games, called_matches, tournaments, winners
from tournaments.services.entries import enter_team, open_tournament, withdraw_team
from tournaments.services.lineups import name_line_up
from tournaments.services.running import start_tournament

MAY_ENTER = frozenset({"run_tournaments", "enter_own_teams"})
"""Who may do one of these can enter teams."""
STOP_POLLING = 286
"""The status by which htmx knows that a fragment will not change any more."""


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """All tournaments: what is being played first."""
    search = searched(request)
    found = tournaments(search=search)
    context = {"tournaments": found, "search": search, "searchable": search or found.count() > SEARCH_FROM}
    return render(request, "tournaments/list.html", context)


@require_safe
def tournament_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A tournament. `?why=ENTRY` opens the explanation of that team's place."""
    tournament = _tournament(slug)
    if tournament.version:
        return show(request, tournament)
    player = find_player(request.user)
    page = page_selectors.tournament_page(tournament, player)
    can = allowed(player, tournament.club)
    form = None
    if player is not None and tournament.status == Tournament.Status.OPEN and can & MAY_ENTER:
        form = EntryForm(tournament=tournament, player=player)
        if not form.has_teams:
            form = None
    return _render(request, page, can=can, form=form)


@writes
def tournament_enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a team."""
    tournament, player = _tournament(slug), current_player(request)
    form = EntryForm(request.POST, tournament=tournament, player=player)
    if form.is_valid():
        with refusals_beside(form, denied=False):
            enter_team(tournament_id=tournament.pk, team=form.cleaned_data["team"], by=player)
            messages.success(request, _("{team} is entered.").format(team=form.cleaned_data["team"].name))
            return redirect("tournaments:tournament", slug)
    page = page_selectors.tournament_page(tournament, player)
    return _render(request, page, can=allowed(player, tournament.club), form=form, status=422)


@writes
def tournament_withdraw(request: HttpRequest, slug: str, team_id: UUID) -> HttpResponse:
    """Take an entry back."""
    tournament = _tournament(slug)
    team = get_object_or_404(Team, pk=team_id, entries__tournament=tournament)
    done(
        request,
        lambda: withdraw_team(tournament_id=tournament.pk, team=team, by=current_player(request)),
        _("{team} is withdrawn.").format(team=team.name),
        denied=False,
    )
    return redirect("tournaments:tournament", slug)


@writes
def tournament_start(request: HttpRequest, slug: str) -> HttpResponse:
    """Close the entries and begin."""
    tournament = _tournament(slug)
    done(
        request,
        lambda: start_tournament(tournament_id=tournament.pk, by=current_player(request)),
        _("{tournament} has begun; the first round is being called.").format(tournament=tournament.name),
        denied=False,
    )
    return redirect("tournaments:tournament", slug)


@edits
def tournament_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a tournament of a club."""
    club = get_object_or_404(Club, slug=slug)
    player = current_player(request)
    if not done(request, lambda: require(player, "run_tournaments", club), denied=False):
        return redirect("clubs:club", slug)
    with clocks_of(club):
        form = TournamentForm(request.POST or None, club=club)
        if request.method == "POST" and form.is_valid():
            with refusals_beside(form):
                tournament = open_tournament(club=club, director=player, **form.cleaned_data)
                return redirect("tournaments:tournament", tournament.slug)
        return render(request, "tournaments/new.html", {"form": form, "club": club}, status=422 if form.errors else 200)


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """A fragment for other pages: the viewer's matches that are called."""
    player = find_player(request.user)
    matches = called_matches(player) if player else []
    games = called_games(player) if player else []
    return render(request, "tournaments/mine.html", {"matches": matches, "games": games})


@require_safe
def now(request: HttpRequest) -> HttpResponse:
    """A fragment for other pages: a few tournaments, those being played first; `?club=` only of that club."""
    club = Club.objects.filter(slug=searched(request, "club")).first()
    found = list(tournaments(club=club)[:5])
    player = find_player(request.user)
    can = allowed(player, club) if club is not None else frozenset()
    return render(request, "tournaments/now.html", {"tournaments": found, "club": club, "can": can})


@require_safe
def of_team(request: HttpRequest, team_id: UUID) -> HttpResponse:
    """A fragment of a team's page: its last matches with who sat, and how all of them ended."""
    team = get_object_or_404(Team, pk=team_id)
    return render(request, "tournaments/of_team.html", {"team": team, "record": team_record(team)})


@require_http_methods(["GET", "HEAD", "POST"])
def line_ups(request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
    """Who sits for both teams of a match; its captains name it here, in the form of their team (`team`)."""
    match = get_object_or_404(
        Match.objects.select_related("tournament__club", "home__team", "away__team"), pk=match_id, tournament__slug=slug
    )
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    player = find_player(request.user)
    size = side_size(match.tournament)
    sides, status = [], 200
    for side in match_sides(match, player):
        posted = request.method == "POST" and request.POST.get("team") == str(side.entry.team_id)
        if posted and not side.managed:
            raise PermissionDenied(side.locked or _("You do not name the line-ups of this team."))
        form = LineUpForm(request.POST if posted else None, side=side, size=size) if side.managed else None
        if posted and form is not None:
            if _name_line_up(request, match, side.entry, form):
                return redirect("tournaments:line_ups", slug, match_id)
            status = 422
        sides.append((side, form))
    if request.method == "POST" and status == 200:
        raise Http404(_("That team does not play in this match."))
    context = {
        "match": match,
        "tournament": match.tournament,
        "sides": sides,
        "until": waits_until(match.tournament, match),
    }
    with clocks_of(match.tournament.club):
        return render(request, "tournaments/line_ups.html", context, status=status)


def _name_line_up(request: HttpRequest, match: Match, entry: Entry, form: LineUpForm) -> bool:
    """Name a line-up as a form says; a refusal stands in the form."""

    def do() -> None:
        name_line_up(match_id=match.pk, entry=entry, by=current_player(request), players=form.players)
        messages.success(request, _("The line-up of {team} is in.").format(team=entry.team.name))

    return fulfilled(form, do, denied=False)


def _tournament(slug: str) -> Tournament:
    return get_object_or_404(
        Tournament.objects.select_related("club", "director", "winner__team", "champion", "house"), slug=slug
    )


def _render(
    request: HttpRequest,
    page: TournamentPage,
    *,
    can: frozenset[str],
    form: EntryForm | None,
    status: int = 200,
) -> HttpResponse:
    """Render the page, or only its living part where htmx asks for that."""
    live = part_asked(request, "live")
    why = request.GET.get("why", "")[:18]
    context = {"page": page, "can": can, "form": form, "why": int(why) if why.isdecimal() else 0}
    if live and page.finished and status == 200 and htmx_of(request).trigger:
        status = STOP_POLLING
    with clocks_of(page.tournament.club):
        answer = render(request, f"tournaments/tournament.html{live}", context, status=status)
    return unless_seen(request, answer) if live else answer


@require_safe
def winners_of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Who won the club's tournaments, the latest first: a part of the club's hall of fame."""
    club = get_object_or_404(Club, slug=slug)
    found = winners(club)
    return render(request, "tournaments/_winners.html", {"club": club, "tournaments": found})
