"""Notices from tables to people who are not looking at them, and the name of a table in notices."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from uuid import UUID

from django.urls import reverse

from clubs.models import Player
from clubs.notices.services.telling import notify
from games.models import Table
from games.tables.state.table import TableState


def names_of_tables(ids: Collection[str]) -> Mapping[str, str]:
    """Return the names of tables by id."""
    return {str(table.pk): str(table) for table in Table.objects.filter(pk__in=ids).only("pk", "name", "number")}


def path_of_table(table_id: UUID) -> str:
    """Return the address of a table."""
    return reverse("games:table", args=[table_id])


def tell_ruling(state: TableState, *, by: Player) -> None:
    """Notify the people at a table of a director's ruling; call it in the transaction of the ruling."""
    ids = [seat.player for seat in state.seats if seat.player and not seat.bot and seat.player != str(by.pk)]
    notify(
        players=people(ids),
        kind="ruling",
        path=path_of_table(state.stream),
        key=f"{state.stream}:{state.version}",
        details={"table": state.stream},
    )


def people(ids: Iterable[str]) -> list[Player]:
    """Return the players with some ids, with the accounts that claimed them."""
    return list(Player.objects.filter(pk__in=set(ids)).select_related("merged_into"))


def moment_key(at: datetime) -> str:
    """Return a moment in the form used in keys: milliseconds since 1970."""
    return str(int(at.timestamp() * 1000))
