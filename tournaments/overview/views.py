"""The page of a tournament: a public part that is rendered once for all who ask for the same, and the reader's own."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from clubs.officers.permissions import allowed
from clubs.web.htmx import part_asked
from clubs.web.pages import viewer_of
from clubs.web.parts import unless_seen
from tournaments.deeds.base import SCORERS
from tournaments.directing.roles import doer_of
from tournaments.log import states
from tournaments.log.errors import UnknownTournament
from tournaments.log.seen import EVERYBODY, seen_by
from tournaments.models import Tournament
from tournaments.overview.asked import Asked, asked_in
from tournaments.overview.following import followed_by
from tournaments.overview.fragments import public_part
from tournaments.overview.own import Mine, mine_of, with_more, with_own_group
from tournaments.overview.pages import state_asked
from tournaments.state.schedule import has_schedule
from tournaments.state.tournament import TournamentState
from tournaments.summaries.seeding import has_lots


def clocks_of(club: Club) -> AbstractContextManager[None]:
    """Read and show times by a club's clocks as long as this lasts."""
    return timezone.override(ZoneInfo(club.time_zone))


def show(
    request: HttpRequest,
    tournament: Tournament,
    beside: Callable[[Tournament, TournamentState, Player | None], dict[str, Any]] | None = None,
) -> HttpResponse:
    """Render the page of a tournament, or only what of it htmx asks for: its living part, or the reader's own.

    Args:
        request: The request.
        tournament: The tournament.
        beside: Returns what else the whole page shows to a reader: the forms of the reader's own deeds, which stay as
            they are while the living part changes.
    """
    part = part_asked(request, "live") or part_asked(request, "mine")
    with clocks_of(tournament.club):
        asked = asked_in(request)
        try:
            whole = state_asked(tournament, asked)
        except UnknownTournament:
            raise Http404(_("The tournament did not exist at that time.")) from None
        player = viewer_of(request)
        # As of a minute too by the rights of now: who has left the staff sees no more than others.
        doer = EVERYBODY if player is None else doer_of(tournament, player, states.current(tournament.pk))
        # Everybody gets the same public part, but the staff where something is withheld from the others.
        state = seen_by(whole, doer if doer.is_one_of(SCORERS) else EVERYBODY)
        asked = asked.within(state)
        own = seen_by(whole, doer)
        mine = mine_of(tournament, own, player)
        asked = with_own_group(asked, state, mine)
        mine = with_more(tournament, own, mine, followed_by(request, tournament, player))
        context = {
            "tournament": tournament,
            "asked": asked,
            # The tabs lead to pages as of the same minute.
            "reading": {"query": Asked(at=asked.at).query(), "unread": asked.unread},
            "version": state.version,
            "public": None if part == "#mine" else public_part(tournament, state, asked),
            "mine": mine,
            "has_own": _has_own(mine),
            "has_lots": has_lots(state),
            "has_schedule": has_schedule(state),
            "can": allowed(player, tournament.club),
            "status": state.status,
            "here": f"{request.path}{asked.query()}",
            "is_live": asked.at is None and not state.is_over,
            "asks": asked.query().removeprefix("?"),
        }
        if beside is not None and asked.at is None and not part:
            context |= beside(tournament, state, player)
        answer = render(request, f"tournaments/overview/page.html{part}", context)
    return unless_seen(request, answer) if part else answer


def _has_own(mine: Mine) -> bool:
    """Tell whether a version may change what a reader's own part shows."""
    return bool(mine.entrants or mine.followed.entrants) or mine.scores
