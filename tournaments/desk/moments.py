"""The frame of the director's pages: their tournament as of a moment, head and tabs."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from clubs.models import Player
from tournaments.deeds.base import DIRECTORS, SCORERS, Doer
from tournaments.directing.roles import doer_of
from tournaments.log import states
from tournaments.log.errors import UnknownTournament
from tournaments.log.seen import seen_by
from tournaments.models import Tournament
from tournaments.overview.asked import Asked, asked_in
from tournaments.state.schedule import has_schedule
from tournaments.state.tournament import TournamentState
from tournaments.summaries.seeding import has_lots


@dataclass(frozen=True, slots=True)
class Reading:
    """A tournament as a reader of a page sees it: results as of a moment, names and rights as of now.

    Attributes:
        state: As it is now, or was at the moment asked for.
        at: The moment; None: now. A page as of a moment offers no deeds.
        doer: The reader, with the roles of now.
        query: What leads from this page to others as of the same moment; empty for now.
        unread: A moment was asked for that could not be read.
    """

    state: TournamentState
    at: datetime | None
    doer: Doer
    query: str
    unread: bool = False


def get_tournament(slug: str) -> Tournament:
    """Return the tournament of an address.

    Raises:
        Http404: There is none.
    """
    return get_object_or_404(Tournament.objects.select_related("club", "director"), slug=slug)


def present(tournament: Tournament, player: Player | None) -> Reading:
    """Return a tournament as it is now."""
    state = states.current(tournament.pk)
    doer = Doer() if player is None else doer_of(tournament, player, state)
    return Reading(seen_by(state, doer), None, doer, "")


def reading_of(request: HttpRequest, tournament: Tournament, player: Player | None) -> Reading:
    """Return what a request reads: `?at=` names a moment by the clocks of the club.

    Raises:
        Http404: The tournament had not been opened then.
    """
    asked, now = asked_in(request), present(tournament, player)
    at = asked.at
    if at is None:
        return replace(now, unread=asked.unread)
    try:
        then = states.at_time(tournament.pk, at)
    except UnknownTournament:
        raise Http404(_("The tournament did not exist at that time.")) from None
    return Reading(seen_by(then, now.doer), at, now.doer, Asked(at=at).query())


def frame(tournament: Tournament, tab: str, reading: Reading) -> dict[str, Any]:
    """Return what each page of a tournament needs: its head and tabs (`_head.html`), and the version of its forms.

    Args:
        tournament: The tournament.
        tab: Which tab of `_head.html` the page is; empty for a page without one.
        reading: What the page shows.
    """
    return {
        "tournament": tournament,
        "tab": tab,
        "reading": reading,
        "version": reading.state.version,
        "has_lots": has_lots(reading.state),
        "has_schedule": has_schedule(reading.state),
        "staff": reading.doer.is_one_of(SCORERS),
        "directs": reading.doer.is_one_of(DIRECTORS),
    }
