"""Photographs of score sheets: who sees and adds them (`clubs.pictures`)."""

from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.models import Player
from clubs.people.selectors import ids_of
from clubs.pictures.kinds import Access, PictureKind
from clubs.web.pages import viewer_of
from games.models import SheetSeat
from games.sheets import passes
from games.sheets.authors import Author, read_by
from games.sheets.errors import UnknownSheet
from games.sheets.selectors import may_write, visible_sheets


def access(request: HttpRequest, sheet_id: UUID) -> Access:
    """Return the rights to the photographs of a sheet.

    The readers of the sheet see them, and holders of a pass to it; its scorers, its players and holders of a pass add
    some; its scorers remove any.
    """
    author = Author(viewer_of(request), passes.kept_pass(request.session, sheet_id))
    try:
        sheet = read_by(sheet_id, author)
    except UnknownSheet:
        return Access(author.player)
    keeps = may_write(sheet, author.player)
    # The page of a sheet is for accounts; a phone with a pass only has the page of the pictures.
    reads = visible_sheets(author.player).filter(pk=sheet_id).exists()
    return Access(
        player=author.player,
        holder=None if author.sheet_pass is None else author.sheet_pass.pk,
        may_see=True,
        may_add=keeps or author.sheet_pass is not None or _sits(sheet_id, author.player),
        may_remove=keeps,
        club=sheet.club,
        address=reverse("games:sheet", args=[sheet_id]) if reads else "",
    )


def _sits(sheet_id: UUID, player: Player | None) -> bool:
    return player is not None and SheetSeat.objects.filter(sheet=sheet_id, player__in=ids_of(player)).exists()


SHEET_PICTURES = PictureKind("sheet", _("Photographs of the sheet"), access)
