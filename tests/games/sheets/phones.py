"""Phones at a table: their passes, their reports, and what comes of them."""

from engine.written import SheetHand
from games import store
from games.models import Sheet, SheetPass
from games.replaying.sheets import replay_sheet
from games.sheets import reporting, selectors
from games.sheets.authors import Author


def phone(sheet: Sheet, *sides: int) -> Author:
    return Author(sheet_pass=SheetPass.objects.create(sheet=sheet, sides=list(sides)))


def say(sheet: Sheet, author: Author, hand: int, told: SheetHand | None, edit: int = 1) -> int:
    assert author.sheet_pass is not None
    return reporting.report_hand(
        sheet_id=sheet.pk, author=author, sides=author.sheet_pass.sides, hand=hand, edit=edit, told=told
    )


def scores(sheet: Sheet) -> list[tuple[int, ...] | None]:
    return [scored.score for _, scored in selectors.load_state(sheet.pk).results]


def replayed(sheet: Sheet) -> None:
    """Decide every command of the sheet anew."""
    commands: list[list[store.StoredEvent]] = []
    for stored in store.load(sheet.pk):
        if not commands or commands[-1][-1].command != stored.command:
            commands.append([])
        commands[-1].append(stored)
    replay_sheet(iter(commands))
