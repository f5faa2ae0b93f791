"""The audience of a table: its connections in this process, which are told once and painted for together.

A message of the table's group says only that the table has reached a version. The audience then has the table painted
for all its viewers in one go, each in its own view, and sends each what has changed since its last frame. No hidden
information passes through Redis, and none from one viewer to another: they share equal parts, never a view.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final
from uuid import UUID, uuid4
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from django.utils import translation

from clubs.accounts.logins import Login, ended_logins
from clubs.base.threads import in_thread
from clubs.models import Player
from clubs.web import audiences as lines
from clubs.web.audiences import FAILED, NOT_HERE, Audiences, Connection, Send
from games.errors import TableError
from games.screen.fragments import render_here, seats_connected
from games.screen.inputs import Refusal
from games.screen.pictures import Glance, Picture, chat_for, paint
from games.tables import presence
from games.tables.announce import group_of
from games.tables.selectors.access import table_version
from games.tables.selectors.states import load_state

logger = logging.getLogger("lelam.tables")

SILENCE_SECONDS = 150
"""A connection silent for so long is closed. A page in the background may ping only once a minute."""
SIGNED_IN_SECONDS = 10
"""The longest time for which a player is taken to be still signed in."""
LOGINS_EVERY: Final = 5.0
"""Seconds between two checks of all logins of this process."""
LOGINS_AT_ONCE: Final = 500
"""The most logins that are checked at once."""
GROUP: Final = 500
"""So many spectators are painted for at a time."""
SLICE: Final = 50
"""So many viewers are sent a frame before other work of the process has its turn."""


class Viewer(Connection):
    """One connection to a table.

    Attributes:
        glance: All that its picture of the table depends on.
        login: The login it was opened with; None where there is none that could end.
        connection: Its name among those of its player.
        shown: The picture that its page has, or is being sent.
    """

    def __init__(self, send: Send, glance: Glance, login: Login | None) -> None:
        super().__init__(send)
        self.glance = glance
        self.login = login
        self.connection = uuid4().hex
        self.shown: Picture | None = None
        self.here: tuple[int, ...] | None = None
        self.refusal: Refusal | None = None
        self.checked_at = self.heard_at
        self.whole = False
        self.waiting: list[asyncio.Future[None]] = []

    @property
    def player(self) -> Player | None:
        """The player; None for a visitor."""
        return self.glance.player

    @property
    def is_stale(self) -> bool:
        """Whether the login has to be checked before anything is shown or done."""
        return self.login is not None and time.monotonic() - self.checked_at > SIGNED_IN_SECONDS


class Audience(lines.Audience[Viewer]):
    """The viewers of one table in this process."""

    def __init__(self, table_id: UUID) -> None:
        self.table_id = table_id
        self._due: dict[Viewer, None] = {}
        self._reached = 0
        self._here: tuple[int, ...] | None = None
        self._painting: asyncio.Task[None] | None = None
        self._presence = asyncio.Lock()
        super().__init__(group_of(table_id))

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take in a message of the table's group."""
        match message:
            case {"type": "table.advanced", "version": int(version)}:
                self.reach(version)
            case {"type": "table.chatted"}:
                self._start(self._try_to(self._show_chats))
            case {"type": "table.presence"}:
                self._start(self._try_to(self._look_around))

    # The table

    def reach(self, version: int) -> None:
        """Show the table to all viewers, if this version is new."""
        if version > self._reached:
            self._reached = version
            self._due.update(self.viewers)
            self._paint_soon()

    async def show(self, viewer: Viewer, refusal: Refusal | None = None, *, whole: bool = False) -> None:
        """Show the table to a viewer, even if nothing has changed, and wait until that is sent.

        Args:
            viewer: The viewer.
            refusal: The reason why its last command was refused, if it was.
            whole: Send the whole fragment, whatever the page has.
        """
        if viewer.gone:
            return
        viewer.refusal = refusal
        viewer.whole = viewer.whole or whole
        sent = asyncio.get_running_loop().create_future()
        viewer.waiting.append(sent)
        self._due[viewer] = None
        self._paint_soon()
        await sent

    def _paint_soon(self) -> None:
        if self._painting is None or self._painting.done():
            self._painting = self._start(self._paint())

    async def _paint(self) -> None:
        """Paint the table for those viewers to whom it is due, until it is due to none."""
        while self._due:
            due, self._due = self._due, {}
            await self._check(due)
            glances: dict[Viewer, Glance] = {}
            reached = self._reached
            for viewer in due:
                # A viewer whose last frame is still on its way gets the next one when that has left.
                viewer.behind = viewer.busy
                if not viewer.gone and not viewer.busy:
                    # The next refusal may come before this one is on its way.
                    refusal, viewer.refusal = viewer.refusal, None
                    glances[viewer] = viewer.glance._replace(refusal=refusal)
                    # A page that asks for the whole table may have missed a message, and this process too.
                    reached = 0 if viewer.whole or viewer.shown is None else reached
            for group in _in_groups(glances):
                try:
                    pictures = await in_thread(paint, self.table_id, {glances[viewer] for viewer in group}, reached)
                except Exception as failure:
                    self._give_up(group, failure)
                    continue
                await self._hand_out({viewer: pictures[glances[viewer]] for viewer in group})

    async def _check(self, due: Iterable[Viewer]) -> None:
        """Check the logins that have to be, and let those go to whom nothing may be shown."""
        stale = [viewer for viewer in due if viewer.is_stale]
        try:
            if stale:
                await check_logins([(self, viewer) for viewer in stale])
        except Exception as failure:
            self._give_up(stale, failure)
            await asyncio.sleep(0)  # until they are gone

    def _give_up(self, viewers: Iterable[Viewer], failure: Exception) -> None:
        """Hang up on viewers for whom the table could not be painted: their pages connect again, and nobody waits."""
        logger.warning("Table %s could not be painted: %s", self.table_id, type(failure).__name__)
        for viewer in viewers:
            self._start(self.hang_up(viewer, FAILED))

    async def _hand_out(self, pictures: dict[Viewer, Picture | None]) -> None:
        """Send each viewer what is new in its picture."""
        frames: dict[tuple[int, int], str] = {}
        for count, viewer in enumerate(pictures, start=1):
            picture = pictures[viewer]
            if picture is None:
                self._start(self.hang_up(viewer, NOT_HERE))
                continue
            self._reached = max(self._reached, picture.version)
            shown = None if viewer.whole else viewer.shown
            key = (id(shown), id(picture))
            if key not in frames:
                try:
                    frames[key] = picture.frame_after(shown)
                except Exception as failure:
                    self._give_up([viewer], failure)
                    continue
            viewer.shown, viewer.whole, viewer.busy = picture, False, True
            self._start(self._give(viewer, frames[key]))
            if count % SLICE == 0:
                await asyncio.sleep(0)

    async def _give(self, viewer: Viewer, frame: str) -> None:
        """Send a frame, and let those go on who wait for it."""
        waiting, viewer.waiting = viewer.waiting, []
        await self._send(viewer, frame)
        viewer.busy = False
        _go_on(waiting)
        if viewer.behind:
            self._due[viewer] = None
            self._paint_soon()

    # Those who are there

    async def arrive(self, viewer: Viewer) -> None:
        """Record that a viewer's player is there, and show it the connected players."""
        await self._try_to(partial(self._arrive, viewer))

    async def _arrive(self, viewer: Viewer) -> None:
        if viewer.player is not None and await self._record(presence.stay, viewer.player.pk, viewer.connection):
            await self._tell_presence()
        if viewer.player is not None or self._here is None:
            self._here = await in_thread(seats_connected, self.table_id)
        self._show_here([viewer])

    async def _left(self, viewer: Viewer) -> None:
        """Let nobody wait for a viewer that left; the others are told if its player has no other connection."""
        self._due.pop(viewer, None)
        _go_on(viewer.waiting)
        if viewer.player is not None and await self._record(presence.leave, viewer.player.pk, viewer.connection):
            await self.tell_presence()

    def _over(self) -> None:
        _audiences.end(self.table_id, self)
        loop = asyncio.get_running_loop()
        if not _audiences.here() and loop in _watches:
            _watches.pop(loop).cancel()

    async def _record(self, write: Callable[..., Any], *of: object) -> Any:
        """Write to the presence, one write at a time: a thread goes on when its task is cancelled."""

        async def in_turn() -> Any:
            async with self._presence:
                return await in_thread(write, self.table_id, *of)

        return await asyncio.shield(asyncio.ensure_future(in_turn()))

    async def tell_presence(self) -> None:
        """Have everybody shown the connected players, at the connections of other processes too."""
        await self._try_to(self._tell_presence)

    async def _tell_presence(self) -> None:
        await get_channel_layer().group_send(group_of(self.table_id), {"type": "table.presence"})

    @property
    def beat_seconds(self) -> float:
        """Seconds between two heartbeats."""
        return presence.BEAT

    async def _beat(self) -> None:
        """Record which connections are open still, and show the connected players."""
        self._hang_up_on_silent(SILENCE_SECONDS)
        players = [(viewer.player.pk, viewer.connection) for viewer in self.viewers if viewer.player is not None]
        await self._record(presence.stay_all, players)
        await self._look_around()

    async def _look_around(self) -> None:
        """Show everybody the connected players."""
        self._here = await in_thread(seats_connected, self.table_id)
        self._show_here(self.viewers)

    def _show_here(self, viewers: Iterable[Viewer]) -> None:
        here, frames = self._here, {}
        for viewer in viewers:
            # A connection that has not been shown the table may be a stranger's.
            if here is None or here == viewer.here or viewer.shown is None:
                continue
            viewer.here, language = here, viewer.glance.language
            if language not in frames:
                with translation.override(language):
                    frames[language] = render_here(here)
            self._start(self._send(viewer, frames[language]))

    def _failed(self, failure: Exception) -> None:
        if not isinstance(failure, TableError):
            logger.warning("A heartbeat at table %s failed: %s", self.table_id, type(failure).__name__)

    # The chat

    async def _show_chats(self) -> None:
        """Show the chat to the players who may read it: there is a new message."""
        seated = await in_thread(_players_at, self.table_id)
        readers = [viewer for viewer in self.viewers if viewer.player is not None and str(viewer.player.pk) in seated]
        await self._check(readers)
        for viewer, text in await in_thread(_chats, self.table_id, readers):
            self._start(self._send(viewer, text))


