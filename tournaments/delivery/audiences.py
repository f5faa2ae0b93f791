"""The audience of a tournament: its open pages in this process, which are sent each version as one fragment for all.

A page says which part it shows and what it has of it. When the tournament moves, each part is found once for all pages
that show it and sent as it is kept, compressed: so 3,000 watchers cost one rendering, and not one request.
"""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.utils import timezone

from clubs.base.threads import in_thread
from clubs.web import audiences as lines
from clubs.web.audiences import NOT_HERE, Audiences, Connection, Send
from tournaments.announce import group_of
from tournaments.delivery.parts import ON_FLOOR, Answer, Question, answer_to, version_of

logger = logging.getLogger("lelam.tournaments")

SILENCE_SECONDS: Final = 150
"""A connection silent for so long is closed. A page in the background may ping only once a minute."""
BEAT_SECONDS: Final = 20.0
"""Seconds between two looks at the version: a message of the group may have been lost."""
REST_SECONDS: Final = 0.5
"""The least time between two versions that are sent: a desk at work makes many, and a page need not be fresher."""
SLICE: Final = 50
"""So many pages are sent a version before other work of the process has its turn."""


class Watcher(Connection):
    """An open page of a tournament.

    Attributes:
        question: The part that it shows; None: it is only told versions.
        have: The tag of what it has of the part.
        version: The version that it was told last.
    """

    def __init__(self, send: Send, question: Question | None, have: str) -> None:
        super().__init__(send)
        self.question = question
        self.have = "" if question is None else have
        self.version = 0


class Audience(lines.Audience[Watcher]):
    """The open pages of one tournament in this process."""

    def __init__(self, tournament_id: UUID) -> None:
        self.tournament_id = tournament_id
        self.version = 0
        self._due: dict[Watcher, None] = {}
        self._telling: asyncio.Task[None] | None = None
        self._rested_at = 0.0
        self._alarm: asyncio.TimerHandle | None = None
        super().__init__(group_of(tournament_id))

    @property
    def beat_seconds(self) -> float:
        """Seconds between two heartbeats."""
        return BEAT_SECONDS

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take in a message of the tournament's group."""
        match message:
            case {"type": "tournament.advanced", "version": int(version)}:
                self.reach(version)
            case {"type": "tournament.floor", "version": int(version), "about": str(about)}:
                for watcher in self.viewers:
                    self._start(self._send(watcher, f"floor {version} {about}".rstrip()))
                # What is about one match stands in no part that all readers share.
                if not about:
                    self.tell(self._on_floor())

    def reach(self, version: int) -> None:
        """Send the tournament to all pages, if this version is new."""
        if version > self.version:
            self.version = version
            self.tell(self.viewers)

    def tell(self, watchers: Iterable[Watcher]) -> None:
        """Send pages the version and what is new in their part, soon."""
        self._due.update(dict.fromkeys(watchers))
        if self._due and (self._telling is None or self._telling.done()):
            self._telling = self._start(self._tell())

    async def _tell(self) -> None:
        while self._due:
            await asyncio.sleep(max(0.0, self._rested_at - time.monotonic()))
            due, self._due = self._due, {}
            try:
                await self._tell_all(due)
            except Exception as failure:
                # The heartbeat tries again: a server that is away is not asked in a circle.
                self._failed(failure)
            self._rested_at = time.monotonic() + REST_SECONDS

    async def _tell_all(self, due: Iterable[Watcher]) -> None:
        if not self.version:
            version = await in_thread(version_of, self.tournament_id)
            if version is None:
                self._send_away(due)
                return
            self.version = max(self.version, version)
        asking: defaultdict[Question | None, list[Watcher]] = defaultdict(list)
        for watcher in due:
            # A page whose last version is still on its way gets the newest when that has left.
            watcher.behind = watcher.busy
            if not watcher.gone and not watcher.busy:
                asking[watcher.question].append(watcher)
        # First what most wait for.
        for question in sorted(asking, key=lambda question: -len(asking[question])):
            try:
                await self._answer(question, asking[question])
            except Exception as failure:
                self._failed(failure)

    async def _answer(self, question: Question | None, watchers: list[Watcher]) -> None:
        answer: Answer | None = Answer(self.version, None)
        if question is not None:
            answer = await in_thread(answer_to, self.tournament_id, question)
        if answer is None:
            self._send_away(watchers)
            return
        self._look_again(answer.until)
        for count, watcher in enumerate(watchers, start=1):
            if not watcher.gone:
                watcher.busy = True
                self._start(self._give(watcher, answer))
            if count % SLICE == 0:
                await asyncio.sleep(0)
        self.reach(answer.version)

    async def _give(self, watcher: Watcher, answer: Answer) -> None:
        """Send a page the version, and its part if it has another one."""
        fragment = answer.fragment
        tag = "" if fragment is None else fragment.tag
        if answer.version > watcher.version or tag != watcher.have:
            watcher.version = max(watcher.version, answer.version)
            await self._send(watcher, f"{watcher.version} {tag}".rstrip())
        if fragment is not None and tag != watcher.have:
            await self._send(watcher, fragment.packed)
        watcher.have = tag
        watcher.busy = False
        if watcher.behind:
            self.tell([watcher])

    def _send_away(self, watchers: Iterable[Watcher]) -> None:
        for watcher in watchers:
            self._start(self.hang_up(watcher, NOT_HERE))

    def _look_again(self, until: datetime | None) -> None:
        """Look at all parts again at a moment at which something becomes public without a version."""
        if until is None:
            return
        loop = asyncio.get_running_loop()
        at = loop.time() + max(0.0, (until - timezone.now()).total_seconds())
        if self._alarm is not None and not self._alarm.cancelled() and loop.time() < self._alarm.when() <= at:
            return
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = loop.call_at(at, lambda: self.tell(self.viewers))

    async def _beat(self) -> None:
        """Look whether a version was missed, and at the pages that could not be told the last."""
        self._hang_up_on_silent(SILENCE_SECONDS)
        version = await in_thread(version_of, self.tournament_id)
        if version is None:
            self._send_away([*self.viewers])
            return
        self.reach(version)
        self.tell([watcher for watcher in self.viewers if watcher.version < self.version])
        self.tell(self._on_floor())

    def _on_floor(self) -> list[Watcher]:
        """Return the pages that show something of the floor, whose versions are its own."""
        return [watcher for watcher in self.viewers if watcher.question and watcher.question.part in ON_FLOOR]

    def _failed(self, failure: Exception) -> None:
        logger.warning("Tournament %s could not be shown: %s", self.tournament_id, type(failure).__name__)

    async def _left(self, viewer: Watcher) -> None:
        self._due.pop(viewer, None)

    def _over(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        _audiences.end(self.tournament_id, self)


_audiences: Audiences[UUID, Audience] = Audiences(Audience)


def audience_of(tournament_id: UUID) -> Audience:
    """Return the audience of a tournament in this process; a page enters it at once, else it is never ended."""
    return _audiences.of(tournament_id)
