"""The audience of news: the open pages of this process, told in words about which of their topics there is news."""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final

from clubs.accounts.logins import Login, ended_logins
from clubs.base.news import GROUP
from clubs.base.threads import in_thread
from clubs.web import audiences as lines
from clubs.web.audiences import FAILED, NOT_HERE, Audiences, Connection, Send

logger = logging.getLogger("lelam.news")

SILENCE_SECONDS: Final = 150
"""A connection silent for so long is closed."""
BEAT_SECONDS: Final = 60.0
"""Seconds between two looks at logins and at silent connections."""
REST_SECONDS: Final = 1.0
"""The least time between two messages to a connection."""
SLICE: Final = 50
"""So many connections are told at once …"""
PAUSE_SECONDS: Final = 0.25
"""… and so long is the pause before the next: a thousand pages that are told together ask together."""
LOGINS_AT_ONCE: Final = 500


class Reader(Connection):
    """An open page that listens.

    Attributes:
        words: What it is told of each of its topics.
        login: The login of its player; None: it has none, or none that could end.
        untold: The words that it is yet to be told.
        told_at: When it was told something last, by `time.monotonic`.
    """

    def __init__(self, send: Send, words: Mapping[str, str], login: Login | None) -> None:
        super().__init__(send)
        self.words = words
        self.login = login
        self.untold: set[str] = set()
        self.told_at = float("-inf")


class Audience(lines.Audience[Reader]):
    """The pages of this process that listen."""

    def __init__(self, _key: str) -> None:
        self._readers: defaultdict[str, dict[Reader, None]] = defaultdict(dict)
        self._due: dict[Reader, None] = {}
        self._telling: asyncio.Task[None] | None = None
        super().__init__(GROUP)

    @property
    def beat_seconds(self) -> float:
        """Seconds between two heartbeats."""
        return BEAT_SECONDS

    async def enter(self, viewer: Reader) -> None:
        """Take a page in."""
        for topic in viewer.words:
            self._readers[topic][viewer] = None
        await super().enter(viewer)

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take in a message of the group: topics."""
        match message:
            case {"type": "news", "topics": [*topics]}:
                for topic in filter(_is_word, topics):
                    for reader in self._readers.get(topic, ()):
                        reader.untold.add(reader.words[topic])
                        self._due[reader] = None
        if self._due and (self._telling is None or self._telling.done()):
            self._telling = self._start(self._tell())

    async def _tell(self) -> None:
        """Tell pages their words, slice by slice: first those that are told what concerns their player."""
        while self._due:
            now = time.monotonic()
            ready = [one for one in self._due if now - one.told_at >= REST_SECONDS and not one.busy]
            for reader in sorted(ready, key=_is_public_alone)[:SLICE]:
                del self._due[reader]
                reader.busy, reader.told_at = True, now
                words, reader.untold = " ".join(sorted(reader.untold)), set()
                self._start(self._give(reader, words))
            await asyncio.sleep(PAUSE_SECONDS)

    async def _give(self, reader: Reader, words: str) -> None:
        await self._send(reader, words)
        reader.busy = False

    async def _beat(self) -> None:
        """Hang up on the silent and on who has signed out; on all, if the group is heard no more."""
        self._hang_up_on_silent(SILENCE_SECONDS)
        if any(task.done() for task in self._standing):
            for reader in [*self.viewers]:
                self._start(self.hang_up(reader, FAILED))
            return
        readers = [one for one in self.viewers if one.login is not None]
        for start in range(0, len(readers), LOGINS_AT_ONCE):
            some = readers[start : start + LOGINS_AT_ONCE]
            ended = await in_thread(ended_logins, {one.login for one in some if one.login is not None})
            for reader in some:
                if reader.login in ended:
                    await self.hang_up(reader, NOT_HERE)

    def _failed(self, failure: Exception) -> None:
        logger.warning("The pages that listen for news could not be looked after: %s", type(failure).__name__)

    async def _left(self, viewer: Reader) -> None:
        self._due.pop(viewer, None)
        for topic in viewer.words:
            self._readers[topic].pop(viewer, None)
            if not self._readers[topic]:
                del self._readers[topic]

    def _over(self) -> None:
        _audiences.end(GROUP, self)


def _is_word(topic: object) -> bool:
    return isinstance(topic, str)


def _is_public_alone(reader: Reader) -> bool:
    return all(word in reader.words for word in reader.untold)


_audiences: Audiences[str, Audience] = Audiences(Audience)


def audience() -> Audience:
    """Return the audience of this process; a page enters it at once, else it is never ended."""
    return _audiences.of(GROUP)
