"""The socket of a tournament's pages: an ASGI application that enters one connection into the audience.

A page is told each version as a number. One that names a part (`?part=public&have=TAG` and what it asks) is told the
tag of that part as well, after a blank, and sent the part, as gzip in a message of bytes, whenever it differs from what
the page has. Nothing personal is ever sent here.
"""

import time
from typing import Any, Final
from urllib.parse import urlencode

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import QueryDict

from clubs.people.languages import is_language, language_of_connection
from clubs.web.audiences import PING, PONG, Receive, Send
from tournaments.delivery.audiences import Watcher, audience_of
from tournaments.delivery.parts import MAX_QUERY_CHARS, PARTS, Question

_ABOUT: Final = frozenset({"part", "have", "language"})
"""The fields that ask for nothing themselves."""


async def tournament_socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Serve one page's connection to one tournament, from its opening to its end."""
    await receive()
    await send({"type": "websocket.accept"})
    query = _query(scope)
    watcher = Watcher(send, question_in(query, language_of_connection(scope)), query.get("have", ""))
    # First the audience, then the version: one in between is sent twice rather than not at all.
    audience = audience_of(scope["url_route"]["kwargs"]["tournament_id"])
    try:
        await audience.enter(watcher)
        audience.tell([watcher])
        while (message := await receive())["type"] == "websocket.receive":
            watcher.heard_at = time.monotonic()
            if message.get("text") == PING:
                await watcher.send(PONG)
    finally:
        await audience.leave(watcher)


def question_in(query: QueryDict, language: str) -> Question | None:
    """Return what a page asks for; None where it only wants to be told versions.

    Args:
        query: The query of its address.
        language: The reader's language, unless the query names one.
    """
    part = query.get("part", "")
    if part not in PARTS:
        return None
    chosen = query.get("language", "")
    asks = urlencode(sorted((name, query.get(name, "")) for name in query if name not in _ABOUT))
    return Question(part, chosen if is_language(chosen) else language, asks if len(asks) <= MAX_QUERY_CHARS else "")


def _query(scope: dict[str, Any]) -> QueryDict:
    try:
        return QueryDict(scope.get("query_string", b""))
    except (SuspiciousOperation, BadRequest):
        return QueryDict()
