"""Whether a game belongs to a tournament that is still running: the bots do not comment on its hands."""

from uuid import UUID

from tournaments.models import MatchGame, Tournament


def belongs_to_running(game_id: UUID) -> bool:
    """Return whether the game of a table belongs to a tournament that is neither finished nor abandoned."""
    over = (Tournament.Status.FINISHED, Tournament.Status.ABANDONED)
    return MatchGame.objects.filter(pk=game_id).exclude(tournament__status__in=over).exists()
