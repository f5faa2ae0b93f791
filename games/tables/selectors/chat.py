"""What those who sit at a table wrote to each other, as one of them may read it."""

from uuid import UUID

from clubs.models import Player
from games.models import ChatMessage
from games.tables.selectors.access import watched_table
from games.tables.selectors.states import load_state
from games.tables.view.chat import ChatLine, ChatView

SHOWN = 50
"""So many of the latest messages are shown."""


def find_chat(table_id: UUID, player: Player | None, *, invitation: str = "") -> ChatView | None:
    """Return what a player who sits at a table may read: what was written since they sat down; None for all others.

    Args:
        table_id: The table's id.
        player: The viewer; None for a visitor.
        invitation: The code that came with the request, if any.

    Raises:
        UnknownTable: There is no such table, or this player may not know of it.

    Source: 56-SHOW-17, 56-SHOW-18.
    """
    _table, version = watched_table(table_id, player, invitation)
    state = load_state(table_id, version)
    seat = state.seat_of(player.pk) if player is not None else None
    if player is None or seat is None or not state.terms.chat:
        return None
    written = ChatMessage.objects.filter(table_id=table_id, version__gte=state.seats[seat].seated)
    latest = list(written.select_related("player").order_by("-pk")[:SHOWN])
    return ChatView(
        seat=seat,
        lines=tuple(
            ChatLine(
                id=one.pk,
                seat=one.seat,
                side=state.rules.side_of(one.seat),
                name=one.player.name,
                text=one.text,
                sent_at=int(one.sent_at.timestamp() * 1000),
                mine=one.player_id == player.pk,
            )
            for one in reversed(latest)
        ),
    )
