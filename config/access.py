"""The outermost wrapper of every request and socket: its id, its line in the access log, its place in the metrics.

The line says what was asked for and how it was answered. It never says by which person: the path is without its query
and without the secrets in it (`clubs.base.masking`), and of the account only the kind is told.
"""

import re
import secrets
from asyncio import CancelledError
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bound_contextvars

from clubs.base import metrics
from clubs.base.masking import masked
from config.interface import Application, Message, Receive, Send

logger = structlog.get_logger("lelam.access")

NOTE: Final = "lelam.access"
"""The key of a scope under which inner parts leave what they know: `view`, `account`."""
HEADER: Final = b"x-request-id"
HANGUP: Final = 499
"""The status in the log of a request whose client hung up before the answer; nobody gets it."""
MAX_PATH_CHARS: Final = 200
_WELL_FORMED: Final = re.compile(rb"[A-Za-z0-9._-]{8,64}\Z")
_PAGES: Final = ("news", "table", "tournament")
_CODES: Final = frozenset({1000, 1001, 1005, 1006, 1011, 1012, 4404, 4429})


class Access:
    """Gives requests and sockets an id, and counts and logs them when they end."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Handle a request or a socket."""
        scope = {**scope, NOTE: {}}
        if scope["type"] == "http":
            request_id = id_of(scope)
            with bound_contextvars(request_id=request_id):
                await self._request(scope, receive, send, request_id)
        elif scope["type"] == "websocket":
            with bound_contextvars(connection_id=secrets.token_hex(8)):
                await self._socket(scope, receive, send)
        else:
            await self._application(scope, receive, send)

    async def _request(self, scope: dict[str, Any], receive: Receive, send: Send, request_id: str) -> None:
        begun, status, size = perf_counter(), 0, 0

        async def noted(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message.get("headers", ()), (HEADER, request_id.encode())]}
            else:
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self._application(scope, receive, noted)
        except CancelledError:
            status = HANGUP
            raise
        except Exception:
            status = 500
            raise
        finally:
            seconds = perf_counter() - begun
            note = scope[NOTE]
            view, status = note.get("view", _view_of(scope["path"])), status or HANGUP
            metrics.REQUESTS.labels(view, status).inc()
            metrics.REQUEST_SECONDS.labels(view).observe(seconds)
            if settings.LELAM_ACCESS_LOG:
                logger.info(
                    "request",
                    method=scope["method"],
                    path=shown(scope["path"]),
                    status=status,
                    ms=round(1000 * seconds, 1),
                    bytes=size,
                    account=note.get("account", "unread"),
                    view=view,
                )

    async def _socket(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        begun, page = perf_counter(), _page_of(scope["path"])
        sockets, frames, bytes_, answers = (
            metrics.SOCKETS.labels(page),
            metrics.FRAMES.labels(page),
            metrics.FRAME_BYTES.labels(page),
            metrics.ANSWER_SECONDS.labels(page),
        )
        asked: float | None = None
        is_open, code, sent, size = False, 0, 0, 0

        async def heard() -> Message:
            nonlocal asked, code
            message = await receive()
            if message["type"] == "websocket.disconnect":
                code = code or message.get("code") or 1005
            elif message["type"] == "websocket.receive" and message.get("text") != "ping":
                asked = perf_counter()
            return message

        async def noted(message: Message) -> None:
            nonlocal asked, code, is_open, sent, size
            await send(message)
            kind = message["type"]
            if kind == "websocket.send":
                text = message.get("text")
                length = len(text if text.isascii() else text.encode()) if text else len(message.get("bytes") or b"")
                sent, size = sent + 1, size + length
                frames.inc()
                bytes_.inc(length)
                if asked is not None and text != "pong":
                    answers.observe(perf_counter() - asked)
                    asked = None
            elif kind == "websocket.accept":
                is_open = True
                sockets.inc()
            elif kind == "websocket.close":
                code = code or message.get("code") or 1000

        try:
            await self._application(scope, heard, noted)
        except Exception:
            code = 1011
            raise
        finally:
            if is_open:
                sockets.dec()
            metrics.CLOSES.labels(code if code in _CODES else "other").inc()
            if settings.LELAM_ACCESS_LOG:
                logger.info(
                    "socket",
                    path=shown(scope["path"]),
                    code=code,
                    seconds=round(perf_counter() - begun, 1),
                    frames=sent,
                    bytes=size,
                    account=scope[NOTE].get("account", "unread"),
                    opened=is_open,
                )


class AccountOfSocket:
    """Notes the kind of account of a socket; it stands where `scope["user"]` is known."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Handle a socket."""
        if NOTE in scope:
            scope[NOTE]["account"] = "account" if scope["user"].is_authenticated else "visitor"
        await self._application(scope, receive, send)


class NoteRequest:
    """Middleware that notes for `Access` which view answered, and the kind of account if anything has looked at it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        response = self.get_response(request)
        note = getattr(request, "scope", {}).get(NOTE)
        if note is not None:
            if request.resolver_match is not None:
                note["view"] = request.resolver_match.view_name or request.resolver_match.route
            # Asking `request.user` would read the session, and have the answer vary by the cookie.
            user = getattr(request, "_cached_user", None)
            if getattr(request, "auth", None) is not None:
                note["account"] = "token"
            elif user is not None:
                note["account"] = "account" if user.is_authenticated else "visitor"
        return response


def id_of(scope: dict[str, Any]) -> str:
    """Return the id of a request: the proxy's, if it gives one that is well-formed, else a new one."""
    for name, value in scope.get("headers", ()):
        if name == HEADER and _WELL_FORMED.match(value):
            return str(value.decode())
    return secrets.token_hex(8)


def shown(path: str) -> str:
    """Return a path as logs show it: without secrets, on one line, of bounded length."""
    text = masked(path[:MAX_PATH_CHARS])[:MAX_PATH_CHARS]
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _view_of(path: str) -> str:
    """Return the name in place of a view's where no view answered."""
    return "static" if path.startswith(settings.STATIC_URL) else "none"


def _page_of(path: str) -> str:
    """Return the kind of page that a socket belongs to."""
    name = path.removeprefix("/ws/").partition("/")[0]
    return name if name in _PAGES else "other"
