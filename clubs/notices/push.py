"""Web push (RFC 8030, 8291, 8292): the server's key, the addresses it may call, and the sending of one message.

The address of a push service is what a browser says, so anybody can name any; `clubs.base.outgoing` calls public ones
alone. `LELAM_PUSH_INSIDE` lifts that, for trying out.
"""

import base64
import binascii
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from email.utils import parsedate_to_datetime
from enum import Enum
from functools import cache
from typing import Any, Final

import requests
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from py_vapid import Vapid02
from pywebpush import WebPushException, webpush

from clubs.base.outgoing import PublicSession, is_callable
from clubs.base.threads import within
from clubs.errors import ClubError
from clubs.notices.key import number_of

logger = logging.getLogger("lelam.notices")

_SECONDS: Final = 5.0
"""How long a connection, and each part of an answer, may take."""
_SECONDS_IN_ALL: Final = 15.0


class Answer(Enum):
    """What a push service says."""

    TAKEN = "taken"
    GONE = "gone"
    """The subscription has ended and is to be deleted."""
    LATER = "later"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Sent:
    """How sending one message went; `after` is how long the service asks to wait, if it does."""

    answer: Answer
    after: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One message for one device.

    Attributes:
        body: What the service worker gets; nobody on the way can read it.
        topic: A later message of the topic takes its place while the device cannot be reached. At most 32 characters.
        lasts: How long the service keeps it for a device that cannot be reached.
        urgent: It may wake a device that saves its battery.
    """

    body: Mapping[str, Any]
    topic: str
    lasts: timedelta
    urgent: bool


def is_offered() -> bool:
    """Tell whether this server can send by web push: whether it has a key."""
    return bool(settings.LELAM_PUSH_KEY)


@cache
def _signer(key: str) -> Vapid02:
    """Return what signs for the server, from the setting's text.

    Raises:
        ImproperlyConfigured: It is no base64 of 32 bytes that make a key.
    """
    return Vapid02(private_key=ec.derive_private_key(number_of(key), ec.SECP256R1()))


def public_key() -> str:
    """Return the server's public key, which a browser subscribes with: base64url of the uncompressed point."""
    key = _signer(settings.LELAM_PUSH_KEY).public_key
    return (
        base64.urlsafe_b64encode(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)).rstrip(b"=").decode()
    )


def check_address(address: str) -> None:
    """Refuse the address of a push service that this server must not call, as far as the address tells.

    Raises:
        ClubError: `push-address`.
    """
    if not is_callable(address, inside=settings.LELAM_PUSH_INSIDE):
        raise ClubError("push-address", _("A push service has an https address on the internet."), "endpoint")


def check_keys(p256dh: str, auth: str) -> None:
    """Refuse keys that no message can be sealed with.

    Raises:
        ClubError: `push-keys`.
    """
    try:
        point, secret = (base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)) for text in (p256dh, auth))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (binascii.Error, ValueError):
        point = secret = b""
    if len(point) != 65 or len(secret) != 16:
        raise ClubError("push-keys", _("A subscription has a public key of 65 bytes and a secret of 16."), "keys")


def send(address: str, p256dh: str, auth: str, message: Message, *, session: requests.Session | None = None) -> Sent:
    """Send one message to one device.

    Args:
        address: Where its push service takes messages for it.
        p256dh: The device's public key.
        auth: The secret it shares with this server.
        message: What is sent.
        session: Makes the request; by default one that calls public addresses only.
    """
    if not is_callable(address, inside=settings.LELAM_PUSH_INSIDE):
        return Sent(Answer.REFUSED)

    def post() -> Sent:
        with session or PublicSession(inside=settings.LELAM_PUSH_INSIDE) as calling:
            webpush(
                {"endpoint": address, "keys": {"p256dh": p256dh, "auth": auth}},
                json.dumps(dict(message.body), ensure_ascii=False, separators=(",", ":")),
                vapid_private_key=_signer(settings.LELAM_PUSH_KEY),
                vapid_claims={"sub": settings.LELAM_PUSH_CONTACT},
                ttl=max(0, int(message.lasts.total_seconds())),
                timeout=_SECONDS,
                headers={"Topic": message.topic, "Urgency": "high" if message.urgent else "normal"},
                requests_session=calling,
            )
        return Sent(Answer.TAKEN)

    try:
        return within(_SECONDS_IN_ALL, post)
    except WebPushException as failure:
        return _judged(failure)
    except (requests.RequestException, TimeoutError, OSError) as failure:
        # Not its text: that has the address, and whoever knows it can send to the device.
        logger.info("A push service was not reached: %s", type(failure).__name__)
        return Sent(Answer.LATER)
    except Exception as failure:  # keys that no message can be sealed with, say; it is of no use to try again
        logger.error("A message could not be pushed: %s", type(failure).__name__)  # noqa: TRY400
        return Sent(Answer.REFUSED)


def _judged(failure: WebPushException) -> Sent:
    status = failure.status_code or 0
    if status in (404, 410):
        return Sent(Answer.GONE)
    if status == 429 or status >= 500:
        return Sent(Answer.LATER, _wait_asked(failure.retry_after))
    logger.warning("A push service refused a message with status %d", status)
    return Sent(Answer.REFUSED)


def _wait_asked(text: str | None) -> timedelta | None:
    """Return what `Retry-After` asks, in seconds or as a date; a day at most."""
    if not text:
        return None
    try:
        wait = timedelta(seconds=int(text)) if text.isascii() and text.isdigit() else None
        wait = wait if wait is not None else parsedate_to_datetime(text) - timezone.now()
    except (ValueError, TypeError, OverflowError):
        return None
    return min(max(wait, timedelta(0)), timedelta(days=1))


__all__ = ["Answer", "Message", "Sent", "check_address", "check_keys", "is_offered", "public_key", "send"]