def _players_at(table_id: UUID) -> set[str]:
    return {seat.player for seat in load_state(table_id, table_version(table_id)).seats if seat.player}


def _chats(table_id: UUID, viewers: Iterable[Viewer]) -> list[tuple[Viewer, str]]:
    texts = ((viewer, chat_for(table_id, viewer.glance)) for viewer in viewers if not viewer.gone)
    return [(viewer, text) for viewer, text in texts if text]


def _in_groups(viewers: Iterable[Viewer]) -> list[list[Viewer]]:
    """Return the viewers as they are painted for: those who sit at the table, then the others, so many at a time.

    Spectators with an account may need a picture each, where a seat can be taken over.
    """
    seated: list[Viewer] = []
    others: list[Viewer] = []
    for viewer in viewers:
        (seated if viewer.shown is not None and viewer.shown.frame.seated else others).append(viewer)
    groups = [seated, *(others[start : start + GROUP] for start in range(0, len(others), GROUP))]
    return [group for group in groups if group]


def _go_on(waiting: list[asyncio.Future[None]]) -> None:
    for future in waiting:
        if not future.done():
            future.set_result(None)
    waiting.clear()


_audiences: Audiences[UUID, Audience] = Audiences(Audience)
_watches: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Task[None]] = WeakKeyDictionary()


