"""Connections to the socket of a table, without a server between."""

import json
import re
from typing import Any
from uuid import UUID

from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser

from clubs.models import Player
from games.screen.routing import websocket_urlpatterns

ANSWER_SECONDS = 30
"""A limit only, so that a failing test ends: on a busy machine five seconds were not always enough."""


class Line:
    """A connection of one person to one table, without a server between."""

    def __init__(self, table_id: UUID, player: Player | None, query: str = "", language: str = "en") -> None:
        scope = {
            "type": "websocket",
            "path": f"/ws/table/{table_id}/",
            "query_string": query.encode(),
            "headers": [(b"host", b"localhost"), (b"accept-language", language.encode())],
            "subprotocols": [],
            "user": player.user if player else AnonymousUser(),
        }
        self.socket = ApplicationCommunicator(URLRouter(websocket_urlpatterns), scope)

    async def begin(self) -> None:
        """Connect, and see that the connection is taken."""
        await self.socket.send_input({"type": "websocket.connect"})
        answer = await self.socket.receive_output(timeout=ANSWER_SECONDS)
        assert answer["type"] == "websocket.accept"

    async def open(self) -> str:
        """Connect, and return the first fragment."""
        await self.begin()
        return await self.hear()

    async def hear(self, *, here: bool = False) -> str:
        """Return the next fragment: of who is connected, or of anything else."""
        while True:
            answer = await self.socket.receive_output(timeout=ANSWER_SECONDS)
            assert answer["type"] == "websocket.send"
            text: str = answer["text"]
            if ('id="here"' in text) == here:
                return text

    async def say(self, **fields: Any) -> str:
        """Send fields as a page does, and return what comes back."""
        await self.socket.send_input({"type": "websocket.receive", "text": json.dumps(fields)})
        return await self.hear()

    async def close(self) -> None:
        """Hang up."""
        await self.socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.socket.wait(timeout=ANSWER_SECONDS)


def version(text: str) -> int:
    found = re.search(r'id="head"[^>]*value="(\d+)"', text)
    assert found
    return int(found.group(1))
