"""What the pages of people and clubs share."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

from clubs import selectors, services
from clubs.models import Club, Player
from clubs.permissions import allowed

SEARCH_FROM = 20
"""Longer lists than this one can be searched."""
PAGE_SIZE = 25
"""So many entries stand on a page of a long list."""


def current_player(request: HttpRequest) -> Player:
    """Return the player of the signed-in account."""
    return services.player_for(user=request.user)  # type: ignore[arg-type]


def searched(request: HttpRequest, name: str = "q") -> str:
    """Return the text that a list is searched for."""
    return request.GET.get(name, "").strip().replace("\x00", "")


def paged(request: HttpRequest, found: QuerySet[Any], size: int = PAGE_SIZE) -> Page[Any]:
    """Return the page of a long list that `?page=` asks for, the nearest one if there is none such."""
    return Paginator(found, size).get_page(request.GET.get("page"))


def club_frame(request: HttpRequest, club: Club, tab: str) -> dict[str, Any]:
    """Return what each page of a club needs: `clubs/_head.html` with its tabs, and what the viewer may do.

    Args:
        request: Who asks.
        club: The club.
        tab: Which of the club's pages this is: overview, members, teams, calendar, results, ledger, rules, log or
            settings.
    """
    player = selectors.find_player(request.user)
    return {
        "club": club,
        "tab": tab,
        "player": player,
        "role": selectors.find_role(club=club, player=player),
        "can": allowed(player, club),
    }
