"""Reading a page of the desk as of a moment: results as of then, names and rights as of now."""

from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from clubs.models import Player
from tournaments.deeds.base import Doer
from tournaments.directing.roles import doer_of
from tournaments.log import states
from tournaments.log.errors import UnknownTournament
from tournaments.models import Tournament
from tournaments.overview.asked import Asked, asked_in
from tournaments.state.tournament import TournamentState


@dataclass(frozen=True, slots=True)
class Reading:
    """A tournament as a reader of a page sees it.

    Attributes:
        state: As it is now, or was at the moment asked for.
        at: The moment; None: now. A page as of a moment offers no deeds.
        doer: The reader, with the roles of now.
        query: What leads from this page to others as of the same moment; empty for now.
    """

    state: TournamentState
    at: datetime | None
    doer: Doer
    query: str


def reading_of(request: HttpRequest, tournament: Tournament, player: Player | None) -> Reading:
    """Return what a request reads: `?at=` names a moment by the clocks of the club.

    Raises:
        Http404: The tournament had not been opened then.
    """
    at, now = asked_in(request).at, states.current(tournament.pk)
    doer = Doer() if player is None else doer_of(tournament, player, now)
    if at is None:
        return Reading(now, None, doer, "")
    try:
        then = states.at_time(tournament.pk, at)
    except UnknownTournament:
        raise Http404(_("The tournament had not been opened then.")) from None
    return Reading(then, at, doer, Asked(at=at).query())
