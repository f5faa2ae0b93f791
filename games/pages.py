"""What the pages of play share: who looks, and what becomes of a refused request."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.cache import never_cache

from clubs.accounts.visiting import find_visiting, touch
from clubs.base.asked import id_in
from clubs.models import Player
from clubs.web import pages
from clubs.web.pages import composed, current_player, searched, viewer_of
from clubs.web.refusals import denials
from games.errors import TableError
from games.sealing.fields import open_text, seal_text

Rest = ParamSpec("Rest")

INVITED = "invited"
MOST_INVITED = 20
"""How many tables by invitation a browser's session remembers."""
LONGEST_SEARCH = 60
"""So many characters of what lists are searched for are read."""


def viewer(request: HttpRequest) -> Player | None:
    """Return the player who looks, or None for a visitor."""
    return viewer_of(request)


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


def acting(request: HttpRequest) -> Player | None:
    """Return the player who acts: as `playing`, and one is made for an account that has none yet."""
    return current_player(request) if request.user.is_authenticated else playing(request)


def invitation_sent(request: HttpRequest) -> str:
    """Return the invitation code that came with the request; empty for none."""
    said: str = request.POST.get("invitation") or request.GET.get("invitation") or ""
    return said[:64].replace("\x00", "")


def invitation_of(request: HttpRequest, table_id: UUID) -> str:
    """Return the invitation code that came with the request, else the one this browser came to the table with."""
    return invitation_sent(request) or _remembered(request, table_id)


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
            with denials():
                return page(request, *args, **named)
        except TableError as refused:
            raise Http404(str(refused)) from None

    return answer


shows: Final = composed(pages.shows, for_people)
"""As in `clubs.web.pages`, with refusals answered by pages. No browser keeps what `reads` and `writes` answer."""
reads: Final = composed(never_cache, pages.reads, for_people)
writes: Final = composed(never_cache, pages.writes, for_people)
edits: Final = composed(pages.edits, for_people)


def list_filters(request: HttpRequest) -> dict[str, Any]:
    """Read `?club=<slug>`, `?player=<uuid>` and `?q=<words>`; what cannot be read finds nothing."""
    filters: dict[str, Any] = {"search": search_of(request)}
    if club := searched(request, "club", LONGEST_SEARCH):
        filters["club"] = club
    if said := request.GET.get("player", ""):
        filters["player_id"] = id_in(said) or UUID(int=0)
    return filters


def search_of(request: HttpRequest) -> str:
    """Return the text that a list is searched for."""
    return searched(request, longest=LONGEST_SEARCH)


def without_page(request: HttpRequest) -> str:
    """Return the query but for the page, to be followed by `page=`."""
    query = request.GET.copy()
    query.pop("page", None)
    return f"{query.urlencode()}&" if query else ""
