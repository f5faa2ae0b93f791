"""Tables and sheets of a tournament under embargo: seen by those at them, and by those who direct or keep the score."""

from datetime import UTC, datetime
from uuid import UUID

from django.db.models import Q

from games.models import Sheet, Table
from games.sheets.services import withhold_sheets
from games.tables.services.withholding import publish, withhold
from tournaments.models import MatchGame, Tournament
from tournaments.state.embargoes import embargo_at
from tournaments.state.tournament import TournamentState


def follow_embargo(state: TournamentState, now: datetime) -> datetime | None:
    """Withhold the tables and sheets whose games were not over when an embargo began, or let everybody see them.

    Returns:
        The hour at which an embargo ends, for the clock to look again; None: there is none.
    """
    embargo = embargo_at(state, now)
    if embargo is None:
        if Tournament.objects.filter(pk=state.stream, results_from__isnull=False).exists():
            publish(_games(state))
            withhold_sheets(_games(state), withheld=False)
            Tournament.objects.filter(pk=state.stream).update(results_from=None, embargo_from=None)
        return None
    games = [UUID(game.stream) for match in state.matches.values() for game in match.games if game.stream]
    running = Q(finished_at=None) | Q(finished_at__gt=embargo.known.at)
    withhold(list(Table.objects.filter(running, pk__in=games, invitation="").values_list("pk", flat=True)))
    withhold_sheets(list(Sheet.objects.filter(running, pk__in=games, withheld=False).values_list("pk", flat=True)))
    return None if embargo.until is None else datetime.fromtimestamp(embargo.until, UTC)


def _games(state: TournamentState) -> list[UUID]:
    """Return every game that the tournament had, those that were called anew among them."""
    return list(MatchGame.objects.filter(tournament=state.stream).values_list("pk", flat=True))
