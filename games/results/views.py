"""Pages of a club's results: standing, records, games, hall of fame, kunukku; writing a result down and taking it back.

What the club's first page shows too is a panel of its own: htmx and `{% part %}` are sent only the panel.
"""

from datetime import date
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.base.asked import id_in, number_in
from clubs.base.days import today_in
from clubs.models import Club, Player, Season, Team
from clubs.officers.permissions import may
from clubs.web.htmx import fragment_asked, part_asked
from clubs.web.pages import club_at, club_frame, current_player, player_at, require_page
from clubs.web.refusals import denials, refusals_beside, refuse
from games.errors import TableError
from games.models import PlayedGame, WrittenResult
from games.pages import edits, shows, viewer, writes
from games.results import services
from games.results.errors import OtherWorn
from games.results.forms import LiftForm, ReasonForm, ResultForm
from games.results.kunukku import selectors
from games.results.kunukku.selectors import BOARD, PAGE, history, kunukku_of, salaams_of, wearers, worn_in
from games.results.selectors import played
from games.results.selectors.played import one_result
from games.results.selectors.records import records
from games.results.selectors.standing import FAMILIES, families_of, hall_of_fame, season_at, standing

SEASONS = 12
"""So many seasons of the hall of fame stand on a page."""


def _page_number(request: HttpRequest) -> int:
    return number_in(request.GET.get("page", ""), figures=5) or 1


def _asked(request: HttpRequest, club: Club) -> dict[str, Any]:
    """Read `?family=` and `?season=` (an id, or `all`); by default the running season, and what the club plays most."""
    families = families_of(club) or FAMILIES
    today = today_in(club)
    family = request.GET.get("family", "")
    chosen, season = request.GET.get("season", ""), None
    if not chosen:
        season = season_at(club, today)
    elif (season_id := id_in(chosen)) is not None:
        season = Season.objects.filter(club=club, pk=season_id).first()
    return {
        "families": families,
        "family": family if family in FAMILIES else families[0],
        "season": season,
        "today": today,
        "seasons": Season.objects.filter(club=club).order_by("-begins", "name")[:50],
    }


def _day(said: str) -> date | None:
    try:
        return parse_date(said)
    except ValueError:
        return None


def _answer(request: HttpRequest, club: Club, name: str, context: dict[str, Any]) -> HttpResponse:
    """Return a panel alone where htmx asks for it, else the page that is made of it."""
    if fragment_asked(request):
        return render(request, f"games/_club_{name}.html", {"club": club, "part": True, **context})
    return render(request, f"games/club_{name}.html", club_frame(request, club, "results") | context)


@shows
def club_results(request: HttpRequest, slug: str) -> HttpResponse:
    """All about a club's results: the standing, the last games, the records, the hall of fame, who wears a kunukku."""
    club = club_at(request, slug)
    frame = club_frame(request, club, "results") | _asked(request, club)
    frame["standing"] = standing(
        club=club, family=frame["family"], season=frame["season"], viewer=frame["player"], page=_page_number(request)
    )
    if part_asked(request, "standing"):
        return render(request, "games/_club_standing.html", frame)
    frame["games"] = played.club_games(club=club, viewer=frame["player"], counting=True)
    return render(request, "games/club_results.html", frame)


@shows
def club_standing(request: HttpRequest, slug: str) -> HttpResponse:
    """The first of the running season's standing, or of all time."""
    club = club_at(request, slug)
    asked = _asked(request, club)
    found = standing(club=club, family=asked["family"], season=asked["season"], viewer=viewer(request))
    if not fragment_asked(request):
        return redirect("games:club_results", slug)
    return render(request, "games/_club_top.html", {"club": club, "standing": found, "top": found.lines[:8], **asked})


@shows
def club_games(request: HttpRequest, slug: str) -> HttpResponse:
    """The finished games of a club that count, or all (`?all=`), or those of a day (`?day=`), by kind and family."""
    club = club_at(request, slug)
    family, kind = request.GET.get("family", ""), request.GET.get("kind", "")
    day, everything = _day(request.GET.get("day", "")), "1" if request.GET.get("all") else ""
    found = played.club_games(
        club=club,
        viewer=viewer(request),
        family=family if family in FAMILIES else "",
        kind=kind if kind in PlayedGame.Kind else "",
        day=day,
        counting=not everything,
        before=request.GET.get("before", ""),
    )
    filters = {"family": family, "kind": kind, "day": day, "all": everything}
    asked = "".join(f"&{name}={value}" for name, value in filters.items() if value)
    kinds = PlayedGame.Kind.choices
    return _answer(request, club, "games", filters | {"games": found, "kinds": kinds, "asked": asked})


@shows
def mine(request: HttpRequest) -> HttpResponse:
    """A fragment of the first page: the latest games of the clubs of which one is a member."""
    player = viewer(request)
    found = played.latest_games(player) if player is not None else ()
    return render(request, "games/_results_mine.html", {"latest": found})


@shows
def club_records(request: HttpRequest, slug: str) -> HttpResponse:
    """The records of a club in both families."""
    club = club_at(request, slug)
    player = viewer(request)
    families = families_of(club)
    found = [(family, records(club=club, family=family, viewer=player)) for family in families]
    return _answer(request, club, "records", {"records": [one for one in found if one[1]]})


@shows
def club_hall(request: HttpRequest, slug: str) -> HttpResponse:
    """The hall of fame: who came first in each season that is over, and who won the club's tournaments."""
    club, page = club_at(request, slug), _page_number(request)
    most = 3 if fragment_asked(request) else SEASONS
    found = hall_of_fame(club=club, viewer=viewer(request), first=(page - 1) * most, most=most + 1)
    return _answer(request, club, "hall", {"seasons": found[:most], "more": len(found) > most, "page": page})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_kunukku(request: HttpRequest, slug: str) -> HttpResponse:
    """Who wears a kunukku in a club. A POST lifts one: for those who keep the score."""
    club, player = club_at(request, slug), viewer(request)
    if request.method == "POST":
        return _lift(request, club)
    return _kunukku_page(request, club, player, None)


