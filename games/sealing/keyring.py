"""Encryption of what lies in the event log but nobody may read yet: cards in hands, the indicator, a deal's secret.

A sealed text is `key id (4) | nonce (12) | AES-256-GCM ciphertext and tag`. The id is derived from the key, so that
several keys can be in use at once: the first of `LELAM_SEAL_KEY` seals, all of them open. `bound_to` names the place in
the log; a ciphertext copied to any other place does not open there.
"""

import base64
import binascii
import hashlib
import os
from collections.abc import Sequence
from functools import cache
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

KEY_BYTES: Final = 32
_ID_BYTES: Final = 4
_NONCE_BYTES: Final = 12


class SealError(Exception):
    """A sealed text cannot be opened: the key is not at hand, or the text is not what was sealed in this place."""


class Keyring:
    """The keys that seal and open.

    Args:
        keys: Base64 texts of 32 bytes each; the first seals.

    Raises:
        ImproperlyConfigured: There is no key, or one of them is not 32 bytes in base64.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        self._ciphers: dict[bytes, AESGCM] = {}
        for text in keys:
            try:
                key = base64.b64decode(text, validate=True)
            except (binascii.Error, ValueError):
                key = b""
            if len(key) != KEY_BYTES:
                raise ImproperlyConfigured("Each sealing key has to be 32 bytes in base64.")
            self._ciphers[hashlib.sha256(b"lelam-seal-key\0" + key).digest()[:_ID_BYTES]] = AESGCM(key)
        if not self._ciphers:
            raise ImproperlyConfigured("There is no sealing key: set LELAM_SEAL_KEY.")
        self._first = next(iter(self._ciphers))

    def seal(self, clear: bytes, bound_to: bytes) -> bytes:
        """Return the sealed form of a text, different each time."""
        nonce = os.urandom(_NONCE_BYTES)
        return self._first + nonce + self._ciphers[self._first].encrypt(nonce, clear, bound_to)

    def open(self, sealed: bytes, bound_to: bytes) -> bytes:
        """Return the text that was sealed.

        Raises:
            SealError: Its key is not among ours, or it was changed or moved.
        """
        key_id, nonce, text = sealed[:_ID_BYTES], sealed[_ID_BYTES:][:_NONCE_BYTES], sealed[_ID_BYTES + _NONCE_BYTES :]
        cipher = self._ciphers.get(key_id)
        if cipher is None:
            raise SealError(f"the key {key_id.hex()} is not among the sealing keys")
        try:
            return cipher.decrypt(nonce, text, bound_to)
        except (InvalidTag, ValueError):
            raise SealError("the sealed text was changed or moved") from None


@cache
def _keyring(keys: str) -> Keyring:
    return Keyring([key.strip() for key in keys.split(",") if key.strip()])


def keyring() -> Keyring:
    """Return the keyring of the settings."""
    return _keyring(settings.LELAM_SEAL_KEY)
