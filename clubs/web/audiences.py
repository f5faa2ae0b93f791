"""Audiences: the connections of this process to one subject, such as a table, which are told of its news together.

An audience has one subscription to the group of its subject, however many connections it has. The room of the subject
says what its viewers are shown; what is here holds for all: one that goes, stalls or falls silent holds up nobody.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Hashable, Mapping
from contextlib import suppress
from contextvars import Context
from typing import Any, Final, Generic, TypeVar
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

GOING_AWAY: Final = 1001
"""The close code of a connection that was silent for too long; a page that is still open reconnects."""
FAILED: Final = 1011
"""The close code where a subject could not be shown; the page reconnects."""
NOT_HERE: Final = 4404
"""The close code for a subject that does not exist or is hidden from this viewer; the page does not retry."""
PING, PONG = "ping", "pong"
"""A page's ping and its answer; neither is JSON, so they cannot be confused with commands."""

Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]


class Connection:
    """A connection of a page.

    Attributes:
        heard_at: When something was last heard of it, by `time.monotonic`.
        gone: It is closed, or being closed.
        busy: What it was sent last is still on its way.
        behind: There was news meanwhile.
    """

    def __init__(self, send: Send) -> None:
        self.heard_at = time.monotonic()
        self.gone = self.busy = self.behind = False
        self._send = send

    async def send(self, message: str | bytes) -> None:
        """Send a text, or bytes, to the page."""
        if not self.gone:
            kind = "text" if isinstance(message, str) else "bytes"
            await self._send({"type": "websocket.send", kind: message})

    async def close(self, code: int) -> None:
        """Close the connection."""
        await self._send({"type": "websocket.close", "code": code})


Member = TypeVar("Member", bound=Connection)


class Audience(ABC, Generic[Member]):
    """The viewers of one subject in this process, with their subscription to its group and their heartbeat."""

    def __init__(self, group: str) -> None:
        self.viewers: dict[Member, None] = {}
        self._group = group
        self._tasks: set[asyncio.Task[Any]] = set()
        self._standing: list[asyncio.Task[Any]] = []
        self._subscribed = self._start(self._subscribe())

    @property
    @abstractmethod
    def beat_seconds(self) -> float:
        """Seconds between two heartbeats."""

    @abstractmethod
    def hear(self, message: Mapping[str, Any]) -> None:
        """Take in a message of the group, which may make no sense."""

    @abstractmethod
    async def _beat(self) -> None:
        """Do what has to be done again and again."""

    @abstractmethod
    def _failed(self, failure: Exception) -> None:
        """Log that a part of the heartbeat failed."""

    @abstractmethod
    async def _left(self, viewer: Member) -> None:
        """Do what is to be done once a viewer has left."""

    @abstractmethod
    def _over(self) -> None:
        """Have the audience ended: nobody is in it any more."""

    def _start(self, work: Any) -> asyncio.Task[Any]:
        # Of no connection's context: it works for all of them, and lines of the log would name the wrong one.
        task = asyncio.create_task(work, context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # The group

    async def _subscribe(self) -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(self._group, channel)
        self._standing += [self._start(self._listen(channel)), self._start(self._go_on_beating())]

    async def _listen(self, channel: str) -> None:
        layer = get_channel_layer()
        try:
            while True:
                self.hear(await layer.receive(channel))
        finally:
            await layer.group_discard(self._group, channel)

    @property
    def is_deaf(self) -> bool:
        """Whether it failed to join its group, and so hears of nothing."""
        joined = self._subscribed
        return joined.done() and (joined.cancelled() or joined.exception() is not None)

    async def end(self) -> None:
        """End the standing tasks of an audience that nobody is in any more."""
        await asyncio.gather(self._subscribed, return_exceptions=True)  # which begins them
        for task in self._standing:
            task.cancel()
        await asyncio.gather(*self._standing, return_exceptions=True)

    # The heartbeat

    async def _go_on_beating(self) -> None:
        while True:
            await asyncio.sleep(self.beat_seconds)
            await self._try_to(self._beat)

    async def _try_to(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do a part of the heartbeat; a failure is logged and ends nothing.

        Redis or the database may be unavailable for a moment, and the next beat makes up for it.
        """
        try:
            await work()
        except Exception as failure:
            self._failed(failure)

    def _hang_up_on_silent(self, seconds: float) -> None:
        """Hang up on viewers of whom nothing was heard for so long."""
        for viewer in [*self.viewers]:
            if time.monotonic() - viewer.heard_at > seconds:
                self._start(self.hang_up(viewer, GOING_AWAY))

    # The viewers

    async def enter(self, viewer: Member) -> None:
        """Take a viewer in: it hears of what happens from now on."""
        self.viewers[viewer] = None
        await asyncio.shield(self._subscribed)

    async def leave(self, viewer: Member) -> None:
        """Let a viewer go."""
        if viewer not in self.viewers:
            return
        viewer.gone = True
        del self.viewers[viewer]
        try:
            await self._left(viewer)
        finally:
            if not self.viewers:
                self._over()

    async def hang_up(self, viewer: Member, code: int) -> None:
        """Let a viewer go, and close its connection."""
        if viewer in self.viewers:
            await self.leave(viewer)
            with suppress(Exception):
                await viewer.close(code)

    async def _send(self, viewer: Member, message: str | bytes) -> None:
        try:
            await viewer.send(message)
        except Exception:
            # The page is gone, and the server has not noticed yet.
            await self.hang_up(viewer, FAILED)


Key = TypeVar("Key", bound=Hashable)
Kind = TypeVar("Kind", bound=Audience[Any])


class Audiences(Generic[Key, Kind]):
    """The audiences of a kind in this process, by event loop: a process has one, each test has its own."""

    def __init__(self, make: Callable[[Key], Kind]) -> None:
        self._make = make
        self._of: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[Key, Kind]] = WeakKeyDictionary()
        self._endings: set[asyncio.Task[None]] = set()

    def here(self) -> dict[Key, Kind]:
        """Return the audiences of the running event loop."""
        return self._of.setdefault(asyncio.get_running_loop(), {})

    def of(self, key: Key) -> Kind:
        """Return the audience of a subject; a viewer enters it at once, else it is never ended."""
        here = self.here()
        audience = here.get(key)
        if audience is None or audience.is_deaf:
            audience = here[key] = self._make(key)
        return audience

    def end(self, key: Key, audience: Kind) -> None:
        """End an audience that nobody is in."""
        here = self.here()
        if here.get(key) is not audience:
            return  # the last two left at the same moment
        del here[key]
        ending = asyncio.get_running_loop().create_task(audience.end())
        self._endings.add(ending)
        ending.add_done_callback(self._endings.discard)
