"""The clock of tournaments: what is due is done, in small steps that any number of workers may take at any time."""

import logging
from datetime import datetime
from typing import Final
from uuid import UUID, uuid4, uuid5

from django.db.models import Q
from django.utils import timezone

from clubs.base.commands import server_command
from clubs.base.isolation import run_each
from tournaments.deeds.base import Deed, Refused
from tournaments.deeds.playing import CallMatch
from tournaments.directing.acting import act
from tournaments.directing.calling import open_games
from tournaments.directing.due import due
from tournaments.directing.following import follow_all
from tournaments.directing.withholding import follow_embargo
from tournaments.events.playing import MatchCalled
from tournaments.formats.errors import DrawError, PairingError
from tournaments.log import door, states
from tournaments.models import Tournament
from tournaments.state.tournament import TournamentState

logger = logging.getLogger(__name__)

MAX_PASSES: Final = 20
"""How often what is done may make something else due at once; the clock comes again for the rest."""


def tend(tournament_id: UUID, *, now: datetime | None = None) -> int:
    """Do what the clock owes a tournament, open the tables of called games, and let running ones follow the log.

    Returns:
        The number of deeds done.
    """
    tournament = Tournament.objects.select_related("club").get(pk=tournament_id)
    done = 0
    for _ in range(MAX_PASSES):
        at = now or timezone.now()
        state = states.current(tournament_id)
        owed = due(state, at)
        more = sum(_does(tournament, state, deed, now) for deed in owed.deeds)
        done += more
        if not more:
            # A deed that was refused comes up again when something else has happened.
            hour = follow_embargo(state, at)
            due_at = min(filter(None, (owed.at, hour)), default=None)
            Tournament.objects.filter(pk=tournament_id, version=state.version).update(due_at=due_at)
            break
    open_games(tournament_id, now=now)
    follow_all(tournament_id, now=now)
    return done


def tend_due(*, now: datetime | None = None) -> int:
    """Tend the tournaments that are due, or whose message about a game was lost; one that fails stops no other.

    Returns:
        The number of tournaments tended.
    """
    at = now or timezone.now()
    unopened = Q(games__opened_at=None, games__refused="", games__isnull=False)
    waiting = Tournament.objects.filter(
        Q(due_at__lte=at) | unopened | Q(games__owed__gt=0, games__opened_at__isnull=False)
    )
    ids = waiting.order_by("due_at").values_list("pk", flat=True).distinct()
    return len(run_each(ids, lambda pk: tend(pk, now=now), task="The clock of a tournament", logger=logger).results)


def _does(tournament: Tournament, state: TournamentState, deed: Deed, now: datetime | None) -> bool:
    """Do a deed that is due; another worker may have been first, and what cannot be done waits for a director."""
    try:
        return act(tournament, deed, by=None, command=_command(state, deed), now=now).version > state.version
    except Refused as refusal:
        logger.info("The clock's %s in %s was refused: %s", type(deed).__name__, tournament.pk, refusal.code)
    except (DrawError, PairingError) as fault:
        logger.info("The clock's %s in %s cannot be done: %s", type(deed).__name__, tournament.pk, type(fault).__name__)
    return False


def _command(state: TournamentState, deed: Deed) -> UUID:
    """Return the id of a command of the clock, which calls each game of a match once: a call undone stays undone.

    A match that is played again from the beginning is called again.
    """
    if not isinstance(deed, CallMatch):
        return uuid4()
    match = state.matches[deed.match]
    reported = sum(game.report is not None for game in match.games)
    again = f":{match.replays}" if match.replays else ""
    step = f"clock:call:{match.number}:{match.filled_at}:{reported}{again}"
    # Calls of before have ids that anybody can make: one counts only where it has called the match.
    older = uuid5(state.stream, step)
    done = door.answered(state.stream, older)
    if done is not None and any(isinstance(event, MatchCalled) for event in done.events):
        return older
    return server_command("tournaments.clock", state.stream, step)
