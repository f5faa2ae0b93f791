"""The lobby, and the lists of tables and hands that other pages load as fragments."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pages import list_filters, playing, search_of, viewer, without_page
from games.tables.selectors.lists import my_tables, open_tables

TABLES = 20


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The tables open for sitting down or watching."""
    player, search = viewer(request), search_of(request)
    searchable = search or len(open_tables(player)) > TABLES
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
    """The viewer's own tables; first those where it is the viewer's turn."""
    player = playing(request)
    entries = []
    if player is not None:
        for entry in my_tables(player):
            entries.append((entry, [one.name for one in entry.seats if one.player_id not in (None, player.pk)]))
    return render(request, "games/_mine.html", {"entries": entries, "player": player})


@never_cache
@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """The waiting and running tables; `?people=1` leaves out those of bots alone."""
    player, people = playing(request), request.GET.get("people") == "1"
    found = open_tables(player, people=people, **list_filters(request))
    page = Paginator(found, TABLES).get_page(request.GET.get("page"))
    return render(
        request,
        "games/_tables.html",
        {"page": page, "player": player, "query": without_page(request), "search": search_of(request)},
    )
