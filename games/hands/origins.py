"""Where a game comes from that was taken in from another installation."""

from uuid import UUID

from games.sealing.signing import fingerprint
from games.store.foreign import origin_of


def find_origin(stream: UUID) -> str:
    """Return the fingerprint of the key that sealed a game elsewhere; empty for one that was played here."""
    origin = origin_of(stream)
    return "" if origin is None else fingerprint(origin.key)
