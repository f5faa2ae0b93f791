"""What the pages of people and clubs share."""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

from clubs import selectors, services
from clubs.errors import ClubError, NotAllowed
from clubs.forms import refuse
from clubs.models import Club, Player
from clubs.permissions import allowed, require

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


def paged(request: HttpRequest, found: QuerySet[Any] | Sequence[Any], size: int = PAGE_SIZE) -> Page[Any]:
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


def require_page(player: Player | None, action: str, club: Club) -> None:
    """Refuse a page to whoever the table of permissions does not let see it.

    Raises:
        PermissionDenied: Which becomes the page of status 403, with the reason.
    """
    try:
        require(player, action, club)
    except NotAllowed as refused:
        raise PermissionDenied(refused.message) from None


def fulfilled(form: forms.Form, do: Callable[[], object]) -> bool:
    """Do what a form asks for; what is refused stands in the form afterwards.

    Args:
        form: The form as it was sent.
        do: What calls the service with the form's data.

    Returns:
        Whether it was done.

    Raises:
        PermissionDenied: It is not this person's to do.
    """
    if not form.is_valid():
        return False
    try:
        do()
    except NotAllowed as refused:
        raise PermissionDenied(refused.message) from None
    except ClubError as error:
        refuse(form, error)
        return False
    return True


def done(request: HttpRequest, do: Callable[[], object], said: str = "") -> bool:
    """Do what a button asks for, and say on the next page how it went.

    Args:
        request: The press of the button.
        do: What calls the service.
        said: What the next page says if it was done.

    Returns:
        Whether it was done.

    Raises:
        PermissionDenied: It is not this person's to do.
    """
    try:
        do()
    except NotAllowed as refused:
        raise PermissionDenied(refused.message) from None
    except ClubError as refused:
        messages.error(request, refused.message)
        return False
    if said:
        messages.success(request, said)
    return True
