"""The games of tournaments whose results are under embargo, for the lists of results of clubs and players."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from tournaments.models import MatchGame


def games_under_embargo() -> Iterable[tuple[datetime, UUID]]:
    """Return the games of tournaments under embargo, each with the time at which that began."""
    games = MatchGame.objects.filter(
        tournament__results_from__gt=timezone.now(), tournament__embargo_from__isnull=False
    )
    return games.values_list("tournament__embargo_from", "pk")
