"""Acting at a table beside the browsers that show it, and waiting for what they show."""

from uuid import UUID, uuid4

from django.utils import timezone
from playwright.sync_api import Page, expect

import engine
from games import store
from games.models import Table
from games.tables.selectors.states import load_state
from games.tables.services.clock import advance_table
from games.tables.services.play import act
from tests.browser.looks import fits
from tests.browser.seats import Sitter

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
        version = act(table_id=table.pk, player=players[seat], action=action, expected_version=None, command=uuid4())
    return version


def played(table_id: UUID) -> list[tuple[int, str]]:
    """Return the cards played so far."""
    events = (stored.event for stored in store.load(table_id))
    return [(event.seat, event.card) for event in events if isinstance(event, engine.CardPlayed)]


def bots_move(table_id: UUID) -> int:
    """Let the bots do what is theirs, up to the person's turn; return the version reached."""
    while (state := load_state(table_id)).ended_at is None and state.turn not in (0, None):
        due = Table.objects.get(pk=table_id).due_at
        advance_table(table_id=table_id, now=max(due, timezone.now()))
    return state.version


def play_out(me: Sitter, table_id: UUID) -> None:
    """Let the person press what is offered, and bots move, until the game is over."""
    while True:
        me.await_version(bots_move(table_id))
        if me.finished:
            return
        fits(me.page)
        me.does(me.choice())


def settle(page: Page) -> None:
    """Wait until the bots' deeds have all been shown."""
    expect(page.locator(".desk [hx-get]")).to_have_count(0, timeout=60_000)
