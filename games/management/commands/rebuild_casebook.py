"""`manage.py rebuild_casebook`: make the features of decided cases anew, by which similar ones are found."""

from typing import Any

from django.core.management.base import BaseCommand

from games.casebook.services import rebuild_features


class Command(BaseCommand):
    """Makes the features of all closed cases anew."""

    help = "Make the features of all closed cases anew, by which the case book finds similar ones."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make them."""
        self.stdout.write(f"{rebuild_features()} cases")
