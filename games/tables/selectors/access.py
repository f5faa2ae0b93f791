"""Access to tables.

A table is public unless it was opened by invitation. A table by invitation and its hands are visible to the players who
sit at it, the player who opened it, members of its club with the permission `see_private_tables`, and bearers of the
code of the invitation link; for all others it does not exist. A spectator sees no hidden card of either kind.
"""

import hmac
import time
from collections import OrderedDict
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.names import is_called
from clubs.officers.permissions import clubs_where, may
from games.errors import UnknownTable
from games.models import Seat, Table

KEPT_SECONDS = 20
KEPT_ROWS = 512


def visible(player: Player | None, prefix: str = "") -> Q:
    """Return the filter for tables that a player may find in lists.

    Args:
        player: The viewer; None for a visitor.
        prefix: The path to the table from the filtered rows, such as `table__`.
    """
    public = Q(**{f"{prefix}invitation": ""})
    if player is None:
        return public
    return (
        public
        | Q(**{f"{prefix}opened_by": player})
        | Q(**{f"{prefix}pk__in": Table.objects.filter(seats__player=player).values("pk")})
        | Q(**{f"{prefix}club__in": clubs_where(player, "see_private_tables").order_by().values("pk")})
    )


def visible_tables(player: Player | None) -> QuerySet[Table]:
    """Return the tables that a player may find in lists, the latest first."""
    return Table.objects.filter(visible(player)).order_by("-number")


def visible_table(table_id: UUID, player: Player | None, invitation: str = "") -> Table:
    """Return a table if this player may see it.

    Args:
        table_id: The table's id.
        player: The viewer; None for a visitor.
        invitation: The code that came with the request, if any.

    Raises:
        UnknownTable: There is no such table, or this player may not know of it.
    """
    table = _row(table_id)
    if not may_see(table, player, invitation):
        raise UnknownTable()
    return table


def may_see(table: Table, player: Player | None, invitation: str = "") -> bool:
    """Tell whether a player may see a table, given its row with its seats."""
    return is_invited(table, player, invitation) or _sits(table, player)


def _row(table_id: UUID) -> Table:
    sitting = Prefetch("seats", Seat.objects.select_related("player"))
    table = (
        Table.objects.select_related("club", "opened_by", "house__club")
        .prefetch_related(sitting)
        .filter(pk=table_id)
        .first()
    )
    if table is None:
        raise UnknownTable()
    return table


class _Kept(NamedTuple):
    row: Table
    until: float


_kept: OrderedDict[UUID, _Kept] = OrderedDict()
_lock = Lock()


def watched_row(table_id: UUID, *, fresh: bool = False) -> Table:
    """Return a table's row with its seats, for viewers of the live table, who look at it after every card.

    Its rarely changing parts (its name, the players' names) may be some seconds old, and so may its version.

    Args:
        table_id: The table's id.
        fresh: Read a table by invitation anew, to tell who may see it.

    Raises:
        UnknownTable: There is no such table.
    """
    now = time.monotonic()
    with _lock:
        kept = _kept.get(table_id)
    if kept is not None and kept.until > now and not (fresh and kept.row.invitation):
        return kept.row
    table = _row(table_id)
    with _lock:
        _kept[table_id] = _Kept(table, now + KEPT_SECONDS)
        _kept.move_to_end(table_id)
        while len(_kept) > KEPT_ROWS:
            _kept.popitem(last=False)
    return table


def watched_table(table_id: UUID, player: Player | None, invitation: str = "") -> tuple[Table, int]:
    """Return a table if this player may see it, and its version: as `visible_table`, but cached.

    The version is never old, and a table by invitation is always read anew.

    Args:
        table_id: The table's id.
        player: The viewer; None for a visitor.
        invitation: The code that came with the request, if any.

    Raises:
        UnknownTable: There is no such table, or this player may not know of it.
    """
    table = watched_row(table_id, fresh=True)
    if not may_see(table, player, invitation):
        raise UnknownTable()
    # A table by invitation has just been read.
    return table, table.version if table.invitation else table_version(table_id)


def table_version(table_id: UUID) -> int:
    """Return the version that a table has reached.

    Raises:
        UnknownTable: There is no such table.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT version FROM games_table WHERE id = %s", [table_id])
        found = cursor.fetchone()
    if found is None:
        raise UnknownTable()
    version: int = found[0]
    return version


def is_invited(table: Table, player: Player | None, invitation: str = "") -> bool:
    """Tell whether the player may sit down, as far as the invitation goes."""
    if not table.invitation:
        return True
    if invitation and hmac.compare_digest(invitation.encode(), table.invitation.encode()):
        return True
    return player is not None and may_invite(table, player)


def may_invite(table: Table, player: Player | None) -> bool:
    """Tell whether the player opened the table or sees those of its club that are by invitation."""
    if player is None:
        return False
    return table.opened_by_id == player.pk or (table.club is not None and may(player, "see_private_tables", table.club))


def needs_account(table: Table) -> str:
    """Return why somebody without an account cannot sit down at a table; empty if they can."""
    if table.club is not None and not table.friendly:
        return _("This game counts in {club}: you need an account to sit down.").format(club=table.club.name)
    return _("The players of this table were named when it was opened.") if table.fixed_seats else ""


def is_called_at(table: Table, name: str) -> bool:
    """Tell whether somebody who sits at a table has a name that looks like this one."""
    return is_called(name, (seat.player.name for seat in table.seats.all()))


def names_beside(player: Player) -> list[str]:
    """Return the names of those who sit with a player, at every table that is not over."""
    open_ = Seat.objects.filter(player=player, table__status__in=[Table.Status.WAITING, Table.Status.PLAYING])
    beside = Seat.objects.filter(table__in=open_.values("table")).exclude(player=player)
    return list(beside.values_list("player__name", flat=True))


def _sits(table: Table, player: Player | None) -> bool:
    return player is not None and any(seat.player_id == player.pk for seat in table.seats.all())
