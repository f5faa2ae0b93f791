"""Finding a tournament for the API, and its state as of the moment asked for."""

from datetime import datetime
from typing import Annotated

import msgspec
from django.utils.translation import gettext as _

from clubs.api.problems import Problem
from clubs.models import Player
from tournaments.deeds.base import SCORERS, Doer
from tournaments.directing.roles import doer_of
from tournaments.log import states
from tournaments.log.errors import UnknownTournament
from tournaments.log.seen import EVERYBODY, seen_by
from tournaments.models import Tournament
from tournaments.state.tournament import TournamentState


class AsOf(msgspec.Struct, forbid_unknown_fields=True):
    """The moment, or the version of the log, as of which to answer: results as of then, names and rights as of now."""

    at: Annotated[datetime, msgspec.Meta(tz=True)] | None = None
    version: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)] | None = None


def found(slug: str) -> Tournament:
    """Return a tournament.

    Raises:
        Problem: `not-found`.
    """
    beside = ("club", "director", "house__club", "champion")
    tournament = Tournament.objects.select_related(*beside).filter(slug=slug).first()
    if tournament is None:
        raise Problem("not-found", _("There is no such tournament."))
    return tournament


def state_as_of(tournament: Tournament, asked: AsOf, player: Player | None) -> TournamentState:
    """Return a tournament as of the moment asked for, by default now, as a player may know it.

    Raises:
        Problem: `not-found`: it had not been opened then.
    """
    try:
        if asked.version is not None:
            state = states.at_version(tournament.pk, asked.version)
        elif asked.at is not None:
            state = states.at_time(tournament.pk, asked.at)
        else:
            state = states.current(tournament.pk)
    except UnknownTournament:
        raise Problem("not-found", _("The tournament did not exist at that time.")) from None
    return seen_by(state, EVERYBODY if player is None else doer_now(tournament, player))


def doer_now(tournament: Tournament, player: Player) -> Doer:
    """Return a player with the rights of now, whatever moment is asked for."""
    return doer_of(tournament, player, states.current(tournament.pk))


def needs_staff(doer: Doer) -> None:
    """Refuse everybody but the staff of a tournament.

    Raises:
        Problem: `not-allowed`.
    """
    if not doer.is_one_of(SCORERS):
        raise Problem("not-allowed", _("Only the staff of the tournament can do this."))
