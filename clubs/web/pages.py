"""Helpers of all pages: allowed methods, the reader, long lists, and the frame of a club's pages."""

from collections.abc import Callable, Hashable, Sequence
from functools import reduce, wraps
from typing import Any, Final, TypeVar
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.models import Club, Player
from clubs.officers.permissions import allowed_to, require
from clubs.officers.roles import find_role
from clubs.people.selectors import find_player, keep_ids, real_player
from clubs.people.services import player_for
from clubs.web.once import changes_nothing, once
from clubs.web.refusals import denials

View = TypeVar("View", bound=Callable[..., Any])


def composed(*decorators: Callable[[Any], Any]) -> Callable[[View], View]:
    """Return several decorators as one, the outermost first."""
    return lambda view: reduce(lambda inner, decorator: decorator(inner), reversed(decorators), view)


shows: Final = composed(never_cache, require_safe)
"""A page that anybody may ask for, and no browser keeps: what it shows depends on the viewer."""
reads: Final = composed(login_required, require_safe)
"""A page of a signed-in player that changes nothing."""
writes: Final = composed(login_required, require_POST)
"""A deed of a signed-in player."""
edits: Final = composed(login_required, require_http_methods(["GET", "POST"]))
"""A form of a signed-in player, and the deed that it is sent for."""


def opened_as(page: str) -> Callable[[View], View]:
    """Lead a browser that opens the address of a deed to a page of the same club, tournament or other slug.

    Somebody who changes the language on the answer to a form, or signs in on the way to a deed, comes by it.
    """

    def decorated(view: Any) -> Any:
        @wraps(view)
        def answer(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> Any:
            if request.method in ("GET", "HEAD"):
                return redirect(page, slug)
            return view(request, slug, *args, **kwargs)

        return answer

    return decorated


SEARCH_FROM = 20
"""Longer lists than this one can be searched."""
PAGE_SIZE = 25
"""So many entries stand on a page of a long list."""


SomePlayer = TypeVar("SomePlayer", Player, Player | None)


def _player_once(request: HttpRequest, key: Hashable, look_up: Callable[[], SomePlayer]) -> SomePlayer:
    """Return a player, who is looked up once for a page and its parts, and so are the player's ids."""
    player = once(request, key, look_up)
    if player is not None and changes_nothing(request):
        keep_ids(player)
    return player


def current_player(request: HttpRequest) -> Player:
    """Return the player of the signed-in account."""
    return _player_once(request, "viewer", lambda: player_for(user=request.user))  # type: ignore[arg-type]


def viewer_of(request: HttpRequest) -> Player | None:
    """Return the player of the signed-in account, or None."""
    return _player_once(request, "viewer", lambda: find_player(request.user))


def player_at(request: HttpRequest, player_id: UUID) -> Player:
    """Return the player of an address: of one that an account has claimed, the account's.

    Raises:
        Http404: There is no such player, or it is a visiting one, who has no page.
    """
    try:
        return _player_once(request, ("player", player_id), lambda: real_player(player_id))
    except Player.DoesNotExist:
        raise Http404(_("There is no such player.")) from None


def club_at(request: HttpRequest, slug: str) -> Club:
    """Return the club of an address; looked up once for a page and its parts.

    Raises:
        Http404: There is no such club.
    """
    return once(request, ("club", slug), lambda: get_object_or_404(Club, slug=slug))


def role_of(request: HttpRequest, club: Club) -> str:
    """Return the viewer's role in a club, to show only what works; looked up once for a page and its parts."""
    return once(request, ("role", club.pk), lambda: find_role(club=club, player=viewer_of(request)))


def searched(request: HttpRequest, name: str = "q", longest: int | None = None) -> str:
    """Return the text that a list is searched for, without the one character that the database cannot look for."""
    return request.GET.get(name, "").replace("\x00", "").strip()[:longest]


def paged(request: HttpRequest, found: QuerySet[Any] | Sequence[Any], size: int = PAGE_SIZE) -> Page[Any]:
    """Return the page of a long list that `?page=` asks for, the nearest one if there is none such."""
    return Paginator(found, size).get_page(request.GET.get("page"))


def club_frame(request: HttpRequest, club: Club, tab: str) -> dict[str, Any]:
    """Return what each page of a club needs: `templates/clubs/_head.html` with its tabs, and what the viewer may do.

    Args:
        request: The request.
        club: The club.
        tab: Which of the club's pages this is: overview, members, teams, calendar, results, ledger, rules, log or
            settings.
    """
    player, role = viewer_of(request), role_of(request, club)
    return {"club": club, "tab": tab, "player": player, "role": role, "can": allowed_to(role)}


def require_page(player: Player | None, action: str, club: Club) -> None:
    """Refuse a page to whoever the table of permissions does not let see it.

    Raises:
        PermissionDenied: Which becomes the page of status 403, with the reason.
    """
    with denials():
        require(player, action, club)
