"""What tables tell people who are not looking at them; and how notices call a table."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

import engine
from clubs.models import Player
from clubs.notices.services import notify
from games.models import Dispute, Sheet, Table
from games.table import TableState

_SHEETS: Mapping[type, str] = {engine.IrregularityRuled: "sheet", engine.RulingWithdrawn: "sheet-taken-back"}
"""Which sentence of the kind `ruling` says what happened on a score sheet."""


def names_of_tables(ids: Collection[str]) -> Mapping[str, str]:
    """Return what tables are called, by id."""
    return {str(table.pk): str(table) for table in Table.objects.filter(pk__in=ids).only("pk", "name", "number")}


def path_of_table(table_id: UUID) -> str:
    """Return the address of a table."""
    return reverse("games:table", args=[table_id])


def tell_ruling(state: TableState, *, by: Player) -> None:
    """Tell the people at a table that a director ruled; call it in the transaction of the ruling."""
    ids = [seat.player for seat in state.seats if seat.player and not seat.bot and seat.player != str(by.pk)]
    notify(
        players=people(ids),
        kind="ruling",
        path=path_of_table(state.stream),
        key=f"{state.stream}:{state.version}",
        details={"table": state.stream},
    )


def names_of_sheets(ids: Collection[str]) -> Mapping[str, str]:
    """Return what score sheets are called, by id."""
    found = Sheet.objects.filter(pk__in=ids).values_list("pk", "name", "created_at")
    return {
        str(pk): name or _("Score sheet of {day}").format(day=date_format(localtime(at), "j F"))
        for pk, name, at in found
    }


def tell_sheet_ruling(sheet_id: UUID, players: Iterable[str], happened: Iterable[Any], *, by: Player, key: str) -> None:
    """Tell the known players of a score sheet that a director ruled, or took a ruling back, if one did.

    Args:
        sheet_id: The sheet's id.
        players: The ids of those who are known, a seat each; empty for the others.
        happened: The events that were written.
        by: Who wrote them, and is not told.
        key: What names them.
    """
    what = next((_SHEETS[type(event)] for event in happened if type(event) in _SHEETS), "")
    if not what:
        return
    notify(
        players=people(player for player in players if player and player != str(by.pk)),
        kind="ruling",
        path=reverse("games:sheet", args=[sheet_id]),
        key=key,
        details={"sheet": sheet_id, "what": what},
    )


def tell_audit(dispute: Dispute, players: Iterable[str]) -> None:
    """Tell who asked about a hand, and who played it, that its audit is there; call it in the audit's transaction."""
    asked = [str(dispute.opened_by_id)] if dispute.opened_by_id else []
    notify(
        players=people([*asked, *players]),
        kind="dispute-audited",
        path=reverse("games:dispute", args=[dispute.pk]),
        key=str(dispute.pk),
        details={"table": dispute.table_id, "hand": dispute.hand},
    )


def tell_failed_audit(dispute: Dispute) -> None:
    """Tell the player who asked about a hand that it could not be audited; call it in that transaction."""
    if not dispute.opened_by_id:
        return
    notify(
        players=people([str(dispute.opened_by_id)]),
        kind="dispute-audited",
        path=reverse("games:dispute", args=[dispute.pk]),
        key=str(dispute.pk),
        details={"table": dispute.table_id, "hand": dispute.hand, "what": "failed"},
    )


def people(ids: Iterable[str]) -> list[Player]:
    """Return the players of some ids, with who has claimed them."""
    return list(Player.objects.filter(pk__in=set(ids)).select_related("merged_into"))


def moment_key(at: datetime) -> str:
    """Return a moment as keys have it: milliseconds since 1970."""
    return str(int(at.timestamp() * 1000))
