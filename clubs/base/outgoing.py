"""Calling servers whose addresses somebody outside has named: push services, webhooks.

Only https to public addresses is called, whatever a name resolves to at that moment: the name is looked up once, and
what was found is what is called. Nothing is followed, and nothing of the answer is read but its head.
"""

import ipaddress
import socket
from typing import Any, Final
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import NewConnectionError
from urllib3.util.connection import create_connection

LONGEST_ADDRESS: Final = 1000
_LOCAL_NAMES: Final = ("localhost", "local", "internal", "intranet", "lan", "home.arpa", "onion", "test", "invalid")
_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")


def is_callable(address: str, *, inside: bool = False) -> bool:
    """Tell whether the address of another server may be called, before its name is looked up.

    Args:
        address: The address, which somebody outside has named.
        inside: Servers of this network may be called too, and without TLS; for trying out.
    """
    if not 0 < len(address) <= LONGEST_ADDRESS or not address.isascii() or not address.isprintable() or " " in address:
        return False
    try:
        parts = urlsplit(address)
        port, host = parts.port, (parts.hostname or "").rstrip(".")
    except ValueError:
        return False
    if not host or parts.username is not None or parts.password is not None or "\\" in address:
        return False
    if inside:
        return parts.scheme in ("http", "https")
    return parts.scheme == "https" and port in (None, 443) and _is_public_name(host)


def _is_public_name(host: str) -> bool:
    try:
        return _is_public(ipaddress.ip_address(host))
    except ValueError:
        # A name whose last part is a number is an address in another spelling, such as 127.1 or 0x7f.1.
        last = host.rpartition(".")[2]
        local = any(host == name or host.endswith(f".{name}") for name in _LOCAL_NAMES)
        return "." in host and not local and not last[:1].isdigit()


def _is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Tell whether an address is one of the internet, also where it has another wrapped in it."""
    if isinstance(address, ipaddress.IPv6Address):
        wrapped = address.ipv4_mapped or address.sixtofour
        if address in _NAT64:
            wrapped = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if wrapped is not None:
            return _is_public(wrapped)
        if address.teredo is not None or address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


class _PublicConnection(HTTPSConnection):
    """A connection to a public address: the name is looked up once, and what was found is what is called."""

    def _new_conn(self) -> socket.socket:
        host = self._dns_host.strip("[]")
        try:
            addresses = socket.getaddrinfo(host, self.port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as failure:
            raise NewConnectionError(self, "name not found") from failure
        for _family, _kind, _protocol, _name, where in addresses:
            address = str(where[0]).partition("%")[0]
            if not _is_public(ipaddress.ip_address(address)):
                continue
            try:
                return create_connection((address, self.port), self.timeout, socket_options=self.socket_options)
            except OSError as failure:
                raise NewConnectionError(self, "not reached") from failure
        raise NewConnectionError(self, "no public address")


class _PublicPool(HTTPSConnectionPool):
    ConnectionCls = _PublicConnection


class _PublicAdapter(HTTPAdapter):
    """Calls public addresses by https, and nothing else."""

    def init_poolmanager(self, *arguments: Any, **options: Any) -> None:
        """Make the pools of such connections only."""
        super().init_poolmanager(*arguments, **options)
        refused: type[HTTPConnectionPool] = _PublicPool
        self.poolmanager.pool_classes_by_scheme = {"https": _PublicPool, "http": refused}


class PublicSession(requests.Session):
    """Asks no proxy, follows nothing, keeps nothing, and reads no body.

    Args:
        inside: Servers of this network may be called too, and without TLS; for trying out.
    """

    def __init__(self, *, inside: bool = False) -> None:
        super().__init__()
        self.trust_env = False
        if not inside:
            self.adapters.clear()
            self.mount("https://", _PublicAdapter())

    def request(self, *arguments: Any, **options: Any) -> requests.Response:
        """Send a request, and hang up when the answer's head has come."""
        answer = super().request(*arguments, **{**options, "allow_redirects": False, "stream": True})
        # A caller that reads the body finds it empty, however much was sent.
        answer._content = b""
        answer.close()
        return answer
