"""Nobody keeps the server busy over its sockets: their number and what is said over each are limited."""

import json
from contextlib import suppress
from uuid import UUID, uuid4

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.conf import LazySettings
from django.test import Client

from clubs.models import Player
from config import sockets
from config.asgi import application
from games.models import Table
from tests.factories import PlayerFactory
from tests.games.helpers.tables import dealt_table

pytestmark = pytest.mark.django_db(transaction=True)

LIMIT = 30
"""Seconds, so that a failing test ends."""
TOO_MANY = 4429


def seated() -> tuple[Table, list[Player]]:
    players = [PlayerFactory() for _ in range(4)]
    return dealt_table(players), players


class Line:
    """A connection to a table through everything that stands before it but the server."""

    def __init__(self, table_id: UUID, address: str, player: Player | None = None) -> None:
        client = Client()
        if player is not None:
            client.force_login(player.user)
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
        headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", cookies.encode())]
        scope = {
            "type": "websocket",
            "path": f"/ws/table/{table_id}/",
            "query_string": b"",
            "headers": headers,
            "subprotocols": [],
            "client": (address, 50_000),
        }
        self.socket = ApplicationCommunicator(application, scope)

    async def open(self) -> int | None:
        """Connect; return the code by which it was closed, or None where the table comes."""
        await self.socket.send_input({"type": "websocket.connect"})
        assert (await self.socket.receive_output(LIMIT))["type"] == "websocket.accept"
        return await self.next()

    async def next(self) -> int | None:
        """Return the code by which the socket was closed, or None where something was said."""
        message = await self.socket.receive_output(LIMIT)
        return message["code"] if message["type"] == "websocket.close" else None

    async def say(self, text: str) -> None:
        await self.socket.send_input({"type": "websocket.receive", "text": text})

    async def close(self) -> None:
        with suppress(BaseException):
            await self.socket.send_input({"type": "websocket.disconnect", "code": 1000})
            await self.socket.wait(LIMIT)


async def test_a_network_has_so_many_sockets_open_and_others_have_theirs(settings: LazySettings):
    settings.LELAM_SOCKETS_PER_ADDRESS = 3
    table, _ = await sync_to_async(seated)()
    network = f"2001:db8:{uuid4().hex[:4]}:1::"
    lines = [await sync_to_async(Line)(table.pk, f"{network}{number}") for number in range(1, 6)]
    other = await sync_to_async(Line)(table.pk, "203.0.113.77")

    assert [await line.open() for line in lines] == [None] * 3 + [TOO_MANY] * 2
    assert await other.open() is None
    for line in (*lines, other):
        await line.close()


async def test_sockets_are_not_opened_again_and_again_either(settings: LazySettings, monkeypatch: pytest.MonkeyPatch):
    """Each one opened has a table rendered."""
    settings.LELAM_SOCKETS_PER_ADDRESS = 3
    monkeypatch.setattr(sockets, "monotonic", lambda: 1000.0)
    table, _ = await sync_to_async(seated)()
    came = []
    for _ in range(5):
        line = await sync_to_async(Line)(table.pk, "203.0.113.78")
        came.append(await line.open())
        await line.close()

    assert came == [None] * 3 + [TOO_MANY] * 2
    monkeypatch.setattr(sockets, "monotonic", lambda: 1021.0)
    later = await sync_to_async(Line)(table.pk, "203.0.113.78")
    assert await later.open() is None, "a third of a minute later there is one more"
    await later.close()


async def test_an_account_has_so_many_sockets_open_wherever_they_come_from(settings: LazySettings):
    settings.LELAM_SOCKETS_PER_ACCOUNT = 2
    table, players = await sync_to_async(seated)()
    lines = [await sync_to_async(Line)(table.pk, f"198.51.100.{number}", players[0]) for number in range(4)]
    other = await sync_to_async(Line)(table.pk, "198.51.100.1", players[1])

    assert [await line.open() for line in lines] == [None] * 2 + [TOO_MANY] * 2
    assert await other.open() is None
    for line in (*lines, other):
        await line.close()


async def test_a_socket_over_which_too_much_is_said_is_closed(settings: LazySettings, monkeypatch: pytest.MonkeyPatch):
    """A million wishes to see the table again had it rendered as often, for a visitor too."""
    settings.LELAM_SOCKET_BURST = 10
    table, _ = await sync_to_async(seated)()
    monkeypatch.setattr(sockets, "monotonic", lambda: 1000.0)
    line = await sync_to_async(Line)(table.pk, "203.0.113.79")
    assert await line.open() is None

    for _ in range(200):
        await line.say(json.dumps({"do": "look"}))
    heard = 0
    while (code := await line.next()) is None:
        heard += 1

    assert code == TOO_MANY
    assert 10 <= heard <= 11, "an answer to each message that was taken, and who is there"
    await line.close()


async def test_a_socket_may_say_more_after_a_while(settings: LazySettings, monkeypatch: pytest.MonkeyPatch):
    settings.LELAM_SOCKET_BURST, settings.LELAM_SOCKET_RATE = 2, 1
    table, _ = await sync_to_async(seated)()
    line = await sync_to_async(Line)(table.pk, "203.0.113.80")
    monkeypatch.setattr(sockets, "monotonic", lambda: 1000.0)
    assert await line.open() is None
    for number in range(6):
        monkeypatch.setattr(sockets, "monotonic", lambda now=1000.0 + number: now)
        await line.say("ping")
        assert await line.next() is None
    await line.close()
