"""`manage.py compute_ratings`: compute all ratings anew from the results."""

from typing import Any

from django.core.management.base import BaseCommand
from tqdm import tqdm

from games.models import PlayedGame
from games.players.ratings.services import compute_ratings


class Command(BaseCommand):
    """Computes all ratings anew."""

    help = "Compute all ratings anew from the results. They come to what they were, unless a formula has changed."

    def handle(self, *args: Any, **options: Any) -> None:
        """Compute them; the old ones are read until the new ones are there."""
        total = PlayedGame.objects.filter(ended_at__isnull=False, counts=True).count()
        with tqdm(total=total, unit=" games", desc="ratings", disable=None) as bar:
            rated = compute_ratings(progress=bar.update)
        self.stdout.write(f"Rated games: {rated}.")
