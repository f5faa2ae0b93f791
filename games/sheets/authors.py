"""The authors of reports and entries: a player of an account, or a phone with a pass."""

from uuid import UUID

import msgspec

from clubs.models import Player
from clubs.people.selectors import ids_of
from games.models import Sheet, SheetPass, SheetSeat
from games.sheets.errors import UnknownSheet
from games.sheets.selectors import may_write, visible_sheets
from games.sheets.state import SheetState


class Author(msgspec.Struct, frozen=True):
    """Somebody at a sheet: with an account, with a pass, or both."""

    player: Player | None = None
    sheet_pass: SheetPass | None = None

    @property
    def id(self) -> str:
        """The id by which the log knows the author."""
        if self.sheet_pass is not None:
            return f"pass:{self.sheet_pass.pk}"
        return "" if self.player is None else str(self.player.pk)


def read_by(sheet_id: UUID, author: Author) -> Sheet:
    """Return a sheet if this author may read it.

    Raises:
        UnknownSheet: There is no such sheet, or this author may not know of it.
    """
    holds = author.sheet_pass is not None and author.sheet_pass.sheet_id == sheet_id
    readable = Sheet.objects.select_related("club") if holds else visible_sheets(author.player)
    sheet = readable.filter(pk=sheet_id).first()
    if sheet is None:
        raise UnknownSheet
    return sheet


def sides_of(sheet: Sheet, state: SheetState, author: Author) -> tuple[int, ...]:
    """Return the sides that an author may report for: of a scorer all, of a pass its own, of a player the own one."""
    sides = range(len(state.rules.sides))
    if may_write(sheet, author.player):
        return tuple(sides)
    allowed: set[int] = set()
    if author.sheet_pass is not None and author.sheet_pass.sheet_id == sheet.pk:
        allowed |= {side for side in author.sheet_pass.sides if side in sides}
    if author.player is not None:
        seats = SheetSeat.objects.filter(sheet=sheet, player__in=ids_of(author.player)).values_list("seat", flat=True)
        allowed |= {state.rules.side_of(seat) for seat in seats}
    return tuple(sorted(allowed))
