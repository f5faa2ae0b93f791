"""The secrets of links and spoken codes: made of a row's id and the server's secret key, and stored nowhere.

The database alone is not enough to forge a link; an officer can be shown a link as often as needed. A new secret key of
the server invalidates them all.
"""

import base64
import binascii
from typing import Final
from uuid import UUID

from django.utils.crypto import constant_time_compare, salted_hmac

CODE_LENGTH: Final = 10
_HALF: Final = 16


def _mac(kind: str, row: UUID) -> bytes:
    return salted_hmac(f"clubs.base.keys.{kind}", row.bytes, algorithm="sha256").digest()


def token_of(kind: str, row: UUID) -> str:
    """Return the secret part of a link to a row: 43 letters, digits, hyphens and underscores.

    Args:
        kind: What sort of row it is, so that a link of one sort opens nothing of another.
        row: Its id.
    """
    return base64.urlsafe_b64encode(row.bytes + _mac(kind, row)[:_HALF]).rstrip(b"=").decode()


def row_of(kind: str, token: str) -> UUID | None:
    """Return the id of the row that a link leads to, or None if the server never made such a link."""
    try:
        raw = base64.b64decode(token.encode("ascii") + b"=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (UnicodeEncodeError, binascii.Error):
        return None
    if len(raw) != 2 * _HALF:
        return None
    row = UUID(bytes=raw[:_HALF])
    return row if constant_time_compare(token_of(kind, row), token) else None


def code_of(kind: str, row: UUID) -> str:
    """Return the code of a row as it is read aloud: ten digits, which every language has words for."""
    number = int.from_bytes(_mac(kind, row)[_HALF:], "big") % 10**CODE_LENGTH
    return f"{number:0{CODE_LENGTH}d}"


def spaced(code: str) -> str:
    """Return a code in groups, like a telephone number: 482 190 3477."""
    return f"{code[:3]} {code[3:6]} {code[6:]}"


def bare(typed: str) -> str:
    """Return the digits of a code as typed, without any other characters; empty if it cannot be a code."""
    digits = "".join(str(int(char)) for char in typed if char.isdecimal())
    others = {char for char in typed if not char.isdecimal()}
    return digits if len(digits) == CODE_LENGTH and others <= set(" -.\u00a0\u2009") else ""


def digest_of(kind: str, code: str) -> str:
    """Return the keyed hash by which a code is looked up: it reveals nothing of the code without the server's key."""
    return salted_hmac(f"clubs.base.keys.{kind}.digest", code, algorithm="sha256").hexdigest()
