"""The live table over a WebSocket: each viewer gets the whole fragment whenever the table has advanced.

A group message says only that the table reached a version. Each connection then reads the table for its own player and
renders that player's view; no hidden information passes through Redis or another connection.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

import msgspec
from channels.auth import get_user
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from clubs.accounts.visiting import find_visiting
from clubs.models import Player, User
from clubs.people.languages import language_of_connection
from clubs.people.selectors import find_player
from games.errors import TableError
from games.screen.fragments import render_chat, render_here, render_public_table, render_table, seats_connected
from games.screen.inputs import BY_ITSELF, Refusal, perform, write
from games.tables import presence
from games.tables.announce import group_of

logger = logging.getLogger("lelam.tables")

MOST = 4096
"""The longest message that is read, in characters."""

LOOK = "look"
"""A page's request for the table as it is."""

CHAT = "chat"
"""A page's chat message to the players at the table; without a text, a request for the chat."""

PING, PONG = "ping", "pong"
"""A page's ping and its answer; neither is JSON, so they cannot be confused with commands."""

SILENCE_SECONDS = 150
"""A connection silent for so long is closed. A page in the background may ping only once a minute."""

GOING_AWAY = 1001
"""The close code of a connection that was silent for too long; a page that is still open reconnects."""

SIGNED_IN_SECONDS = 10
"""The time between two checks that the player is still signed in; a socket has no requests that would check it."""

NOT_HERE = 4404
"""The close code for a table that does not exist or is hidden from this viewer; the page does not retry."""


