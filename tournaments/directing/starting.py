"""The notice of a tournament's start, shortly before."""

import logging
from datetime import datetime
from typing import Final

from django.utils import timezone

from clubs.base.isolation import run_each
from tournaments.models import Tournament
from tournaments.telling import AHEAD, tell_soon

logger = logging.getLogger(__name__)

_TO_COME: Final = (Tournament.Status.OPEN, Tournament.Status.PLAYING)


def tell_of_starts(*, now: datetime | None = None) -> int:
    """Notify the players of each tournament that begins soon, once for each starting time.

    Returns:
        The number of players notified; a tournament that fails does not stop the others.
    """
    at = now or timezone.now()
    soon = Tournament.objects.filter(status__in=_TO_COME, starts_at__gt=at, starts_at__lte=at + AHEAD)
    told = run_each(
        soon,
        lambda tournament: tell_soon(tournament, at),
        task="The notice of a tournament's start",
        name=lambda tournament: tournament.pk,
        logger=logger,
    )
    return sum(told.results)
