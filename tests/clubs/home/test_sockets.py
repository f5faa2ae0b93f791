"""The socket of news: one's own words and the public ones asked for, never another's, once a second at most."""

import asyncio
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async as database
from asgiref.testing import ApplicationCommunicator
from channels.layers import get_channel_layer
from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from clubs.base import news
from clubs.home import audiences
from clubs.home.routing import websocket_urlpatterns
from clubs.models import Player
from clubs.notices.services.telling import notify
from clubs.web.audiences import FAILED, NOT_HERE
from config.asgi import application
from tests.factories import PlayerFactory
from tests.games.helpers.lines import ANSWER_SECONDS

pytestmark = pytest.mark.django_db(transaction=True)


class Line:
    """A connection of a page, without a server between."""

    def __init__(self, topics: str, player: Player | None = None) -> None:
        scope = {
            "type": "websocket",
            "path": "/ws/news/",
            "query_string": f"topics={topics}".encode(),
            "headers": [],
            "user": player.user if player else AnonymousUser(),
        }
        self.socket = ApplicationCommunicator(URLRouter(websocket_urlpatterns), scope)

    async def begin(self) -> "Line":
        """Connect, and be in the audience."""
        await self.socket.send_input({"type": "websocket.connect"})
        assert (await self.hear())["type"] == "websocket.accept"
        await self.socket.send_input({"type": "websocket.receive", "text": "ping"})
        assert (await self.hear())["text"] == "pong"
        return self

    async def hear(self) -> Mapping[str, Any]:
        """Return the next message."""
        return await self.socket.receive_output(timeout=ANSWER_SECONDS)

    async def close(self) -> None:
        """Hang up."""
        await self.socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.socket.wait(timeout=ANSWER_SECONDS)


async def say(*topics: object) -> None:
    await get_channel_layer().group_send(news.GROUP, {"type": "news", "topics": [*topics]})


async def test_one_hears_ones_own_and_what_one_asked_for_and_nothing_of_another():
    annamma, beeran = await database(PlayerFactory)(), await database(PlayerFactory)()
    hers = await Line(f"tables.player.{beeran.pk}.player", annamma).begin()
    his = await Line("", beeran).begin()
    nobody = await Line("tournaments.made-up").begin()

    await database(notify)(players=[beeran], kind="request-answered", path="/clubs/", key="one")
    assert (await his.hear())["text"] == "mine"
    await say(f"player.{annamma.pk}", "tables", "tournaments", 7, ["tables"], "made-up")
    await get_channel_layer().group_send(news.GROUP, {"type": "news"})

    assert (await hers.hear())["text"] == "mine tables"
    assert (await nobody.hear())["text"] == "tournaments"
    for line in (hers, his, nobody):
        assert await line.socket.receive_nothing(timeout=0.5)
        await line.close()


async def test_who_may_hear_nothing_is_sent_away():
    line = Line("made-up")
    await line.socket.send_input({"type": "websocket.connect"})
    await line.hear()
    answer = await line.hear()
    assert (answer["type"], answer["code"]) == ("websocket.close", NOT_HERE)
    await line.close()


async def test_a_page_is_told_once_a_second_at_most_what_came_meanwhile(monkeypatch):
    now = 1000.0
    monkeypatch.setattr(audiences, "time", SimpleNamespace(monotonic=lambda: now))
    line = await Line("tables.tournaments").begin()
    (reader,) = audiences.audience().viewers
    await say("tables")
    assert (await line.hear())["text"] == "tables"
    for _ in range(10):
        await say("tables")
        await say("tournaments")
    while reader.untold != {"tables", "tournaments"}:
        await asyncio.sleep(0.01)
    assert await line.socket.receive_nothing(timeout=0.5)
    now += audiences.REST_SECONDS
    assert (await line.hear())["text"] == "tables tournaments"
    await line.close()


async def test_who_has_signed_out_and_who_can_be_told_nothing_any_more_is_hung_up_on():
    annamma = await database(PlayerFactory)()
    client = Client()
    await database(client.force_login)(annamma.user)
    scope = {
        "type": "websocket",
        "path": "/ws/news/",
        "query_string": b"topics=",
        "headers": [
            (b"host", b"localhost"),
            (b"origin", b"http://localhost"),
            (b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode()),
        ],
        "subprotocols": [],
        "client": ("203.0.113.9", 50_000),
    }
    hers, open_to_all = Line(""), await Line("tables").begin()
    hers.socket = ApplicationCommunicator(application, scope)
    await hers.begin()
    audience = audiences.audience()

    await database(client.logout)()
    await audience._beat()
    answer = await hers.hear()
    assert (answer["type"], answer["code"]) == ("websocket.close", NOT_HERE)
    assert len(audience.viewers) == 1

    audience._standing[0].cancel()
    await asyncio.sleep(0.1)
    await audience._beat()
    answer = await open_to_all.hear()
    assert (answer["type"], answer["code"]) == ("websocket.close", FAILED)
    await hers.close()
    await open_to_all.close()
    assert audiences._audiences.here() == {}
