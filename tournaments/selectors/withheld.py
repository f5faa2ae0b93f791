"""The games of tournaments whose results are under embargo, for the lists of results of clubs and players."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from tournaments.models import MatchGame


def games_under_embargo() -> Iterator[tuple[datetime, UUID]]:
    """Yield the games of tournaments under embargo, each with the time at which that began."""
    games = MatchGame.objects.filter(tournament__results_from__gt=timezone.now())
    for since, stream in games.values_list("tournament__embargo_from", "pk"):
        if since is not None:
            yield since, stream
