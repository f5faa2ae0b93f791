"""When the hands of a sheet came out: a correction enters the later hands again, and they are no later for that."""

from collections.abc import Hashable
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import engine
from games import store
from games.events import sheets as events
from games.sheets.state import MAIN
from games.store import StoredEvent

_MAIN: Final = tuple(kind.__name__ for kind in MAIN)
_WITHDRAWN: Final = (events.EntryWithdrawn, engine.RulingWithdrawn)


class Moments:
    """The times of entries of sheets; it reads each command once."""

    def __init__(self) -> None:
        self._known: dict[tuple[UUID, UUID], list[tuple[int, datetime]]] = {}

    def of(self, stored: StoredEvent) -> datetime:
        """Return when the entry that an event follows from was first made.

        An entry that a correction withdrew and made again in one command has the time of the first such entry.

        Args:
            stored: An entry of a sheet, or what follows from it.
        """
        key = (stored.stream, stored.command)
        if key not in self._known:
            self._known[key] = _made_again(stored)
        entries = reversed(self._known[key])
        return next((at for version, at in entries if version <= stored.version), stored.recorded_at)


def _made_again(stored: StoredEvent) -> list[tuple[int, datetime]]:
    """Return the entries of a command with their times, by version; none if the command withdrew nothing."""
    command = store.find_command(stored.stream, stored.command)
    if not any(isinstance(other.event, _WITHDRAWN) for other in command):
        return []
    first: dict[Hashable, datetime] = {}
    for entry in store.load(stored.stream, opened=False, only=_MAIN):
        first.setdefault(_key(entry.event), entry.recorded_at)
    return [(entry.version, first[_key(entry.event)]) for entry in command if isinstance(entry.event, MAIN)]


def _key(event: Any) -> Hashable:
    """Return what makes two entries the same: of a result the hand, of all others what they say."""
    return (type(event), event.hand) if isinstance(event, events.HandEntered) else event
