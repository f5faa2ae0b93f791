"""What people are told of rulings on score sheets; and how notices call a sheet."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

import engine
from clubs.models import Player
from clubs.notices.services.telling import notify
from games.models import Sheet
from games.tables.notices import people

_SHEETS: Mapping[type, str] = {engine.IrregularityRuled: "sheet", engine.RulingWithdrawn: "sheet-taken-back"}
"""Which sentence of the kind `ruling` says what happened on a score sheet."""


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
