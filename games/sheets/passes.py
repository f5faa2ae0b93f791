"""Passes to a sheet: signed links for phones without an account, and what a browser's session keeps of them."""

from collections.abc import Collection
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.contrib.sessions.backends.base import SessionBase
from django.core import signing
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Player
from games.models import Sheet, SheetPass
from games.sheets.errors import BadEntry, NotNow
from games.sheets.selectors import written_sheet
from games.sheets.state import rules_of

KEY: Final = "sheet_passes"
"""The session's key: the id of the pass by the id of its sheet."""
MAX_KEPT: Final = 20
"""The number of sheets that a browser holds passes to."""
MAX_PASSES: Final = 20
"""The number of passes to a sheet that are out."""
LASTS: Final = timedelta(days=2)
"""The time for which passes last after their sheet is over: long enough to correct the last hands of an evening."""
_SALT: Final = "games.sheets.passes"


@transaction.atomic
def issue_pass(*, sheet_id: UUID, player: Player, sides: Collection[int]) -> SheetPass:
    """Issue a pass to report for sides of a sheet.

    Raises:
        UnknownSheet: There is no such sheet, or the player may not know of it.
        NotAllowed: Someone else keeps the sheet.
        BadEntry: There is no such side, or too many passes are out.
        NotNow: The sheet has been over for some time.
    """
    sheet = written_sheet(sheet_id, player)
    spoken = sorted(set(sides))
    if passes_ended(sheet):
        raise NotNow("match-over", _("The match is over: there is nothing left to report."), "sides")
    if not spoken or not set(spoken) <= set(range(len(rules_of(sheet.rules, sheet.options, sheet.engine).sides))):
        raise BadEntry("no-such-side", _("Choose a side of this sheet, or all of them."), "sides")
    Sheet.objects.select_for_update(no_key=True).get(pk=sheet_id)
    if SheetPass.objects.filter(sheet=sheet_id, revoked_at=None).count() >= MAX_PASSES:
        text = _("This sheet already has {most} passes. Revoke one first.").format(most=MAX_PASSES)
        raise BadEntry("too-many-passes", text, "sides")
    return SheetPass.objects.create(sheet=sheet, sides=spoken, issued_by=player)


def revoke_pass(*, sheet_id: UUID, pass_id: UUID, player: Player) -> None:
    """Revoke a pass at once; one that is revoked already stays so.

    Raises:
        UnknownSheet, NotAllowed: As `issue_pass`.
    """
    written_sheet(sheet_id, player)
    SheetPass.objects.filter(sheet=sheet_id, pk=pass_id, revoked_at=None).update(revoked_at=timezone.now())


def pass_token(sheet_pass: SheetPass) -> str:
    """Return the text of a pass that its link carries; it opens nothing once the pass is revoked."""
    return signing.Signer(salt=_SALT).sign(sheet_pass.pk.hex)


def pass_address(request: HttpRequest, sheet_pass: SheetPass) -> str:
    """Return the whole address that opens a pass on a phone, for a QR code."""
    return request.build_absolute_uri(reverse("games:sheet_pass", args=[pass_token(sheet_pass)]))


def passes_out(sheet: Sheet) -> QuerySet[SheetPass]:
    """Return the passes to a sheet that are not revoked, the first first."""
    return SheetPass.objects.filter(sheet=sheet, revoked_at=None).order_by("issued_at", "pk")


def passes_ended(sheet: Sheet) -> bool:
    """Tell whether the passes to a sheet open nothing any more, because it has been over for some time."""
    return sheet.finished_at is not None and timezone.now() - sheet.finished_at > LASTS


def find_pass(token: str) -> SheetPass | None:
    """Return the pass that a link carries; None for a text that was not signed here, or a pass that is no longer valid.

    A pass is valid until it is revoked, or its sheet has been over for `LASTS`.
    """
    try:
        pass_id = UUID(hex=signing.Signer(salt=_SALT).unsign(token))
    except (signing.BadSignature, ValueError):
        return None
    return _valid().filter(pk=pass_id).first()


def keep_pass(session: SessionBase, sheet_pass: SheetPass, *, beside: bool = True) -> None:
    """Keep a pass in the session of a browser; a later one to the same sheet takes its place.

    Args:
        session: The session.
        sheet_pass: The pass.
        beside: Passes to other sheets are kept as well; else the browser forgets them.
    """
    kept = session.get(KEY, {}) if beside else {}
    others = {sheet: pass_id for sheet, pass_id in kept.items() if sheet != str(sheet_pass.sheet_id)}
    latest = list(others.items())[1 - MAX_KEPT :]
    session[KEY] = {**dict(latest), str(sheet_pass.sheet_id): str(sheet_pass.pk)}


def drop_pass(session: SessionBase, sheet_id: UUID) -> None:
    """Forget the pass to a sheet: the phone is handed on."""
    kept = session.get(KEY, {})
    if str(sheet_id) in kept:
        session[KEY] = {sheet: pass_id for sheet, pass_id in kept.items() if sheet != str(sheet_id)}


def kept_pass(session: SessionBase, sheet_id: UUID) -> SheetPass | None:
    """Return the pass to a sheet that the browser holds, if it is still valid (`find_pass`)."""
    pass_id = session.get(KEY, {}).get(str(sheet_id))
    return None if pass_id is None else _valid().filter(pk=pass_id, sheet=sheet_id).first()


def kept_passes(session: SessionBase) -> QuerySet[SheetPass]:
    """Return the passes that the browser holds, but those that were revoked."""
    return _valid().filter(pk__in=session.get(KEY, {}).values())


def is_revoked(session: SessionBase, sheet_id: UUID) -> bool:
    """Tell whether the browser holds a pass to a sheet that was revoked."""
    pass_id = session.get(KEY, {}).get(str(sheet_id))
    return pass_id is not None and SheetPass.objects.filter(pk=pass_id).exclude(revoked_at=None).exists()


def kept_ids(session: SessionBase) -> tuple[str, ...]:
    """Return the ids of the passes that the browser holds, revoked ones too."""
    return tuple(session.get(KEY, {}).values())


def _valid() -> QuerySet[SheetPass]:
    lasting = Q(sheet__finished_at=None) | Q(sheet__finished_at__gt=timezone.now() - LASTS)
    return SheetPass.objects.select_related("sheet", "sheet__club").filter(lasting, revoked_at=None)
