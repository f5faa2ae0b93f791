"""Connections to the socket of a tournament, without a server between."""

import gzip
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter

from tests.games.helpers.lines import ANSWER_SECONDS
from tournaments.delivery.routing import websocket_urlpatterns


class Line:
    """A connection of a page to one tournament."""

    def __init__(self, tournament: UUID, query: str = "", language: str = "en") -> None:
        scope = {
            "type": "websocket",
            "path": f"/ws/tournament/{tournament}/",
            "query_string": query.encode(),
            "headers": [(b"accept-language", language.encode())],
        }
        self.socket = ApplicationCommunicator(URLRouter(websocket_urlpatterns), scope)

    async def begin(self) -> None:
        """Connect, and see that the connection is taken."""
        await self.socket.send_input({"type": "websocket.connect"})
        assert (await self.hear())["type"] == "websocket.accept"

    async def hear(self) -> Mapping[str, Any]:
        """Return the next message."""
        return await self.socket.receive_output(timeout=ANSWER_SECONDS)

    async def told(self) -> str:
        """Return the next text: a version, with the tag of the part if one is shown."""
        text: str = (await self.hear())["text"]
        return text

    async def part(self) -> str:
        """Return the next part, unpacked."""
        return gzip.decompress((await self.hear())["bytes"]).decode()

    async def say(self, text: str) -> None:
        """Send a text as a page does."""
        await self.socket.send_input({"type": "websocket.receive", "text": text})

    async def close(self) -> None:
        """Hang up."""
        await self.socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.socket.wait(timeout=ANSWER_SECONDS)
