"""The key that signs web push, as the setting has it; apart, so that a start can judge it without any library."""

import base64
import binascii
from typing import Final

from django.core.exceptions import ImproperlyConfigured

_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256: a private key is a number below it."""


def number_of(key: str) -> int:
    """Return the number that a key is, from base64 of 32 bytes.

    Raises:
        ImproperlyConfigured: It is no such text, or no key.
    """
    try:
        data = base64.b64decode(key, validate=True)
    except (binascii.Error, ValueError):
        data = b""
    number = int.from_bytes(data, "big")
    if len(data) != 32 or not 0 < number < _ORDER:
        raise ImproperlyConfigured(
            "LELAM_PUSH_KEY is base64 of 32 random bytes; docs/operations.md says how to make it."
        )
    return number
