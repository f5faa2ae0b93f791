"""Score sheets for the tests: a match with real cards, kept hand by hand."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from clubs.models import Club, Player
from engine.written import SheetHand
from games.models import Sheet
from games.sheets import reporting, services

MADE = SheetHand("made", 0, 16, auction=1, points=18)
FAILED = SheetHand("failed", 0, 16, auction=1, points=12)
THEIRS = SheetHand("made", 1, 17, auction=1, points=20)
"""Hands of 28 by Kerala rules, each worth one unit: two declared by seat 0, and one by seat 1."""
KERALA, WIKIPEDIA = "28-kerala-4", "28-wikipedia-4"
OPEN = {"ending": {"type": "open"}}


def sheet_of(
    players: Sequence[Player | None],
    rules: str = KERALA,
    *,
    club: Club | None = None,
    by: Player | None = None,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> Sheet:
    """Open a sheet for these players by seat, None for an unknown one; the first known one opens it."""
    known = {seat: player for seat, player in enumerate(players) if player is not None}
    return services.open_sheet(
        player=by or next(iter(known.values())),
        rules=rules,
        options=options or {},
        club=club,
        players=known if club is not None else None,
        names=["" if player is None else player.name for player in players],
        **more,
    )


def enter(sheet: Sheet, by: Player, *hands: SheetHand) -> None:
    """Enter the results of the next hands."""
    for told in hands:
        services.enter_hand(sheet_id=sheet.pk, player=by, told=told)


def settle(sheet: Sheet, by: Player, hand: int, told: SheetHand, **more: Any) -> None:
    """Correct an earlier hand; the hands after it are entered again."""
    reporting.settle_hand(sheet_id=sheet.pk, player=by, hand=hand, told=told, **{"reason": "slip", **more})


def take_back(sheet_id: UUID, by: Player) -> None:
    """Take the last entry back."""
    services.withdraw(sheet_id=sheet_id, player=by)