def audience_of(table_id: UUID) -> Audience:
    """Return the audience of a table in this process; a viewer enters it at once, else it is never ended."""
    loop = asyncio.get_running_loop()
    audience = _audiences.of(table_id)
    if loop not in _watches:
        _watches[loop] = loop.create_task(_watch_logins(_audiences.here()))
    return audience


async def _watch_logins(audiences: dict[UUID, Audience]) -> None:
    """Check the logins of all connections, again and again, many by one query."""
    while True:
        await asyncio.sleep(LOGINS_EVERY)
        members = [(audience, viewer) for audience in audiences.values() for viewer in audience.viewers if viewer.login]
        for start in range(0, len(members), LOGINS_AT_ONCE):
            try:
                await check_logins(members[start : start + LOGINS_AT_ONCE])
            except Exception as failure:
                logger.warning("Logins could not be checked: %s", type(failure).__name__)


async def check_logins(members: Sequence[tuple[Audience, Viewer]]) -> None:
    """Hang up on viewers who have signed out; their pages then load again, as visitors' pages."""
    now = time.monotonic()
    ended = await in_thread(ended_logins, {viewer.login for _audience, viewer in members if viewer.login is not None})
    for audience, viewer in members:
        if viewer.login in ended:
            await audience.hang_up(viewer, NOT_HERE)
        else:
            viewer.checked_at = now
