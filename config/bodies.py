"""Limits on the bodies of requests: their size and the time they take, before Django puts a byte of them on disk.

Django's own handler reads a body to its end, into a temporary file, before any middleware sees the request. So the
limits stand around the handler.
"""

import asyncio
import re
from contextlib import suppress
from http import HTTPStatus
from io import BytesIO
from typing import Any, Final

import msgspec
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import get_language_from_request
from django.utils.translation import gettext as _

from clubs.api.problems import MEDIA_TYPE, Problem
from clubs.exchange.reading import LARGEST as LARGEST_FILE
from clubs.pictures.images import MAX_BYTES as LARGEST_PICTURE
from config.interface import Application, Message, Receive, Send
from config.requests import Utf8Request
from config.security import POLICY

API: Final = "/api/"
_FILES: Final = re.compile(r"/api/clubs/[^/]+/imports/[a-z]+/\Z")
"""The operations of the API that take a file."""
_PICTURES: Final = re.compile(r"/pictures/[a-z]+/[0-9a-f-]{36}/\Z")
"""The pages that take a picture."""
FORM_BYTES: Final = 64 * 1024
"""The other bytes in the body of a picture's form."""
LINGER_SECONDS: Final = 1.0
"""The rest of a refused body is thrown away for so long before the connection closes.

A connection closed on bytes that nobody has read is reset, and the client may never see the answer.
"""


def largest_body(path: str) -> int:
    """Return the greatest size of a request body for a path, in bytes."""
    if _PICTURES.match(path):
        return max(LARGEST_PICTURE + FORM_BYTES, settings.LELAM_BODY_BYTES)
    if not path.startswith(API):
        return int(settings.LELAM_BODY_BYTES)
    if _FILES.match(path):
        return max(LARGEST_FILE, settings.LELAM_API_BODY_BYTES)
    return int(settings.LELAM_API_BODY_BYTES)


def announced_length(text: str) -> int:
    """Return the length announced by `Content-Length`; 0 if it is missing or unreadable."""
    return int(text[:19]) if text.isdecimal() else 0


class BodyLimits:
    """Answers 413 to a body that is too large, and 408 to one that takes too long, and closes the connection."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Handle a request."""
        body = _Body(receive, largest_body(scope["path"]))
        length = dict(scope["headers"]).get(b"content-length", b"").decode("latin-1")
        if announced_length(length) > body.limit:
            body.fault = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        else:
            await self._application(scope, body.receive, send)
        if body.fault is not None:
            await _refuse(scope, body, send)


class _Body:
    """The body of a request while it arrives.

    Attributes:
        limit: The bytes it may have.
        fault: The status to refuse it with, once it has broken a limit.
        complete: All of it has arrived.
    """

    def __init__(self, receive: Receive, limit: int) -> None:
        self.limit = limit
        self.fault: HTTPStatus | None = None
        self.complete = False
        self._receive = receive
        self._size = 0
        self._deadline = asyncio.get_running_loop().time() + settings.LELAM_BODY_SECONDS

    async def receive(self) -> Message:
        """Return the next message, or a disconnect if a limit is exceeded.

        The application then closes what it has of the body and sends nothing.
        """
        if self.complete:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError:
            self.fault = HTTPStatus.REQUEST_TIMEOUT
            return {"type": "http.disconnect"}
        self._size += len(message.get("body", b""))
        self.complete = not message.get("more_body", False)
        if self._size <= self.limit:
            return message
        self.fault = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        return {"type": "http.disconnect"}

    async def drain(self) -> None:
        """Discard further data for a moment."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER_SECONDS):
                while not self.complete:
                    self.complete = not (await self._receive()).get("more_body", False)


async def _refuse(scope: dict[str, Any], body: _Body, send: Send) -> None:
    """Answer with the refusal at once, though the body still arrives, and have the connection closed."""
    assert body.fault is not None
    content_type, content = _refusal(scope, body.fault)
    headers = {
        "Connection": "close",
        "Content-Type": content_type,
        "Content-Length": str(len(content)),
        "Cache-Control": "no-store",
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
    }
    encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": int(body.fault), "headers": encoded})
    await send({"type": "http.response.body", "body": content, "more_body": True})
    await body.drain()
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _refusal(scope: dict[str, Any], fault: HTTPStatus) -> tuple[str, bytes]:
    """Return the content type and the content of a refusal, in the language of the request."""
    too_large = fault is HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    with translation.override(get_language_from_request(Utf8Request(scope, BytesIO()))):
        if scope["path"].startswith(API):
            problem = (
                Problem("too-large", _("The body of the request is too large."))
                if too_large
                else Problem("too-slow", _("The body of the request did not arrive in time. Nothing was done."))
            )
            return MEDIA_TYPE, msgspec.json.encode(problem.details())
        page = render_to_string("refused_body.html", {"too_large": too_large})
        return "text/html; charset=utf-8", page.encode()