def _lift(request: HttpRequest, club: Club) -> HttpResponse:
    if not request.user.is_authenticated:
        raise PermissionDenied(_("Sign in first."))
    player = current_player(request)
    require_page(player, "lift_kunukku", club)
    form = LiftForm(request.POST, club=club)
    if form.is_valid():
        try:
            with denials():
                services.lift_kunukku(
                    club=club,
                    player=player,
                    wearer=form.cleaned_data["player"],
                    reason=form.cleaned_data["reason"],
                    since=form.since(),
                    command=form.cleaned_data["command"],
                )
        except TableError as refused:
            refuse(form, refused)
            status = 409 if isinstance(refused, OtherWorn) else 422
            return _kunukku_page(request, club, player, form, status=status)
        messages.success(request, _("The kunukku is removed; the board shows it in a moment."))
        return redirect("games:club_kunukku", club.slug)
    return _kunukku_page(request, club, player, form, status=422)


def _kunukku_page(
    request: HttpRequest, club: Club, player: Player | None, form: LiftForm | None, *, status: int = 200
) -> HttpResponse:
    part = fragment_asked(request)
    page = _page_number(request)
    most = BOARD if part else PAGE
    worn = wearers(club=club, viewer=player, page=page, most=most)
    context: dict[str, Any] = {"wearers": worn.wearers, "more": worn.more, "page": page}
    if not part or club.salaams or not worn.wearers:
        context["salaams"] = salaams_of(club=club, viewer=player)
    if not part:
        details = worn_in(club=club, players=[one.player_id for one in worn.wearers], viewer=player)
        context["details"] = [(one, details.get(one.player_id, ())) for one in worn.wearers]
        context["past"] = history(club=club, viewer=player)
        if may(player, "lift_kunukku", club) and worn.wearers:
            form = form or LiftForm(club=club, initial={"player": request.GET.get("lift", "")})
            form.show(worn.wearers)
            context["form"] = form
    answer = _answer(request, club, "kunukku", context)
    answer.status_code = status
    return answer


@shows
def kunukku_of_player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """What a player wears, and has worn: a panel of the player's page, and a page."""
    player = player_at(request, player_id)
    part = fragment_asked(request)
    found = kunukku_of(player=player, viewer=viewer(request), most=5 if part else 50)
    template = "games/_player_kunukku.html" if part else "games/player_kunukku.html"
    return render(request, template, {"player": player, "kunukku": found, "part": part})


@shows
def kunukku_of_team(request: HttpRequest, team_id: UUID) -> HttpResponse:
    """How many kunukku the present players of a team wear: a panel of the team's page."""
    team = get_object_or_404(Team.objects.select_related("club"), pk=team_id)
    if not fragment_asked(request):
        return redirect("clubs:team", team.club.slug, team.pk)
    found = selectors.kunukku_of_team(team=team, viewer=viewer(request))
    context = {"team": team, "club": team.club, "wearers": found, "count": sum(one.count for one in found)}
    return render(request, "games/_team_kunukku.html", context)


@edits
def result_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter the result of a game at a real table; `?like=` is an earlier one, whose game, day and seats are kept."""
    club = club_at(request, slug)
    player = current_player(request)
    require_page(player, "enter_results", club)
    form = ResultForm(request.POST or None, club=club, initial=_like(club, request.GET.get("like", "")))
    if request.method == "POST" and form.is_valid():
        wish = form.cleaned_data
        with refusals_beside(form):
            result = services.enter_result(
                club=club,
                player=player,
                rules=wish["rules"],
                players=form.players(),
                points=form.points(),
                played_on=wish["played_on"],
                hands=wish["hands"] or 0,
                note=wish["note"],
                command=wish["command"],
            )
            messages.success(request, _("Result saved."))
            return redirect("games:result", result.pk)
    form.name_sides()
    frame = club_frame(request, club, "results") | {"form": form}
    return render(request, "games/result_new.html", frame, status=422 if form.errors else 200)


def _like(club: Club, said: str) -> dict[str, Any]:
    """Return the game, the day and the seats of an earlier result of the club, for the next one."""
    result_id = id_in(said)
    row = None if result_id is None else WrittenResult.objects.filter(pk=result_id, club=club).first()
    if row is None:
        return {}
    seats = {f"player_{seat}": player for seat, player in enumerate(row.players)}
    return {"rules": row.rules, "played_on": row.played_on, **seats}


@shows
def result(request: HttpRequest, result_id: UUID) -> HttpResponse:
    """A result that was written down."""
    return _result_page(request, result_id, ReasonForm())


@writes
def result_withdraw(request: HttpRequest, result_id: UUID) -> HttpResponse:
    """Take a result back."""
    player = current_player(request)
    shown = one_result(result_id, player)
    require_page(player, "enter_results", shown.row.club)
    form = ReasonForm(request.POST)
    if form.is_valid():
        with refusals_beside(form):
            services.withdraw_result(result_id=result_id, player=player, reason=form.cleaned_data["reason"])
            messages.success(request, _("The result is withdrawn and no longer counts."))
            return redirect("games:result", result_id)
    return _result_page(request, result_id, form)


def _result_page(request: HttpRequest, result_id: UUID, form: ReasonForm) -> HttpResponse:
    shown = one_result(result_id, viewer(request))
    frame = club_frame(request, shown.row.club, "results") | {"result": shown, "form": form}
    return render(request, "games/result.html", frame, status=422 if form.errors else 200)
