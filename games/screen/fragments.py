"""The table's HTML for one viewer: the page and the socket share one fragment."""

import time
from collections.abc import Sequence
from uuid import UUID, uuid4

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from clubs.models import Player
from games.screen.inputs import Refusal
from games.screen.layout import board_of
from games.screen.parts.build import frame_of, parts_of
from games.screen.rendering import render_whole
from games.tables import presence
from games.tables.selectors.chat import find_chat
from games.tables.selectors.live import table_view
from games.tables.selectors.states import find_kept, load_state
from games.tables.view.table import TableView


def now() -> int:
    """Return the server's time in Unix milliseconds."""
    return int(time.time() * 1000)


def invitation_link(view: TableView, invitation: str, address: str) -> str:
    """Return the link that invites to a table; empty without an invitation code."""
    return f"{address}{reverse('games:table', args=[view.table_id])}?invitation={invitation}" if invitation else ""


def table_context(
    view: TableView, *, refusal: Refusal | None = None, invitation: str = "", address: str = ""
) -> dict[str, object]:
    """Return the context of the fragment's template.

    Args:
        view: The table in the viewer's view.
        refusal: The reason why the viewer's last command was refused, if it was.
        invitation: The invitation code, for a viewer who may pass it on.
        address: The address of this site, for the invitation link.
    """
    return {
        "board": board_of(view, refusal),
        "now": now(),
        "invitation": invitation_link(view, invitation, address),
    }


def render_table(
    *,
    table_id: UUID,
    player: Player | None,
    invitation: str = "",
    address: str = "",
    refusal: Refusal | None = None,
) -> tuple[int, str]:
    """Return the table's version and its fragment in this player's view.

    Raises:
        TableError: There is no such table, or this player may not see it.
    """
    view = table_view(table_id, player, invitation=invitation)
    board, link = board_of(view, refusal), invitation_link(view, view.invitation, address)
    return view.version, render_whole(
        frame_of(board), parts_of(board, now(), invitation=link), get_language() or settings.LANGUAGE_CODE
    )


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
