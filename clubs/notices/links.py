"""Addresses in what goes out: whole ones, and those by which one stops mails without signing in."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.urls import reverse

from clubs.models import Player
from clubs.notices.kinds import DIGEST, MAIL

_SALT = "clubs.notices.stop"


def whole(path: str) -> str:
    """Return the whole address of a page of this server."""
    return f"{settings.LELAM_ADDRESS}{path}"


def stop_path(player: Player, way: str) -> str:
    """Return the address by which a person stops a way (`digest` or `mail`), signed: nobody else can make one."""
    token = signing.Signer(salt=_SALT).sign_object([player.pk.hex, way])
    return reverse("clubs:notices_stop", args=[token])


def who_stops_what(token: str) -> tuple[Player, str] | None:
    """Return whose mails a signed address stops, and which way; None if it was not signed here, or nobody's."""
    try:
        found: Any = signing.Signer(salt=_SALT).unsign_object(token)
        player_id, way = UUID(hex=found[0]), found[1]
    except (signing.BadSignature, ValueError, TypeError, LookupError):
        return None
    player = Player.objects.filter(pk=player_id).first()
    return (player, way) if player is not None and way in (DIGEST, MAIL) else None
