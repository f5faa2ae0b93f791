"""The page of a tournament: a public part that is rendered once for all who ask for the same, and the reader's own."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from hashlib import blake2b
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from clubs.officers.permissions import allowed
from clubs.people.selectors import find_player
from clubs.web.htmx import part_asked
from clubs.web.parts import unless_seen
from tournaments.deeds.base import SCORERS
from tournaments.directing.roles import doer_of
from tournaments.log.errors import UnknownTournament
from tournaments.log.seen import EVERYBODY, seen_by
from tournaments.models import Tournament
from tournaments.overview.asked import Asked, asked_in
from tournaments.overview.pages import mine_of, page_of, state_asked
from tournaments.state.tournament import TournamentState
from tournaments.summaries.seeding import has_lots

KEPT_SECONDS: Final = 60
"""How long a rendered part is kept: names may change without a new version."""


def clocks_of(club: Club) -> AbstractContextManager[None]:
    """Read and show times by a club's clocks as long as this lasts."""
    return timezone.override(ZoneInfo(club.time_zone))


def show(
    request: HttpRequest,
    tournament: Tournament,
    beside: Callable[[Tournament, TournamentState, Player | None], dict[str, Any]] | None = None,
) -> HttpResponse:
    """Render the page of a tournament, or only its living part where htmx asks for that.

    Args:
        request: The request.
        tournament: The tournament.
        beside: Returns what else the whole page shows to a reader: the forms of the reader's own deeds, which stay as
            they are while the living part changes.
    """
    live = part_asked(request, "live")
    with clocks_of(tournament.club):
        asked = asked_in(request)
        try:
            whole = state_asked(tournament, asked)
        except UnknownTournament:
            raise Http404(_("The tournament had not been opened then.")) from None
        player = find_player(request.user)
        doer = EVERYBODY if player is None else doer_of(tournament, player, whole)
        # Everybody gets the same public part, but the staff where something is withheld from the others.
        state = seen_by(whole, doer if doer.is_one_of(SCORERS) else EVERYBODY)
        asked = asked.within(state)
        mine = mine_of(tournament, seen_by(whole, doer), player)
        context = {
            "tournament": tournament,
            "asked": asked,
            # The tabs lead to pages as of the same minute.
            "reading": {"query": Asked(at=asked.at).query(), "unread": asked.unread},
            "version": state.version,
            "public": public_part(tournament, state, asked),
            "mine": mine,
            "has_lots": has_lots(state),
            "can": allowed(player, tournament.club),
            "status": state.status,
            "here": f"{request.path}{asked.query()}",
            "is_live": asked.at is None and not state.is_over,
        }
        if beside is not None and asked.at is None and not live:
            context |= beside(tournament, state, player)
        answer = render(request, f"tournaments/overview/page.html{live}", context)
    return unless_seen(request, answer) if live else answer


def public_part(tournament: Tournament, state: TournamentState, asked: Asked) -> SafeString:
    """Return the public part of the page, rendered once per version, language and question.

    What is asked as of a minute, or by a name, is asked by few and kept for nobody.
    """
    key = _key(tournament, state, asked) if asked.at is None and not asked.search else ""
    html = cache.get(key) if key else None
    if html is None:
        html = render_to_string(
            "tournaments/overview/_public.html", {"page": page_of(tournament, state, asked), "asked": asked}
        )
        if key:
            cache.set(key, html, timeout=KEPT_SECONDS)
    return mark_safe(html)  # noqa: S308  # it was rendered by a template just now, or a minute ago


def _key(tournament: Tournament, state: TournamentState, asked: Asked) -> str:
    asks = blake2b(asked.query().encode(), digest_size=12).hexdigest()
    withheld = state.embargo is not None and (state.withheld or state.embargo.holds(timezone.now()))
    part = "withheld" if state.withheld else "staff" if withheld else "all"
    return f"tournaments:page:{tournament.pk.hex}:{state.version}:{part}:{get_language()}:{asks}"
