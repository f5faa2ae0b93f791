"""Who may read and write which score sheet, and what stands on it.

A club's sheet is read, written and ruled on by who may in the club; one without a club by who opened it. The players
of a sheet read it as well. A sheet that is withheld is read by those alone who may write on it, and by its players.
"""

from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.officers.permissions import clubs_where, may
from clubs.people.selectors import ids_of
from games import store
from games.errors import NotAllowed
from games.models import Sheet, SheetSeat
from games.sheets.errors import UnknownSheet
from games.sheets.state import SheetState, fold_all
from games.store.foreign import origin_of


def readable(player: Player, prefix: str = "") -> Q:
    """Return the filter for sheets that a player may read; `prefix` is the path to the sheet, such as `sheet__`."""
    theirs, kept = (clubs_where(player, action).order_by() for action in ("read_sheets", "keep_sheets"))
    sat = SheetSeat.objects.filter(player__in=ids_of(player))
    return (
        Q(**{f"{prefix}club__isnull": True, f"{prefix}opened_by": player})
        | Q(**{f"{prefix}club__in": theirs.values("pk"), f"{prefix}withheld": False})
        | Q(**{f"{prefix}club__in": kept.values("pk")})
        | Q(**{f"{prefix}pk__in": sat.values("sheet")})
    )


def visible_sheets(player: Player | None) -> QuerySet[Sheet]:
    """Return the sheets that a player may read, the latest first."""
    if player is None:
        return Sheet.objects.none()
    return Sheet.objects.filter(readable(player)).select_related("club", "house__club").order_by("-created_at", "pk")


def visible_sheet(sheet_id: UUID, player: Player | None) -> Sheet:
    """Return a sheet if this player may read it.

    Raises:
        UnknownSheet: There is no such sheet, or this player may not know of it.
    """
    sheet = visible_sheets(player).filter(pk=sheet_id).first()
    if sheet is None:
        raise UnknownSheet
    return sheet


def may_write(sheet: Sheet, player: Player | None) -> bool:
    """Tell whether the player keeps this sheet."""
    return _may(sheet, player, "keep_sheets")


def may_rule(sheet: Sheet, player: Player | None) -> bool:
    """Tell whether the player gives rulings on this sheet, and takes them back."""
    return _may(sheet, player, "give_rulings")


def written_sheet(sheet_id: UUID, player: Player | None) -> Sheet:
    """Return a sheet that this player keeps.

    Raises:
        UnknownSheet: There is no such sheet, or this player may not know of it.
        NotAllowed: Somebody else keeps it.
    """
    sheet = visible_sheet(sheet_id, player)
    if not may_write(sheet, player):
        raise not_the_scorer()
    return sheet


def ruled_sheet(sheet_id: UUID, player: Player | None) -> Sheet:
    """Return a sheet that this player gives rulings on.

    Raises:
        UnknownSheet: There is no such sheet, or this player may not know of it.
        NotAllowed: Somebody else directs it.
    """
    sheet = visible_sheet(sheet_id, player)
    if not may_rule(sheet, player):
        raise not_the_director()
    return sheet


def not_the_scorer() -> NotAllowed:
    """Return the refusal of who does not keep a sheet."""
    return NotAllowed("not-the-scorer", _("Only scorers of the club can write on this sheet."))


def not_the_director() -> NotAllowed:
    """Return the refusal of who does not give rulings on a sheet."""
    return NotAllowed("not-the-director", _("Only directors of the club can give rulings on this sheet."))


def _may(sheet: Sheet, player: Player | None, action: str) -> bool:
    if player is None or (sheet.imported_at is not None and is_foreign(sheet)):
        return False
    if sheet.club is None:
        return sheet.opened_by_id == player.pk
    return may(player, action, sheet.club)


def is_foreign(sheet: Sheet) -> bool:
    """Tell whether a sheet was taken in with the archive of another installation: it can be read only."""
    return origin_of(sheet.pk) is not None


def load_state(sheet_id: UUID) -> SheetState:
    """Return what stands on a sheet.

    Raises:
        UnknownSheet: There is no such stream.
    """
    state = fold_all(None, store.load(sheet_id))
    if state is None:
        raise UnknownSheet
    return state
