"""The floor on pages of a match: a fragment for the page of the match, a live table and a score sheet's phone."""

from contextlib import AbstractContextManager
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.base.asked import id_in, number_in
from clubs.errors import ClubError
from clubs.models import Club
from clubs.web.htmx import part_asked
from clubs.web.pages import viewer_of
from clubs.web.parts import unless_seen
from clubs.web.refusals import done
from games.models import Table
from games.sheets.authors import Author
from games.sheets.passes import kept_pass
from tournaments.errors import TournamentError
from tournaments.floor.panel import Panel, panel_of, place_of
from tournaments.floor.services import MAX_HAND, MAX_TRICK, call_director, note_arrival, withdraw_call
from tournaments.floor.words import reason_choices
from tournaments.models import MAX_WORDS, Tournament

PART = "floor-now"
"""The part of the fragment that is shown anew, by its id."""


@never_cache
@require_safe
def at_stream(request: HttpRequest, stream: UUID) -> HttpResponse:
    """A fragment for the page of a table or a sheet: the floor of the match that is played there; 404: no match is."""
    place = place_of(stream)
    if place is None:
        raise Http404
    return _shown(request, *place, stream)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def floor_of_match(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The floor of a match as a fragment; by POST a call is made or taken back, or a side says that it is there."""
    tournament = get_object_or_404(Tournament.objects.select_related("club"), slug=slug)
    stream = _stream_in(request, tournament, number)
    if request.method != "POST":
        return _shown(request, tournament, number, stream)

    def do() -> None:
        _do(request, tournament, number, stream)

    if not part_asked(request, PART):
        done(request, do)
        return redirect(_back(tournament, number, stream))
    refusal = ""
    try:
        do()
    except ClubError as refused:
        refusal = refused.message
    return _shown(request, tournament, number, stream, refusal=refusal)


def _do(request: HttpRequest, tournament: Tournament, number: int, stream: UUID | None) -> None:
    """Do what a form of the fragment asks for.

    Raises:
        ClubError: It is refused.
    """
    post, author = request.POST, _author(request, stream)
    command = id_in(post.get("command", "")) or uuid4()
    deed, _colon, about = post.get("do", "").partition(":")
    if deed == "call":
        call_director(
            tournament=tournament, match=number, by=author, reason=post.get("reason", ""), command=command,
            hand=_number_in(post.get("hand", ""), "hand"), trick=_number_in(post.get("trick", ""), "trick"),
            words=post.get("words", ""),
        )  # fmt: skip
    elif deed == "withdraw":
        withdraw_call(tournament=tournament, call=_number_in(about, "call") or 0, by=author, command=command)
    elif deed in ("here", "away"):
        if author.player is None:
            raise Http404
        entrant = _number_in(about, "entrant") or 0
        note_arrival(
            tournament=tournament, match=number, entrant=entrant, by=author.player, here=deed == "here", command=command
        )
    else:
        raise TournamentError("unknown-deed", _("That cannot be done here."))


def _shown(
    request: HttpRequest, tournament: Tournament, number: int, stream: UUID | None, *, refusal: str = ""
) -> HttpResponse:
    with _clocks_of(tournament.club):
        panel = panel_of(tournament, number, _author(request, stream), stream=stream)
        if panel is None:
            raise Http404(_("There is no such match."))
        suffix = part_asked(request, PART)
        answer = render(request, f"tournaments/floor/match.html{suffix}", _context(panel, refusal))
    return answer if refusal or request.method == "POST" else unless_seen(request, answer)


def _context(panel: Panel, refusal: str) -> dict[str, Any]:
    return {
        "panel": panel,
        "refusal": refusal,
        "command": uuid4(),
        "reasons": reason_choices(),
        "longest": MAX_WORDS,
        "most_hand": MAX_HAND,
        "most_trick": MAX_TRICK,
    }


def _author(request: HttpRequest, stream: UUID | None) -> Author:
    """Return the reader: the player of the account, and the pass to the sheet that the browser holds."""
    held = None if stream is None else kept_pass(request.session, stream)
    return Author(viewer_of(request), held)


def _stream_in(request: HttpRequest, tournament: Tournament, number: int) -> UUID | None:
    """Return the table or sheet of the match at which the fragment is shown; None: on the page of the match."""
    stream = id_in(request.POST.get("at") or request.GET.get("at", ""))
    place = None if stream is None else place_of(stream)
    return stream if place == (tournament, number) else None


def _back(tournament: Tournament, number: int, stream: UUID | None) -> str:
    """Return the address of the page on which the fragment stands."""
    if stream is None:
        return reverse("tournaments:match", args=[tournament.slug, number])
    if Table.objects.filter(pk=stream).exists():
        return reverse("games:table", args=[stream])
    return reverse("games:sheet_phone", args=[stream])


def _clocks_of(club: Club) -> AbstractContextManager[None]:
    return timezone.override(ZoneInfo(club.time_zone))


def _number_in(text: str, field: str) -> int | None:
    """Return a number of a form; None where nothing is filled in.

    Raises:
        TournamentError: `not-a-number`.
    """
    text = text.strip()
    if not text:
        return None
    number = number_in(text)
    if number is None:
        raise TournamentError("not-a-number", _("Enter a number."), field)
    return number
