"""The limits of an event's size and time, as in the append function, for verifying the log.

The function has the numbers itself (`games/migrations/0021_guarded_append.py`, `0028_sheets_hands.py`), so that the
role that calls it cannot raise them. `tests/security/test_forgeries.py` holds that both are the same.
"""

from datetime import UTC, datetime, timedelta
from typing import Final

MOST_ACTOR: Final = 100
"""Bytes of the id of who did it."""
MOST_BODY: Final = 16_384
"""Bytes of a body in its canonical form."""
LEAST_SEALED: Final = 33
"""Bytes of a sealed text: its key's id, the nonce, the tag, and one byte at least within."""
MOST_SEALED: Final = 16_384
MOST_EVENTS: Final = 1000
"""Events of one command: a correction on a score sheet enters all later hands again."""
MOST_TYPE: Final = 100
"""Bytes of the name of a type; the function takes those alone that it knows."""
EARLIEST: Final = datetime(2000, 1, 1, tzinfo=UTC)
SKEW: Final = timedelta(minutes=1)
"""So much the clock of a server may differ from the database's."""

EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""From when on the database counts microseconds."""
