"""QR codes of addresses, for pages and for paper."""

from typing import Final

import segno

MAX_ADDRESS_CHARS: Final = 600
"""A longer address gives a QR code that phones read badly."""


def qr_code(address: str) -> str:
    """Return the QR code of an address as SVG: black on white with its quiet zone, in whatever theme.

    Raises:
        ValueError: The address is too long to be read well by a phone.
    """
    if len(address) > MAX_ADDRESS_CHARS:
        raise ValueError(f"an address of {len(address)} characters")
    return segno.make_qr(address, error="m").svg_inline(border=4, omitsize=True, dark="#000", light="#fff")
