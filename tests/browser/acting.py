"""Acting at a table with known cards, beside the browsers that show it."""

from uuid import UUID, uuid4

import engine
from games import services, store
from games.models import Table

TO_PLAY = (
    (0, engine.Bid(0, 14)),
    (1, engine.Bid(1, 15)),
    (2, engine.Bid(2, 16)),
    (3, engine.Bid(3, 17)),
    *((seat, engine.Pass(seat)) for seat in (0, 1, 2)),
    (3, engine.Fold(3, "S7")),
    *((seat, engine.Pass(seat)) for seat in (3, 0, 1, 2)),
    (3, engine.Keep(3)),
)
"""From the deal of `HANDS` to the first lead, seat 0's."""


def acts(table: Table, players, *actions) -> int:
    """Let players act away from any browser."""
    version = 0
    for seat, action in actions:
        version = services.act(
            table_id=table.pk, player=players[seat], action=action, expected_version=None, command=uuid4()
        )
    return version


def played(table_id: UUID) -> list[tuple[int, str]]:
    """Return the cards played so far."""
    events = (stored.event for stored in store.load(table_id))
    return [(event.seat, event.card) for event in events if isinstance(event, engine.CardPlayed)]
