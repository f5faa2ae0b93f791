"""The table's HTML, for one viewer: what the page holds and what the socket sends are the same fragment."""

import time
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Final
from uuid import UUID, uuid4

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from clubs.models import Player
from games import presence, selectors
from games.board import board_of
from games.deeds import Refusal
from games.tableview import TableView

SHARED_SECONDS: Final = 0.5
"""The visitors' fragment of a table is rendered once for all of them and so long; it holds the time of the server."""
MAX_SHARED: Final = 256
"""So many tables' fragments are kept in a process."""


class _Shared:
    """The visitors' fragment of one table; its lock is held while that is read and rendered."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.version = -1
        self.rendered = ""
        self.until = 0.0


_shared: OrderedDict[tuple[UUID, str], _Shared] = OrderedDict()
_sharing = Lock()
"""Held for a look into the above only: a slow table keeps no other table's visitors waiting."""


def table_context(
    view: TableView, *, refusal: Refusal | None = None, invitation: str = "", address: str = ""
) -> dict[str, object]:
    """Return what the fragment's template needs.

    Args:
        view: What the viewer may know of the table.
        refusal: Why what the viewer just tried was not done, if so.
        invitation: The invitation code that a viewer who may pass it on gets to see.
        address: The address of this site, for the invitation link.
    """
    link = f"{address}{reverse('games:table', args=[view.table_id])}?invitation={invitation}" if invitation else ""
    return {
        "board": board_of(view, refusal),
        "now": int(time.time() * 1000),
        "invitation": link,
    }


def render_table(
    *,
    table_id: UUID,
    player: Player | None,
    invitation: str = "",
    address: str = "",
    refusal: Refusal | None = None,
    reached: int | None = None,
) -> tuple[int, str]:
    """Return the table's version and its fragment as this player may see it now.

    `reached` is a version that the table is known to have reached, if any.

    Raises:
        TableError: There is no such table, or this player may not see it.
    """
    view = selectors.table_view(table_id, player, invitation=invitation, reached=reached)
    context = table_context(view, refusal=refusal, invitation=view.invitation, address=address)
    context["chat_kept"] = True
    return view.version, render_to_string("games/_table.html", context)


def render_public_table(*, table_id: UUID, reached: int | None = None, shown: int = -1) -> tuple[int, str]:
    """Return the version and the fragment of a table as visitors without an invitation see it: one for all of them.

    Args:
        table_id: The table's id.
        reached: A version that the table is known to have reached, if any.
        shown: The version that the visitor saw last; no earlier one is returned.

    Raises:
        TableError: There is no such table, or it is not public.
    """
    key = (table_id, get_language() or "")
    with _sharing:
        kept = _shared.setdefault(key, _Shared())
        _shared.move_to_end(key)
        while len(_shared) > MAX_SHARED:
            _shared.popitem(last=False)
    # One renders while the others at this table wait for it: they ask at the same moment, told by the same message.
    with kept.lock:
        if kept.until <= time.monotonic() or kept.version < max(shown, reached or 0):
            kept.version, kept.rendered = render_table(table_id=table_id, player=None, reached=reached)
            kept.until = time.monotonic() + SHARED_SECONDS
        return kept.version, kept.rendered


def chat_context(
    table_id: UUID, player: Player | None, *, invitation: str = "", refusal: Refusal | None = None, text: str = ""
) -> dict[str, object]:
    """Return what the chat's template needs: nothing for who may not read it.

    Args:
        table_id: The table's id.
        player: Who looks.
        invitation: The invitation code that came with the request, if any.
        refusal: Why what the player just wrote was not sent, if so.
        text: What that was, so that it can be put right.
    """
    chat = selectors.find_chat(table_id, player, invitation=invitation)
    return {"chat": chat, "chat_command": uuid4(), "chat_refusal": refusal, "chat_text": text, "table_id": table_id}


def render_chat(
    *, table_id: UUID, player: Player | None, invitation: str = "", refusal: Refusal | None = None, text: str = ""
) -> str:
    """Return the fragment of the chat as this player may read it; an empty text for who may not.

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
    state = selectors.find_kept(table_id) or selectors.load_state(table_id)
    return tuple(number for number, seat in enumerate(state.seats) if seat.player in there and not seat.left)


def render_here(seats: Sequence[int]) -> str:
    """Return the fragment that says which seats' players are connected; the page marks the seats by it."""
    return render_to_string("games/_here.html", {"here": seats})
