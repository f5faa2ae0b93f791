"""Pages of the seasons of a club: parse, call one service or selector, render."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.base.days import today_in
from clubs.ledger import seasons as services
from clubs.ledger import selectors
from clubs.ledger.forms import CloseForm, SeasonForm, posted
from clubs.ledger.seasons import NextSeason
from clubs.models import Club, Player, Season
from clubs.web.pages import club_frame, current_player, edits, paged, reads, require_page
from clubs.web.refusals import refusals_beside

TRANSFERS = 100
"""So many transfers of a settlement sheet stand on a page."""


@require_safe
def season_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's seasons, the latest first."""
    club = get_object_or_404(Club, slug=slug)
    context = club_frame(request, club, "ledger") | {
        "page": paged(request, selectors.seasons(club)),
        "current": selectors.current_season(club),
        "today": today_in(club),
    }
    return render(request, "clubs/seasons.html", context)


@reads
def season(request: HttpRequest, slug: str, season_id: UUID) -> HttpResponse:
    """A season with its settlement sheet: who gives to whom so that everybody is even."""
    club, found = _season(slug, season_id)
    frame = club_frame(request, club, "ledger")
    require_page(frame["player"], "see_ledger", club)
    context = frame | {"season": found, "today": today_in(club)} | _sheet(request, found)
    return render(request, "clubs/season.html", context)


@edits
def season_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a season."""
    club = get_object_or_404(Club, slug=slug)
    player = _officer(request, club)
    last = selectors.seasons(club).first()
    first = last.ends + timedelta(days=1) if last else today_in(club)
    form = SeasonForm(posted(request), initial={"begins": first})
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form):
            made = services.make_season(club=club, by=player, **form.cleaned_data)
            messages.success(request, _("The season %(name)s is made.") % {"name": made.name})
            return redirect("clubs:seasons", club.slug)
    return _form(request, club, form, _("Make a season"), None)


@edits
def season_change(request: HttpRequest, slug: str, season_id: UUID) -> HttpResponse:
    """Change a season's name or days."""
    club, found = _season(slug, season_id)
    player = _officer(request, club)
    said = {"name": found.name, "begins": found.begins, "ends": found.ends}
    form = SeasonForm(posted(request), initial=said)
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form):
            services.change_season(season=found, by=player, **form.cleaned_data)
            messages.success(request, _("The season is changed."))
            return redirect("clubs:seasons", club.slug)
    return _form(request, club, form, _("Change the season %(name)s") % {"name": said["name"]}, found)


@edits
def season_close(request: HttpRequest, slug: str, season_id: UUID) -> HttpResponse:
    """Close a season, and open the next."""
    club, found = _season(slug, season_id)
    player = _officer(request, club)
    today = today_in(club)
    initial = {"begins": min(found.ends, today) + timedelta(days=1)}
    form = CloseForm(posted(request), closing=found, early=found.ends > today, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form):
            services.close_season(
                season=found,
                by=player,
                carry=form.cleaned_data["balances"] == "carry",
                following=_next(form.cleaned_data),
            )
            messages.success(request, _("The season is closed."))
            return redirect("clubs:season", club.slug, found.pk)
    context = (
        club_frame(request, club, "ledger") | {"form": form, "season": found, "today": today} | _sheet(request, found)
    )
    return render(request, "clubs/season_close.html", context, status=422 if form.errors else 200)


def _next(said: dict[str, Any]) -> NextSeason | None:
    """Return the season that a form says comes next, or None."""
    if said.get("season") is not None:
        return NextSeason(season=said["season"].pk)
    if said["name"] or said["ends"]:
        return NextSeason(name=said["name"], begins=said["begins"], ends=said["ends"])
    return None


def _form(request: HttpRequest, club: Club, form: SeasonForm, title: str, found: Season | None) -> HttpResponse:
    context = club_frame(request, club, "ledger") | {"form": form, "heading": title, "season": found}
    return render(request, "clubs/season_form.html", context, status=422 if form.errors else 200)


def _sheet(request: HttpRequest, season: Season) -> dict[str, Any]:
    """Return the settlement sheet of a season with names, a page of it; the bank has no name."""
    transfers = selectors.settlement(season)
    page = paged(request, transfers, max(len(transfers), 1) if request.GET.get("all") else TRANSFERS)
    people = Player.objects.in_bulk({player for one in page for player in one[:2] if player})
    page.object_list = [
        (people[giver] if giver else None, people[taker] if taker else None, units) for giver, taker, units in page
    ]
    return {"page": page, "count": len(transfers), "granted": selectors.granted(season)}


def _season(slug: str, season_id: UUID) -> tuple[Club, Season]:
    club = get_object_or_404(Club, slug=slug)
    return club, get_object_or_404(Season, club=club, pk=season_id)


def _officer(request: HttpRequest, club: Club) -> Player:
    player = current_player(request)
    require_page(player, "keep_seasons", club)
    return player
