"""The socket of news: an ASGI application that tells one page about which of its topics there is something new.

A page names public topics in its address (`?topics=tables.tournaments`); what concerns the player of its session it
hears by itself, as `mine`, and never what concerns another. It is told words and no content.
"""

import time
from typing import Any, Final

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import QueryDict

from clubs.accounts.logins import login_of, player_behind
from clubs.base.news import PUBLIC, topic_of
from clubs.base.threads import in_thread
from clubs.home.audiences import Reader, audience
from clubs.web.audiences import NOT_HERE, PING, PONG, Receive, Send

MINE: Final = "mine"
"""The word for what concerns the player of the connection."""


async def news_socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Serve one page's connection, from its opening to its end."""
    await receive()
    await send({"type": "websocket.accept"})
    session = scope.get("session")
    player = await in_thread(player_behind, scope["user"], session)
    words = {topic: topic for topic in _topics(scope)}
    if player is not None:
        words[topic_of(player.pk)] = MINE
    if not words:
        await send({"type": "websocket.close", "code": NOT_HERE})
        return
    reader = Reader(send, words, login_of(scope["user"], player, session))
    readers = audience()
    try:
        await readers.enter(reader)
        while (message := await receive())["type"] == "websocket.receive":
            reader.heard_at = time.monotonic()
            if message.get("text") == PING:
                await reader.send(PONG)
    finally:
        await readers.leave(reader)


def _topics(scope: dict[str, Any]) -> frozenset[str]:
    """Return the public topics that a page names."""
    try:
        asked = QueryDict(scope.get("query_string", b"")).get("topics", "")
    except (SuspiciousOperation, BadRequest):
        return frozenset()
    return PUBLIC & {*asked.split(".")}