class TableConsumer(AsyncWebsocketConsumer):
    """One viewer's connection to one table."""

    table_id: UUID
    group: str = ""
    player: Player | None = None
    sent: int = -1
    signed_in_until: float = 0
    here: tuple[int, ...] | None = None
    beating: asyncio.Task[None] | None = None
    saying: asyncio.Future[bool] | None = None
    gone: bool = False
    heard_at: float = 0

    async def __call__(self, *connection: Any) -> None:
        """Handle the connection, and leave the table when it ends.

        `disconnect` is not called if a failure ends it, such as writing to a page that has just been closed.
        """
        try:
            await super().__call__(*connection)
        finally:
            if self.group:
                await self._leave()
                await self._there(presence.leave)

    async def connect(self) -> None:
        """Join the table's group, then send the table as it is."""
        self.table_id = self.scope["url_route"]["kwargs"]["table_id"]
        self.group = group_of(self.table_id)
        self.invitation = _invitation(self.scope)
        self.address = _address(self.scope)
        self.language = language_of_connection(self.scope)
        self.heard_at = time.monotonic()
        await self.accept()
        self.player = await database_sync_to_async(_player)(self.scope["user"], self.scope.get("session"))
        self.signed_in_until = time.monotonic() + SIGNED_IN_SECONDS
        # First the group, then the state: an event in between is sent twice rather than not at all.
        await self.channel_layer.group_add(self.group, self.channel_name)
        if not await self.show():
            return
        await self._try_to(self.beat)
        self.beating = asyncio.create_task(self._go_on_beating())

    async def _leave(self) -> None:
        """Leave the table's group and stop the heartbeat."""
        self.gone = True
        if self.beating is not None:
            self.beating.cancel()
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def beat(self) -> None:
        """Send this connection's heartbeat, and show the players who are connected."""
        await self._there(presence.stay)
        await self.show_here()

    async def _there(self, say: Callable[[UUID, UUID, str], bool]) -> None:
        """Record that this connection opens, continues or closes; tell the group if its player came or went."""
        if self.player is None:
            return
        # A thread continues when its task is cancelled: a heartbeat in progress ends before the last message.
        if self.saying is not None:
            await asyncio.wait([self.saying])
        change = database_sync_to_async(say, thread_sensitive=False)
        self.saying = asyncio.ensure_future(change(self.table_id, self.player.pk, self.channel_name))
        if await asyncio.shield(self.saying):
            await self.channel_layer.group_send(self.group, {"type": "table.presence"})

    async def _go_on_beating(self) -> None:
        while not self.gone:
            await asyncio.sleep(presence.BEAT)
            if time.monotonic() - self.heard_at > SILENCE_SECONDS:
                await self._hang_up_on_silence()
                return
            await self._try_to(self.beat)

    async def _try_to(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run a part of the heartbeat; a failure is logged and ends nothing.

        Redis or the database may be unavailable for a moment, and the next beat makes up for it. Without a beat the
        player would count as gone.
        """
        try:
            await work()
        except Exception as failure:
            logger.warning("A heartbeat at table %s failed: %s", self.table_id, type(failure).__name__)

    async def _hang_up_on_silence(self) -> None:
        """Close a connection whose page is gone; its player counts as gone at once."""
        self.gone = True
        try:
            await self._there(presence.leave)
        finally:
            await self.close(GOING_AWAY)

    async def table_presence(self, message: dict[str, Any]) -> None:
        """Show the connected players: one has come or gone."""
        await self._try_to(self.show_here)

    async def show_here(self) -> None:
        """Send the seats of the connected players, if they have changed."""
        try:
            here = await database_sync_to_async(seats_connected, thread_sensitive=False)(self.table_id)
        except TableError:
            return
        if here != self.here and not self.gone:
            self.here = here
            with translation.override(self.language):
                await self.send(text_data=render_here(here))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Do the viewer's command; a refusal comes back as the table with its reason beside the control."""
        self.heard_at = time.monotonic()
        if text_data == PING:
            # Messages are handled in order, so this answer also confirms all messages before it.
            await self.send(text_data=PONG)
            return
        if await self._is_left_behind():
            return
        fields = _fields(text_data)
        if fields is None:
            await self.show(Refusal(_("That could not be read; nothing was done."), "malformed"))
            return
        if fields.get("do") == LOOK:
            await self.show()
            return
        if fields.get("do") == CHAT:
            await self.hear(fields)
            return
        refusal = await database_sync_to_async(self._perform, thread_sensitive=False)(fields)
        if refusal is not None and refusal.code != "malformed" and fields.get("do") in BY_ITSELF:
            # The page sent it, not its reader, and sends it again if it is still wanted.
            refusal = None
        # The group tells every viewer, this one included; the answer is sent at once all the same, so that a double tap
        # or a resend that changed nothing is answered too.
        await self.show(refusal)

    async def table_advanced(self, message: dict[str, Any]) -> None:
        """Send the table anew: it has reached another version."""
        if message.get("version", 0) > self.sent and not await self._is_left_behind():
            await self.show(reached=message["version"])

    async def table_chatted(self, message: dict[str, Any]) -> None:
        """Send the chat anew, if the viewer may read it: there is a new message."""
        if self.player is not None and not await self._is_left_behind():
            await self.show_chat()

    async def hear(self, fields: dict[str, object]) -> None:
        """Post the viewer's message; a refusal comes back beside the field, with the text as it was."""
        refusal = None
        if "text" in fields:
            refusal = await database_sync_to_async(self._write, thread_sensitive=False)(fields)
        await self.show_chat(refusal, str(fields["text"]) if refusal is not None else "")

    async def show_chat(self, refusal: Refusal | None = None, text: str = "") -> None:
        """Send the chat's fragment to a player who sits here."""
        rendered = await database_sync_to_async(self._render_chat, thread_sensitive=False)(refusal, text)
        if rendered:
            await self.send(text_data=rendered)

    async def show(self, refusal: Refusal | None = None, reached: int | None = None) -> bool:
        """Send the whole fragment in this viewer's view, or hang up; tell whether it was sent."""
        rendered = await database_sync_to_async(self._render, thread_sensitive=False)(refusal, reached)
        if rendered is None:
            await self._leave()
            await self.close(NOT_HERE)
            return False
        await self.send(text_data=rendered)
        return True

    async def _is_left_behind(self) -> bool:
        """Hang up if the player has signed out; the page then reloads, as a visitor's."""
        if self.gone:
            return True
        session = self.scope.get("session")
        if self.player is None or session is None or time.monotonic() < self.signed_in_until:
            return False
        fresh = import_module(settings.SESSION_ENGINE).SessionStore(session.session_key)
        user = await get_user({"session": fresh})
        player = await database_sync_to_async(_player)(user, fresh)
        if user.pk != self.scope["user"].pk or player != self.player:
            await self._leave()
            await self.close(NOT_HERE)
            return True
        self.signed_in_until = time.monotonic() + SIGNED_IN_SECONDS
        return False

    def _perform(self, fields: dict[str, object]) -> Refusal | None:
        with translation.override(self.language):
            return perform(table_id=self.table_id, player=self.player, fields=fields)

    @sensitive_variables()
    def _write(self, fields: dict[str, object]) -> Refusal | None:
        with translation.override(self.language):
            return write(table_id=self.table_id, player=self.player, fields=fields)

    @sensitive_variables()
    def _render_chat(self, refusal: Refusal | None, text: str) -> str:
        try:
            with translation.override(self.language):
                return render_chat(
                    table_id=self.table_id, player=self.player, invitation=self.invitation, refusal=refusal, text=text
                )
        except TableError:
            return ""

    @sensitive_variables()
    def _render(self, refusal: Refusal | None, reached: int | None) -> str | None:
        try:
            with translation.override(self.language):
                if self.player is None and refusal is None and not self.invitation:
                    version, rendered = render_public_table(table_id=self.table_id, reached=reached, shown=self.sent)
                else:
                    version, rendered = render_table(
                        table_id=self.table_id,
                        player=self.player,
                        invitation=self.invitation,
                        address=self.address,
                        refusal=refusal,
                        reached=reached,
                    )
        except TableError:
            return None
        self.sent = version
        return rendered


def _player(user: User | AnonymousUser, session: SessionBase | None) -> Player | None:
    """Return the player of a connection: the account's, else the visiting player of the browser."""
    player = find_player(user)
    if player is not None or user.is_authenticated or session is None:
        return player
    return find_visiting(session)


def _fields(text: str | None) -> dict[str, object] | None:
    """Return the message's fields, or None if it is malformed."""
    if text is None or len(text) > MOST:
        return None
    try:
        # As strict as the API: a lone surrogate, which Python's own JSON parser accepts, cannot be stored.
        fields = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return None
    return fields if isinstance(fields, dict) else None


def _invitation(scope: dict[str, Any]) -> str:
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    return query.get("invitation", [""])[0][:64].replace("\x00", "")


def _address(scope: dict[str, Any]) -> str:
    headers = dict(scope.get("headers", []))
    host = headers.get(b"host", b"").decode("latin-1")
    return headers.get(b"origin", f"http://{host}".encode()).decode("latin-1") if host else ""
