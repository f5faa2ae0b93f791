"""Passes to a sheet: signed links for phones without an account, and what a browser's session keeps of them."""

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from django.contrib.sessions.backends.base import SessionBase
from django.core import signing
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from games.models import SheetPass

KEY: Final = "sheet_passes"
"""The session's key: the id of the pass by the id of its sheet."""
MAX_PASSES: Final = 20
"""The number of sheets that a browser holds passes to."""
_SALT: Final = "games.sheets.passes"


def pass_token(sheet_pass: SheetPass) -> str:
    """Return the text of a pass that its link carries; it opens nothing once the pass is revoked."""
    return signing.Signer(salt=_SALT).sign(sheet_pass.pk.hex)


def pass_address(request: HttpRequest, sheet_pass: SheetPass) -> str:
    """Return the whole address that opens a pass on a phone, for a QR code."""
    return request.build_absolute_uri(reverse("games:sheet_pass", args=[pass_token(sheet_pass)]))


def find_pass(token: str) -> SheetPass | None:
    """Return the pass that a link carries; None for a text that was not signed here, or a revoked pass."""
    try:
        pass_id = UUID(hex=signing.Signer(salt=_SALT).unsign(token))
    except (signing.BadSignature, ValueError):
        return None
    return _valid().filter(pk=pass_id).first()


def keep_pass(session: SessionBase, sheet_pass: SheetPass) -> None:
    """Keep a pass in the session of a browser; a later one to the same sheet takes its place."""
    kept = {sheet: one for sheet, one in session.get(KEY, {}).items() if sheet != str(sheet_pass.sheet_id)}
    latest = list(kept.items())[1 - MAX_PASSES :]
    session[KEY] = {**dict(latest), str(sheet_pass.sheet_id): str(sheet_pass.pk)}


def drop_pass(session: SessionBase, sheet_id: UUID) -> None:
    """Forget the pass to a sheet: the phone is handed on."""
    kept = session.get(KEY, {})
    if str(sheet_id) in kept:
        session[KEY] = {sheet: one for sheet, one in kept.items() if sheet != str(sheet_id)}


def kept_pass(session: SessionBase, sheet_id: UUID) -> SheetPass | None:
    """Return the pass to a sheet that the browser holds, unless it was revoked."""
    pass_id = session.get(KEY, {}).get(str(sheet_id))
    return None if pass_id is None else _valid().filter(pk=pass_id, sheet=sheet_id).first()


def kept_sheets(session: SessionBase) -> Iterable[str]:
    """Return the ids of the sheets that the browser holds passes to."""
    return tuple(session.get(KEY, {}))


def _valid() -> QuerySet[SheetPass]:
    return SheetPass.objects.select_related("sheet", "sheet__club").filter(revoked_at=None)
