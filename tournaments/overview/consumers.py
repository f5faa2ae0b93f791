"""The socket of a tournament's page: it says which version the log has reached, and nothing else.

What a version means is fetched by the page itself, as its reader may see it. So a thousand watchers cost a thousand
short messages, and one rendering of what is public.
"""

from uuid import UUID

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from tournaments.announce import group_of
from tournaments.models import Tournament

NOT_HERE = 4404
"""The close code for a tournament that does not exist; the page does not try again."""


class TournamentConsumer(AsyncWebsocketConsumer):
    """One reader's connection to one tournament."""

    group: str = ""

    async def connect(self) -> None:
        """Join the tournament's group, then say its version."""
        tournament: UUID = self.scope["url_route"]["kwargs"]["tournament_id"]
        await self.accept()
        # First the group, then the version: one in between is said twice rather than not at all.
        self.group = group_of(tournament)
        await self.channel_layer.group_add(self.group, self.channel_name)
        version = await database_sync_to_async(_version)(tournament)
        if version is None:
            await self.close(NOT_HERE)
            return
        await self.send(text_data=str(version))

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Read nothing: the page has nothing to say here."""

    async def tournament_advanced(self, message: dict[str, int]) -> None:
        """Say that the tournament has reached another version."""
        await self.send(text_data=str(message["version"]))

    async def tournament_floor(self, message: dict[str, int]) -> None:
        """Say that the floor has reached another version."""
        await self.send(text_data=f"floor {message['version']}")


def _version(tournament: UUID) -> int | None:
    return Tournament.objects.filter(pk=tournament).values_list("version", flat=True).first()
