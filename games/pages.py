"""What the pages of play share: who looks, and what becomes of a refused request."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase

from clubs.models import Player
from clubs.selectors import find_player
from clubs.services import player_for
from clubs.visiting import find_visiting, touch
from games.errors import NotAllowed, TableError, UnknownTable
from games.sealing.fields import open_text, seal_text

Rest = ParamSpec("Rest")

INVITED = "invited"
MOST_INVITED = 20
"""How many tables by invitation a browser's session remembers."""


def viewer(request: HttpRequest) -> Player | None:
    """Return the player who looks, or None for a visitor."""
    return find_player(request.user)


def playing(request: HttpRequest) -> Player | None:
    """Return the player who plays: that of the account, else the visiting player of the browser, else None.

    For tables, practices and the hands played there only. All other pages ask `viewer`, to which a visiting player is a
    visitor.
    """
    player = viewer(request)
    if player is not None or request.user.is_authenticated:
        return player
    visitor = find_visiting(request.session)
    if visitor is not None:
        touch(request, visitor)
    return visitor


def player_of(request: HttpRequest) -> Player:
    """Return the player of a signed-in account."""
    return player_for(user=request.user)  # type: ignore[arg-type]


def invitation_of(request: HttpRequest, table_id: UUID) -> str:
    """Return the invitation code that came with the request, else the one this browser came to the table with."""
    said: str = request.POST.get("invitation") or request.GET.get("invitation") or ""
    return said[:64].replace("\x00", "") or _remembered(request, table_id)


def _remembered(request: HttpRequest, table_id: UUID) -> str:
    return open_text(request.session.get(INVITED, {}).get(str(table_id), ""), INVITED) or ""


def remember_invitation(request: HttpRequest, table_id: UUID, invitation: str) -> None:
    """Keep a code that has opened a table, so that its hands can be seen without it standing in every link."""
    if invitation and _remembered(request, table_id) != invitation:
        latest = list(request.session.get(INVITED, {}).items())[1 - MOST_INVITED :]
        # Sealed: a session lies in the database, and is signed only.
        request.session[INVITED] = dict(latest) | {str(table_id): seal_text(invitation, INVITED)}


def for_people(
    page: Callable[Concatenate[HttpRequest, Rest], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Rest], HttpResponseBase]:
    """Answer 404 for what is not there (or not for this viewer) and 403 for what is somebody else's to do."""

    @wraps(page)
    def answer(request: HttpRequest, /, *args: Any, **named: Any) -> HttpResponseBase:
        try:
            return page(request, *args, **named)
        except UnknownTable as refused:
            raise Http404(str(refused)) from None
        except NotAllowed as refused:
            raise PermissionDenied(str(refused)) from None
        except TableError as refused:
            raise Http404(str(refused)) from None

    return answer
