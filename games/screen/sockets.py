"""The live table over a WebSocket: an ASGI application that reads one connection and enters it into the audience.

It is no consumer of Channels, which hands every message, a ping too, through the one thread for synchronous code.
"""

import time
from typing import Any, Final
from urllib.parse import parse_qs
from uuid import UUID

import msgspec
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from clubs.accounts.logins import login_of, player_behind
from clubs.base.threads import in_thread
from clubs.people.languages import language_of_connection
from clubs.web.audiences import PING, PONG, Receive, Send
from games.screen.audiences import Audience, Viewer, audience_of, check_logins
from games.screen.inputs import BY_ITSELF, Refusal, perform, write
from games.screen.pictures import Glance, chat_for
from games.tables.selectors.states import find_kept

MAX_MESSAGE_CHARS: Final = 4096
LOOK: Final = "look"
"""A page's request for the table as it is."""
CHAT: Final = "chat"
"""A page's chat message to the players at the table; without a text, a request for the chat."""
SEATING: Final = frozenset({"sit", "substitute", "leave", "return"})
"""What changes who sits where, and so the seats whose players are there."""


async def table_socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Serve one viewer's connection to one table, from its opening to its end."""
    await receive()
    await send({"type": "websocket.accept"})
    session = scope.get("session")
    player = await in_thread(player_behind, scope["user"], session)
    glance = Glance(player, language_of_connection(scope), _invitation(scope), _address(scope))
    viewer = Viewer(send, glance, login_of(scope["user"], player, session))
    # First the audience, then the table: an event in between is sent twice rather than not at all.
    audience = audience_of(scope["url_route"]["kwargs"]["table_id"])
    try:
        await audience.enter(viewer)
        await audience.show(viewer)
        if not viewer.gone:
            await audience.arrive(viewer)
        while (message := await receive())["type"] == "websocket.receive":
            viewer.heard_at = time.monotonic()
            await _hear(audience, viewer, message.get("text"))
    finally:
        await audience.leave(viewer)


async def _hear(audience: Audience, viewer: Viewer, text: str | None) -> None:
    """Do the viewer's command; a refusal comes back as the table with its reason beside the control."""
    if text == PING:
        # Messages are handled in order, so this answer also confirms all messages before it.
        await viewer.send(PONG)
        return
    if viewer.is_stale:
        await check_logins([(audience, viewer)])
    if viewer.gone:
        return
    fields = _fields(text)
    if fields is None:
        with translation.override(viewer.glance.language):
            refusal = Refusal(_("The input could not be read; nothing was done."), "malformed")
        await audience.show(viewer, refusal)
    elif fields.get("do") == LOOK:
        await audience.show(viewer, whole=True)
    elif fields.get("do") == CHAT:
        if chat := await in_thread(_chat, audience.table_id, viewer.glance, fields):
            await viewer.send(chat)
    else:
        refused = await in_thread(_perform, audience.table_id, viewer.glance, fields)
        # A visitor is refused before anything is read, so this may be no word at all.
        if refused is not None and refused.code != "malformed" and str(fields.get("do")) in BY_ITSELF:
            # The page sent it, not its reader, and sends it again if it is still wanted.
            refused = None
        # The group will tell every viewer; those of this process need not wait for that.
        state = find_kept(audience.table_id)
        if state is not None:
            audience.reach(state.version)
        await audience.show(viewer, refused)
        if refused is None and str(fields.get("do")).partition(":")[0] in SEATING:
            await audience.tell_presence()


def _perform(table_id: UUID, glance: Glance, fields: dict[str, object]) -> Refusal | None:
    with translation.override(glance.language):
        return perform(table_id=table_id, player=glance.player, fields=fields)


@sensitive_variables()
def _chat(table_id: UUID, glance: Glance, fields: dict[str, object]) -> str:
    """Post the viewer's message, if there is one; a refusal comes back beside the field, with the text as it was."""
    refusal = None
    if "text" in fields:
        with translation.override(glance.language):
            refusal = write(table_id=table_id, player=glance.player, fields=fields)
    return chat_for(table_id, glance, refusal, str(fields["text"]) if refusal is not None else "")


def _fields(text: str | None) -> dict[str, object] | None:
    """Return the message's fields, or None if it is malformed."""
    if text is None or len(text) > MAX_MESSAGE_CHARS:
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
