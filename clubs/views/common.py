"""What the pages of people and clubs share."""

from django.http import HttpRequest

from clubs import services
from clubs.models import Player

SEARCH_FROM = 20
"""Longer lists than this one can be searched."""


def current_player(request: HttpRequest) -> Player:
    """Return the player of the signed-in account."""
    return services.player_for(user=request.user)  # type: ignore[arg-type]


def searched(request: HttpRequest, name: str = "q") -> str:
    """Return the text that a list is searched for."""
    return request.GET.get(name, "").strip().replace("\x00", "")
