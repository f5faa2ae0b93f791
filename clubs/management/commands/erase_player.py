"""Erase a player at once, or list who was erased: for who asks without an account, and after a backup was restored."""

from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from clubs.base.isolation import run_each
from clubs.errors import ClubError
from clubs.models import Erasure, Player
from clubs.privacy.services.erasing import erase_now

FAILED = "the server failed; the log says why, and the worker tries again."


class Command(BaseCommand):
    """Erases players by their ids."""

    help = "Erase players at once, by their ids; without ids, list who was erased."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the ids, or from which day on to list."""
        parser.add_argument(
            "player", nargs="*", type=UUID, help="the id of a player, as it stands in the address of the page"
        )
        parser.add_argument("--since", help="list who was erased from this day on: 2026-11-21")

    def handle(self, *args: Any, **options: Any) -> None:
        """Erase, or list.

        Raises:
            CommandError: Some could not be erased; the others are.
        """
        if not options["player"]:
            self._list(options["since"])
        outcome = run_each(options["player"], self._erase, task="The erasure of a player")
        refusals = [*filter(None, outcome.results), *(f"{player_id}: {FAILED}" for player_id in outcome.failed)]
        if refusals:
            raise CommandError("\n".join(refusals))

    def _erase(self, player_id: UUID) -> str:
        """Erase a player; return what stands in the way, if anything."""
        player = Player.objects.filter(pk=player_id, is_bot=False).first()
        if player is None:
            return f"There is no player {player_id}."
        try:
            erase_now(player=player)
        except ClubError as error:
            return f"{player_id}: {error.message}"
        self.stdout.write(f"{player_id} is erased.")
        return ""

    def _list(self, since: str | None) -> None:
        done = Erasure.objects.filter(done_at__isnull=False).order_by("done_at")
        if since:
            try:
                day = datetime.fromisoformat(since).replace(tzinfo=UTC)
            except ValueError:
                raise CommandError("Write the day as 2026-11-21.") from None
            done = done.filter(done_at__gte=day)
        for erasure in done:
            self.stdout.write(f"{erasure.player_id}  {erasure.done_at:%Y-%m-%d %H:%M}")
