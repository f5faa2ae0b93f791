"""News: the topics about which there is something new, told on commit to the open pages that show them.

A message names topics and never says what is new: a page asks for its parts, and each part decides what its reader may
see. The topics of a moment are sent together, so that a busy table costs a word in a set and not a message a card.
"""

import os
import threading
from collections.abc import Iterable
from typing import Final
from uuid import UUID

from clubs.base.announce import afterwards
from clubs.base.groups import messenger

GROUP: Final = "news"
"""The channel group of all pages that listen."""
TABLES: Final = "tables"
"""The list of tables and the last hands: a table was opened or closed, a seat changed, a hand was dealt or ended."""
TOURNAMENTS: Final = "tournaments"
"""A deed, a call, a result of any tournament."""
PUBLIC: Final = frozenset({TABLES, TOURNAMENTS})
"""The topics that everybody may listen to."""
GATHER_SECONDS: Final = 0.25
"""The time in which topics are gathered before they are sent."""


def topic_of(player: UUID | str) -> str:
    """Return the topic of what concerns one player: a notice, the turn, a request."""
    return f"player.{player}"


def tell(*topics: str) -> None:
    """Tell the pages that show these topics, once this is committed, that there is something new."""
    if topics:
        afterwards(gathered.add, topics)


def tell_players(players: Iterable[UUID | str]) -> None:
    """Tell the pages of players, once this is committed, that something new concerns them."""
    tell(*map(topic_of, players))


class _Gathered:
    """The topics of this process that are about to be sent."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._topics: set[str] = set()
        self._pid = 0

    def add(self, topics: Iterable[str]) -> None:
        """Send topics with all others of the next moment."""
        with self._lock:
            if self._pid != os.getpid():
                # What the parent of a fork has gathered is sent by the parent.
                self._pid, self._topics = os.getpid(), set()
            waits = bool(self._topics)
            self._topics.update(topics)
        if not waits:
            messenger.later(GATHER_SECONDS, self._send)

    def _send(self) -> None:
        with self._lock:
            topics, self._topics = sorted(self._topics), set()
        messenger.send(GROUP, {"type": "news", "topics": topics})


gathered = _Gathered()
