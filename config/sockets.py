"""Limits on WebSockets: the open sockets of a network and an account in this process, and the message rate of each.

A message may have a whole table rendered. A page sends one when its person acts, and a ping every few seconds.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any, Final

from django.conf import settings

from clubs.base.networks import network_of_connection
from config.interface import Application, Message, Receive, Send

TOO_MANY: Final = 4429
"""The close code of a socket that is one too many, or over which too much was said; the page waits before the next."""
MAX_KEPT: Final = 4096
"""So many networks or accounts are remembered before those of which nothing need be remembered are forgotten."""


class Bucket:
    """A token bucket: a burst size, and a rate per second in the long run."""

    def __init__(self, size: float, rate: float) -> None:
        self._size, self._rate = size, rate
        self._left, self._at = size, monotonic()

    def take(self) -> bool:
        """Take one, if there is one."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether nothing of it is missing."""
        self._fill()
        return self._left >= self._size

    def _fill(self) -> None:
        now = monotonic()
        self._left = min(self._size, self._left + (now - self._at) * self._rate)
        self._at = now


class _Client:
    """The sockets of one network or account.

    Attributes:
        opened: The number of open ones.
        openings: How many more it may open now: as many as it may have open at once, in a minute.
    """

    def __init__(self, most: int) -> None:
        self.opened = 0
        self.openings = Bucket(most, most / 60)


class SocketLimit:
    """Refuses the sockets of a client that has too many open, or opens too many in a minute."""

    def __init__(self, application: Application, client_of: Callable[[Message], str], setting: str) -> None:
        """Stand before an application.

        Args:
            application: The application that handles the sockets.
            client_of: Returns the client of a scope; an empty text is not limited.
            setting: The name of the setting that says how many sockets a client may have open.
        """
        self._application = application
        self._client_of = client_of
        self._setting = setting
        self._clients: dict[str, _Client] = {}

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Handle a socket."""
        name = self._client_of(scope)
        if not name:
            await self._application(scope, receive, send)
            return
        most = getattr(settings, self._setting)
        client = self._clients.get(name) or self._remember(name, most)
        if client.opened >= most or not client.openings.take():
            await _refuse(receive, send)
            return
        client.opened += 1
        try:
            await self._application(scope, receive, send)
        finally:
            client.opened -= 1

    def _remember(self, name: str, most: int) -> _Client:
        if len(self._clients) >= MAX_KEPT:
            kept = self._clients.items()
            self._clients = {each: one for each, one in kept if one.opened or not one.openings.is_full}
        client = self._clients[name] = _Client(most)
        return client


class MessageLimit:
    """Closes a socket over which messages come faster than a page sends them."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Handle a socket."""
        bucket = Bucket(settings.LELAM_SOCKET_BURST, settings.LELAM_SOCKET_RATE)
        closed = False

        async def limited() -> Message:
            nonlocal closed
            message = await receive()
            if message["type"] != "websocket.receive" or bucket.take():
                return message
            if not closed:
                closed = True
                await send({"type": "websocket.close", "code": TOO_MANY})
            return {"type": "websocket.disconnect", "code": TOO_MANY}

        async def open_only(message: Message) -> None:
            # Further messages of the application to a socket that was closed here are dropped.
            if not closed:
                await send(message)

        await self._application(scope, limited, open_only)


def limited_by_network(application: Application) -> SocketLimit:
    """Return the application behind the limit of sockets a network may have open."""
    return SocketLimit(application, network_of_connection, "LELAM_SOCKETS_PER_ADDRESS")


def limited_by_account(application: Application) -> SocketLimit:
    """Return the application behind the limit of sockets an account may have open; it needs `scope["user"]`."""
    return SocketLimit(application, _account_of, "LELAM_SOCKETS_PER_ACCOUNT")


def _account_of(scope: Message) -> str:
    user = scope["user"]
    return str(user.pk) if user.is_authenticated else ""


async def _refuse(receive: Receive, send: Send) -> None:
    """Close a socket with the code that says why; for the browser to see it, it is accepted first."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": TOO_MANY})
