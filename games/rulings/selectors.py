"""What a director may rule on at a live table."""

from uuid import UUID

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.officers.permissions import may
from engine.fiftysix.ruleset import FiftySix
from engine.fiftysix.state import Auction, Playing
from games.errors import NotAllowed
from games.models import Table
from games.tables.selectors.states import load_state
from games.tables.state.table import TableState


def directs(table: Table, state: TableState, player: Player | None) -> bool:
    """Tell whether a player directs a table: gives rulings in its club and does not play here."""
    if player is None or table.club is None:
        return False
    if state.seat_of(player.pk) is not None or state.next_seat_of(player.pk) is not None:
        return False
    return may(player, "give_rulings", table.club)


def may_direct(table_id: UUID, player: Player | None) -> bool:
    """Tell whether a player rules at a table of 56 while it is being played."""
    if player is None:
        return False
    table = Table.objects.select_related("club").filter(pk=table_id, status=Table.Status.PLAYING).first()
    if table is None or table.club is None or not may(player, "give_rulings", table.club):
        return False
    state = load_state(table_id, table.version)
    return isinstance(state.rules, FiftySix) and directs(table, state, player)


def not_the_director() -> NotAllowed:
    """Return the refusal of who does not direct a table."""
    return NotAllowed("not-the-director", _("Only a director of the club who does not play here can rule."))


def is_open_to_rulings(state: TableState) -> bool:
    """Tell whether a hand of 56 is being played."""
    return state.ended_at is None and isinstance(state.game, Auction | Playing)


def open_rows(state: TableState) -> dict[str, tuple[int, ...]]:
    """Return the rows that can be ruled by now, each with the seats that can have done it.

    A claim is disputed once somebody has objected to it; of prompting anybody may be guilty.

    Source: 56-IRR-20, 56-IRR-27.
    """
    if not is_open_to_rulings(state):
        return {}
    rows = {"56-IRR-27": tuple(range(state.rules.players))}
    if isinstance(state.game, Playing) and state.refused:
        rows["56-IRR-20"] = state.refused
    return rows
