"""The mark of what another installation has sealed."""

from typing import Any
from uuid import UUID

from django import template

from games.hands.origins import find_origin
from games.sealing.signing import fingerprint

register = template.Library()


@register.simple_tag
def origin_of(stream: UUID) -> str:
    """Return the fingerprint of the key by which a game was sealed elsewhere; empty for one that was played here."""
    return find_origin(stream)


@register.inclusion_tag("games/_origin.html")
def sealed_elsewhere(stream: UUID) -> dict[str, Any]:
    """Say by which key a game was sealed elsewhere; nothing of one that was played here."""
    return {"key": find_origin(stream)}


@register.inclusion_tag("games/_origin.html")
def sealed_by(key: str) -> dict[str, Any]:
    """Say by which key, in hexadecimal digits, something was sealed elsewhere; nothing where there is none."""
    return {"key": fingerprint(bytes.fromhex(key)) if key else ""}
