"""One viewer's view of a live table."""

from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

import engine
from clubs.models import Player
from games import store
from games.tables import recall
from games.tables.selectors.access import visible_table, watched_table
from games.tables.selectors.scene import Scene
from games.tables.selectors.states import load_state
from games.tables.selectors.told import FREE, happenings_of, names_of
from games.tables.view.table import Happening, TableView
from games.words import events as words


def table_view(
    table_id: UUID,
    player: Player | None,
    *,
    invitation: str = "",
    now: datetime | None = None,
) -> TableView:
    """Return a table as a player may see it, or a visitor (None).

    Args:
        table_id: The table's id.
        player: The viewer.
        invitation: The code that came with the request, if any.
        now: The time of the view; by default now.

    Raises:
        UnknownTable: There is no such table, or this player may not know of it.
    """
    table, version = watched_table(table_id, player, invitation)
    return Scene(table, load_state(table_id, version)).view(player, invitation=invitation, now=now)


def happenings(table_id: UUID, since: int, player: Player | None) -> list[Happening]:
    """Return the public happenings at a table after a version, the oldest first.

    Raises:
        UnknownTable: There is no such table, or this player may not know of it.
    """
    table = visible_table(table_id, player)
    state = load_state(table_id, table.version)
    spoken = [name or _(FREE) for name in names_of(table, state)]
    stored = [one for one in store.load(table_id, after=since, opened=False) if one.version <= state.version]
    told = recall.reviewable_events(stored, engine.view(state.game, None), lambda one: one.event)
    return happenings_of([one for one in told if words.is_told(one.event)], spoken, state.rules)
