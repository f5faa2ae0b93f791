"""Adjusted results for the tests: finished games at tables and on sheets, and other results of their hands."""

from typing import Any
from uuid import UUID, uuid4

from engine.written import SheetHand
from games.adjusting import services
from games.adjusting.selectors import adjusted
from games.models import Sheet
from games.rescoring.recount import Recount
from games.sheets.services import stop_match
from tests.games.helpers.sheets import FAILED, MADE, THEIRS, enter, sheet_of

CASE = UUID(int=18)
THREE = (MADE, THEIRS, MADE)
"""The hands of a match that side 0 wins by two to one."""


def adjust(game: UUID, hand: int, told: SheetHand | None = FAILED, **more: Any) -> int:
    """Give a finished hand another result; return the number of the adjustment."""
    return services.adjust_result(game=game, hand=hand, case=CASE, told=told, **{"command": uuid4(), **more})


def withdraw(game: UUID, adjustment: int, **more: Any) -> None:
    """Take an adjustment back."""
    services.withdraw_adjustment(game=game, adjustment=adjustment, case=CASE, **{"command": uuid4(), **more})


def stands(game: UUID) -> Recount:
    """Return a game with its adjustments."""
    counts = adjusted(game)
    assert counts is not None
    return counts


def finished_sheet(players: Any, *hands: SheetHand, **more: Any) -> Sheet:
    """Return a sheet with these hands, ended at the score."""
    sheet = sheet_of(players, **more)
    enter(sheet, players[0], *(hands or THREE))
    if not Sheet.objects.get(pk=sheet.pk).finished_at:
        stop_match(sheet_id=sheet.pk, player=players[0])
    return sheet
