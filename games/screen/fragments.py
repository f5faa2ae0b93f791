"""The context of the table's page, and the fragments of its chat and of the connected players."""

import time
from collections.abc import Sequence
from uuid import UUID, uuid4

from django.template.loader import render_to_string
from django.urls import reverse

from clubs.models import Player
from games.screen.inputs import Refusal
from games.screen.layout import board_of
from games.tables import presence
from games.tables.selectors.chat import find_chat
from games.tables.selectors.states import find_kept, load_state
from games.tables.view.table import TableView


def now() -> int:
    """Return the server's time in Unix milliseconds."""
    return int(time.time() * 1000)


def invitation_link(view: TableView, address: str) -> str:
    """Return the link that invites to a table; empty for a viewer who may not pass it on."""
    if not view.invitation:
        return ""
    return f"{address}{reverse('games:table', args=[view.table_id])}?invitation={view.invitation}"


def table_context(view: TableView, *, refusal: Refusal | None = None, address: str = "") -> dict[str, object]:
    """Return the context of the fragment's template.

    Args:
        view: The table in the viewer's view.
        refusal: The reason why the viewer's last command was refused, if it was.
        address: The address of this site, for the invitation link.
    """
    return {"board": board_of(view, refusal), "now": now(), "invitation": invitation_link(view, address)}


def chat_context(
    table_id: UUID, player: Player | None, *, invitation: str = "", refusal: Refusal | None = None, text: str = ""
) -> dict[str, object]:
    """Return the context of the chat's template: empty for a player who may not read it.

    Args:
        table_id: The table's id.
        player: The viewer.
        invitation: The invitation code that came with the request, if any.
        refusal: The reason why the player's last message was refused, if it was.
        text: The text of that message, so that it can be corrected.
    """
    chat = find_chat(table_id, player, invitation=invitation)
    return {"chat": chat, "chat_command": uuid4(), "chat_refusal": refusal, "chat_text": text, "table_id": table_id}


def render_chat(
    *, table_id: UUID, player: Player | None, invitation: str = "", refusal: Refusal | None = None, text: str = ""
) -> str:
    """Return the fragment of the chat for this player; empty for a player who may not read it.

    Raises:
        TableError: There is no such table, or this player may not see it.
    """
    context = chat_context(table_id, player, invitation=invitation, refusal=refusal, text=text)
    return render_to_string("games/_chat.html", context) if context["chat"] is not None else ""


def seats_connected(table_id: UUID) -> tuple[int, ...]:
    """Return the seats whose players have a connection to the table open, in any process.

    Raises:
        TableError: There is no such table.
    """
    there = presence.present(table_id)
    state = find_kept(table_id) or load_state(table_id)
    return tuple(number for number, seat in enumerate(state.seats) if seat.player in there and not seat.left)


def render_here(seats: Sequence[int]) -> str:
    """Return the fragment that lists the seats of connected players; the page marks the seats by it."""
    return render_to_string("games/_here.html", {"here": seats})
