"""Sitting down on any free seat: at once, or once a visitor who asked for it has signed in."""

import time
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from clubs.models import Player, User
from clubs.people.services import player_for
from games.errors import TableError
from games.screen.inputs import Refusal, perform
from games.sealing.fields import open_text, seal_text
from games.tables.selectors.live import table_view

KEY: Final = "wish_to_sit"
"""The session's key of a wish: the table, the code of its invitation, and the expiry time."""
LASTS: Final = 1800
"""Seconds until a wish expires: signing up and confirming the address takes less."""
TRIES: Final = 3


def sit_anywhere(table_id: UUID, player: Player | None, invitation: str = "") -> Refusal | None:
    """Seat a player on the first free seat of a table.

    Returns:
        None if the player sits there now, or did before; else the reason why not.

    Raises:
        TableError: There is no such table, or none that the player may know of.
    """
    refusal = None
    for _try in range(TRIES):
        view = table_view(table_id, player, invitation=invitation)
        if view.viewer is not None:
            return None
        free = [seat.number for seat in view.seats if seat.player_id is None]
        fields = {"do": f"sit:{free[0] if free else 0}", "version": view.version, "invitation": invitation}
        refusal = perform(table_id=table_id, player=player, fields=fields)
        # Another player may take the seat in between.
        if refusal is None or refusal.code not in ("seat-taken", "conflict") or not free:
            return refusal
    return refusal


def wish_to_sit(session: SessionBase, table_id: UUID, invitation: str) -> None:
    """Store a visitor's wish to sit at a table after signing in."""
    session[KEY] = {
        "table": str(table_id), "invitation": seal_text(invitation, KEY), "until": time.time() + LASTS,
    }  # fmt: skip


def sit_after_sign_in(*, request: HttpRequest, user: User, **_signal: Any) -> None:
    """Seat an account after signing in, by its wish: a receiver of `user_logged_in`."""
    wish = request.session.pop(KEY, None)
    if wish is None or wish["until"] < time.time():
        return
    try:
        invitation = open_text(wish["invitation"], KEY) or ""
        refusal = sit_anywhere(UUID(wish["table"]), player_for(user=user), invitation)
    except TableError as refused:
        messages.warning(request, str(refused), fail_silently=True)
    else:
        if refusal is not None:
            messages.warning(request, refusal.text, fail_silently=True)
