"""The lobby, and the lists of tables and hands that other pages load as fragments."""

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.htmx import fragment_asked
from games import selectors
from games.pages import playing, viewer

TABLES = 20
HANDS = 8
"""How many tables and hands a page of their lists has."""


def _filters(request: HttpRequest) -> dict[str, Any]:
    """Read `?club=<slug>`, `?player=<uuid>` and `?q=<words>`; what cannot be read finds nothing."""
    filters: dict[str, Any] = {"search": _search(request)}
    if club := request.GET.get("club", "").replace("\x00", ""):
        filters["club"] = club[:60]
    if said := request.GET.get("player", ""):
        try:
            filters["player_id"] = UUID(said)
        except ValueError:
            filters["player_id"] = UUID(int=0)
    return filters


def _search(request: HttpRequest) -> str:
    return request.GET.get("q", "").replace("\x00", "").strip()[:60]


def _without_page(request: HttpRequest) -> str:
    """Return the query but for the page, to be followed by `page=`."""
    query = request.GET.copy()
    query.pop("page", None)
    return f"{query.urlencode()}&" if query else ""


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """All tables one may sit down at or watch."""
    player, search = viewer(request), _search(request)
    searchable = search or len(selectors.open_tables(player)) > TABLES
    context = {
        "player": player,
        "sits": playing(request),
        "tables_path": f"{reverse('games:list')}?{request.GET.urlencode()}",
        "search": search,
        "searchable": searchable,
    }
    return render(request, "games/lobby.html", context)


@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The tables at which the viewer sits; first those where it is the viewer's turn."""
    player = playing(request)
    entries = []
    if player is not None:
        for entry in selectors.my_tables(player):
            entries.append((entry, [one.name for one in entry.seats if one.player_id not in (None, player.pk)]))
    return render(request, "games/_mine.html", {"entries": entries, "player": player})


@never_cache
@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """The tables that wait or play."""
    player = playing(request)
    found = selectors.open_tables(player, **_filters(request))
    page = Paginator(found, TABLES).get_page(request.GET.get("page"))
    return render(
        request,
        "games/_tables.html",
        {"page": page, "player": player, "query": _without_page(request), "search": _search(request)},
    )


@never_cache
@require_safe
def recent(request: HttpRequest) -> HttpResponse:
    """The last finished hands, as a fragment of another page or all of them on a page of their own.

    `?people=1` leaves out hands that only bots played, and has a single page.
    """
    people = bool(request.GET.get("people"))
    found = selectors.recent_hands(viewer(request), people=people, **_filters(request))
    page = Paginator(found[:HANDS] if people else found, HANDS).get_page(request.GET.get("page"))
    context = {"page": page, "query": _without_page(request), "search": _search(request)}
    return render(request, "games/_recent.html" if fragment_asked(request) else "games/hands.html", context)
