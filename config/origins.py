"""The origin of a WebSocket: a browser says in it whose page asks, and only pages of this server get a socket."""

from typing import Any, Final
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

_PORTS: Final = {"http": 80, "https": 443}

Origin = tuple[str, str, int]
"""Scheme, host and port."""


def origin_of(address: str) -> Origin | None:
    """Return scheme, host and port of an address of http or https; None of anything else.

    >>> origin_of("https://Play.example.org"), origin_of("null")
    (('https', 'play.example.org', 443), None)
    """
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not parts.hostname:
        return None
    return parts.scheme, parts.hostname, port or _PORTS[parts.scheme]


def is_own_origin(origin: str, host: str) -> bool:
    """Return whether a page of this server opens the socket.

    It is one if it came from where the socket is asked for, by the scheme by which people come here, or from
    `LELAM_ADDRESS`. Another port is another server, and plain http a page that anybody on the way may have written.

    Args:
        origin: The browser's header `Origin`.
        host: The header `Host`.
    """
    asked = origin_of(origin)
    if asked is None:
        return False
    if asked == origin_of(settings.LELAM_ADDRESS):
        return True
    domain, _port = split_domain_port(host)
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    return asked == origin_of(f"{'https' if settings.BEHIND_TLS else 'http'}://{host}")


class OwnOriginOnly:
    """Refuses sockets to pages of other servers; a wrapper round the application of the WebSocket."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        """Answer a handshake, or refuse it."""
        said = {b"origin": "", b"host": ""}
        for name, value in scope.get("headers", ()):
            if name in said:
                # Two of them are none: who adds one, a proxy or a program, may mean another than is read here.
                said[name] = "" if said[name] else value.decode("latin1")
        own = is_own_origin(said[b"origin"], said[b"host"])
        return await (self._application if own else WebsocketDenier())(scope, receive, send)
