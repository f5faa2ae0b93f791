"""When the result of a game was published: at its end, or with the release of results that were under embargo."""

from datetime import datetime
from uuid import UUID

from tournaments.log.rulings import embargoes


def published_at(tournament: UUID, ended: datetime | None, now: datetime) -> datetime | None:
    """Return when a result was published; None: not yet, as the game runs, or the result is withheld.

    Args:
        tournament: The tournament's id.
        ended: When the game ended; None: it runs.
        now: The present.
    """
    if ended is None:
        return None
    for began, over in embargoes(tournament):
        if began <= ended and (over is None or ended < over):
            return over if over is not None and over <= now else None
    return ended
