"""Following an entrant or a player: the buttons of pages, kept for an account, or in the browser of a visitor."""

from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubs.base.asked import id_in, number_in
from clubs.models import Player
from clubs.web.pages import opened_as, viewer_of
from clubs.web.refusals import done
from tournaments.directing.follows import follow, unfollow
from tournaments.models import Entrant, EntrantPlayer, Tournament
from tournaments.selectors.followed import Followed, followed_in

MAX_OF_VISITOR: Final = 50
"""The entrants and players that a visitor's browser follows at most; the oldest is left."""
_KEPT: Final = {"entrant": "followed-entrants", "player": "followed-players"}
"""The members of a visitor's session."""


def followed_by(request: HttpRequest, tournament: Tournament, player: Player | None) -> Followed:
    """Return what the reader of a page follows in a tournament."""
    if player is not None:
        return followed_in(tournament, player)
    entrants = [one for one in _kept(request, "entrant") if isinstance(one, int)]
    players = [UUID(one) for one in _kept(request, "player") if isinstance(one, str)]
    return followed_in(tournament, None, entrants, players)


@opened_as("tournaments:tournament")
@require_POST
def follow_one(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow an entrant (`entrant`, its number) or a player (`player`, the id), or follow it no more."""
    tournament = get_object_or_404(Tournament, slug=slug)
    entrant, player = _named(request, tournament)
    reader = viewer_of(request)
    if reader is not None:
        if not unfollow(reader, entrant=entrant, player=player):
            done(request, lambda: follow(reader, entrant=entrant, player=player))
    else:
        kind, one = ("entrant", entrant.pk) if entrant is not None else ("player", str(player.pk if player else ""))
        kept = _kept(request, kind)
        request.session[_KEPT[kind]] = (
            [other for other in kept if other != one] if one in kept else [*kept, one][-MAX_OF_VISITOR:]
        )
    back = request.POST.get("back", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        return redirect("tournaments:tournament", slug)
    return redirect(back)


def _named(request: HttpRequest, tournament: Tournament) -> tuple[Entrant | None, Player | None]:
    """Return the entrant or the player that a form names; the other is None."""
    if (number := number_in(request.POST.get("entrant", ""))) is not None:
        return get_object_or_404(Entrant, tournament=tournament, number=number), None
    pk = id_in(request.POST.get("player", ""))
    place = EntrantPlayer.objects.filter(entrant__tournament=tournament, player=pk).select_related("player").first()
    if place is None:
        raise Http404(_("There is no such player in this tournament."))
    return None, place.player


def _kept(request: HttpRequest, kind: str) -> list[Any]:
    kept = request.session.get(_KEPT[kind], [])
    return kept if isinstance(kept, list) else []
