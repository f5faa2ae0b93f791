"""The signature of a message by the Standard Webhooks specification (https://www.standardwebhooks.com), scheme v1."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable
from typing import Final

PREFIX: Final = "whsec_"
SECRET_BYTES: Final = 32


def new_secret() -> str:
    """Return a new secret, as its owner is shown it."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signature(secrets_: Iterable[str], message: str, timestamp: int, body: bytes) -> str:
    """Return the header `webhook-signature`: a signature for each secret that is valid, the newest first.

    Args:
        secrets_: The secrets, as they were shown.
        message: The id of the message.
        timestamp: When it is sent, in seconds since 1970 UTC.
        body: What is sent.
    """
    signed = f"{message}.{timestamp}.".encode() + body
    return " ".join(f"v1,{_mac(secret, signed)}" for secret in secrets_)


def _mac(secret: str, signed: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
