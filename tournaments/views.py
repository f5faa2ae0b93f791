"""Pages of tournaments: parse, call one service or selector, render."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from clubs.models import Club, Player, Team
from clubs.officers.permissions import allowed_to, clubs_where
from clubs.web.once import once
from clubs.web.pages import SEARCH_FROM, role_of, searched, viewer_of
from tournaments.desk.ladders import own_asks
from tournaments.directing.roles import doer_of
from tournaments.models import Tournament
from tournaments.overview.first_page import next_matches
from tournaments.overview.of_game import event_line
from tournaments.overview.views import show
from tournaments.selectors.lists import called_games, tournaments, winners
from tournaments.selectors.naming import names_in
from tournaments.selectors.records import team_record
from tournaments.stages.stage import LADDER
from tournaments.state.tournament import TournamentState

MAX_CLUBS = 4
"""The clubs whose directors find a button for each of them above the list."""


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """All tournaments: what is being played first."""
    search = searched(request)
    found = tournaments(search=search)
    context = {
        "tournaments": found,
        "search": search,
        "searchable": search or found.count() > SEARCH_FROM,
        "can_open": clubs_where(viewer_of(request), "run_tournaments")[:MAX_CLUBS],
    }
    return render(request, "tournaments/list.html", context)


@require_safe
@gzip_page
def tournament_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A tournament, now or as of a minute (`?at=`); compressed, as brackets are large."""
    beside = ("club", "director", "champion", "house")
    return show(request, get_object_or_404(Tournament.objects.select_related(*beside), slug=slug), _own_deeds)


def _own_deeds(tournament: Tournament, state: TournamentState, player: Player | None) -> dict[str, Any]:
    """Return the forms that stand on the page of a tournament for a player: those of a ladder."""
    if player is None or not any(stage.plan.type == LADDER for stage in state.running):
        return {}
    return {"ladders": own_asks(state, doer_of(tournament, player, state), names_in(tournament))}


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """A fragment for other pages: the viewer's matches that are called, and the next one of each other tournament."""
    player = viewer_of(request)
    games = called_games(player) if player else []
    coming = next_matches(player, [tournament.pk for tournament, _table in games]) if player else []
    return render(request, "tournaments/mine.html", {"games": games, "coming": coming})


@require_safe
def now(request: HttpRequest) -> HttpResponse:
    """A fragment for other pages: a few tournaments, those being played first; `?club=` only of that club."""
    slug = searched(request, "club")
    club = once(request, ("club", slug), lambda: Club.objects.filter(slug=slug).first()) if slug else None
    found = list(tournaments(club=club)[:5])
    can = allowed_to(role_of(request, club)) if club is not None else frozenset()
    return render(request, "tournaments/now.html", {"tournaments": found, "club": club, "can": can})


@require_safe
def of_game(request: HttpRequest, stream: UUID) -> HttpResponse:
    """A fragment for the page of a table or a hand: the tournament it is played in; 404: in none."""
    line = event_line(stream)
    if line is None:
        raise Http404
    return render(request, "tournaments/overview/_of_game.html", {"line": line})


@require_safe
def of_team(request: HttpRequest, team_id: UUID) -> HttpResponse:
    """A fragment of a team's page: its last matches with who sat, and how all of them ended."""
    team = get_object_or_404(Team, pk=team_id)
    return render(request, "tournaments/of_team.html", {"team": team, "record": team_record(team)})


@require_safe
def winners_of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Who won the club's tournaments, the latest first: a part of the club's hall of fame."""
    club = get_object_or_404(Club, slug=slug)
    found = winners(club)
    return render(request, "tournaments/_winners.html", {"club": club, "tournaments": found})
