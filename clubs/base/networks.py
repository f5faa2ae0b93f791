"""The network of a request, by which limits per address count.

An IPv6 connection is given a whole network of addresses, a /64 at the least, so that its addresses count as one. An
IPv4 address counts by itself.
"""

from collections.abc import Mapping
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, Final

from django.http import HttpRequest
from rest_framework.throttling import AnonRateThrottle

IPV6_PREFIX: Final = 64
IPV6_SITE_PREFIX: Final = 48
"""The largest network that a provider commonly gives one customer: 65,536 of the others."""


def network_of(address: str, ipv6_prefix: int = IPV6_PREFIX) -> str:
    """Return the network of an address: the /64 of an IPv6 address, any other text as it is."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((parsed, ipv6_prefix), strict=False))


def network_of_request(request: HttpRequest, ipv6_prefix: int = IPV6_PREFIX) -> str:
    """Return the network of the client, behind `LELAM_PROXIES` trusted proxies."""
    return network_of(str(AnonRateThrottle().get_ident(request) or ""), ipv6_prefix)  # type: ignore[arg-type]


def network_of_connection(scope: Mapping[str, Any]) -> str:
    """Return the network of the client of a WebSocket; empty if unknown."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = (scope.get("client") or ("",))[0]
    forwarded = [value.decode("latin-1") for name, value in scope.get("headers", ()) if name == b"x-forwarded-for"]
    if forwarded:
        request.META["HTTP_X_FORWARDED_FOR"] = ",".join(forwarded)
    return network_of_request(request)


class NetworkThrottle(AnonRateThrottle):
    """Counts the API's requests without an account by network."""

    def get_ident(self, request: Any) -> str:
        """Return the key of the count."""
        return network_of(str(super().get_ident(request) or ""))
