"""The key by which this installation seals files that it gives out, and the check of such a seal: Ed25519.

The key is derived from the first of the sealing keys (`LELAM_SEAL_KEY`), so that there is no further secret to keep. A
new sealing key makes another one; what was sealed before stays good, since the public key stands beside the seal.
"""

import base64
import hashlib
from functools import cache
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

KEY_BYTES: Final = 32
SEAL_BYTES: Final = 64
_PURPOSE: Final = b"lelam-signing-key/1"


@cache
def _private(keys: str) -> Ed25519PrivateKey:
    first = next(key.strip() for key in keys.split(",") if key.strip())
    seed = HKDF(SHA256(), KEY_BYTES, salt=None, info=_PURPOSE).derive(base64.b64decode(first, validate=True))
    return Ed25519PrivateKey.from_private_bytes(seed)


def public_key() -> bytes:
    """Return the public key of this installation."""
    return _private(settings.LELAM_SEAL_KEY).public_key().public_bytes_raw()


def seal(message: bytes) -> bytes:
    """Return the signature of this installation under a message."""
    return _private(settings.LELAM_SEAL_KEY).sign(message)


def is_sealed_by(key: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether a signature under a message is that of a public key."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(key: bytes) -> str:
    """Return a public key as people compare it: the first 16 bytes of its SHA-256, in groups of four digits."""
    digits = hashlib.sha256(key).hexdigest()[:32]
    return " ".join(digits[place : place + 4] for place in range(0, len(digits), 4))
