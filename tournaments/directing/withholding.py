"""The live tables of a tournament under embargo: nobody watches them but those at them and the club's directors."""

from datetime import UTC, datetime
from uuid import UUID

from django.db.models import Q

from games.models import Table
from games.tables.services.withholding import publish, withhold
from tournaments.models import MatchGame, Tournament
from tournaments.state.tournament import TournamentState


def follow_embargo(state: TournamentState, now: datetime) -> datetime | None:
    """Withhold the tables of a tournament whose games were not over when its embargo began, or let everybody see them.

    Returns:
        The hour at which an embargo ends, for the clock to look again; None: there is none.
    """
    embargo = state.embargo
    in_force = embargo is not None and embargo.holds(now)
    games = [UUID(game.stream) for match in state.matches.values() for game in match.games if game.stream]
    if not in_force:
        if Tournament.objects.filter(pk=state.stream, results_from__isnull=False).exists():
            publish(list(_games(state)))
            Tournament.objects.filter(pk=state.stream).update(results_from=None, embargo_from=None)
        return None
    assert embargo is not None
    running = Table.objects.filter(Q(finished_at=None) | Q(finished_at__gt=embargo.known.at), pk__in=games)
    withhold(list(running.filter(invitation="").values_list("pk", flat=True)))
    return None if embargo.until is None else datetime.fromtimestamp(embargo.until, UTC)


def _games(state: TournamentState) -> "list[UUID]":
    """Return every game that the tournament had, those that were called anew among them."""
    return list(MatchGame.objects.filter(tournament=state.stream).values_list("pk", flat=True))
