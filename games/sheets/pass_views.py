"""The page of a sheet's phones: passes issued, shown as QR codes, and revoked."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe

from clubs.web.pages import current_player
from clubs.web.qr import qr_code
from clubs.web.refusals import refusals_beside
from games.models import SheetPass
from games.pages import reads, writes
from games.sheets import passes
from games.sheets.forms import PassForm
from games.sheets.page import SheetPage, written_page
from games.sheets.words import on_one_phone
from games.words.events import listed


@reads
def sheet_phones(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """The phones of a sheet: its passes with their QR codes, and a form for another one."""
    return _page(request, written_page(sheet_id, current_player(request)))


@writes
def sheet_pass_new(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Issue a pass."""
    page = written_page(sheet_id, current_player(request))
    form = PassForm(request.POST, sides=page.side_names)
    if form.is_valid():
        with refusals_beside(form):
            issued = passes.issue_pass(sheet_id=sheet_id, player=current_player(request), sides=form.chosen())
            return redirect(f"{reverse('games:sheet_phones', args=[sheet_id])}#pass-{issued.pk}")
    return _page(request, page, form)


@writes
def sheet_pass_revoke(request: HttpRequest, sheet_id: UUID, pass_id: UUID) -> HttpResponse:
    """Revoke a pass."""
    passes.revoke_pass(sheet_id=sheet_id, pass_id=pass_id, player=current_player(request))
    return redirect("games:sheet_phones", sheet_id)


def _page(request: HttpRequest, page: SheetPage, form: PassForm | None = None) -> HttpResponse:
    sides = page.side_names
    ended = passes.passes_ended(page.row)
    context: dict[str, Any] = {
        "page": page,
        "ended": ended,
        "form": form or PassForm(sides=sides),
        "rows": [] if ended else [_row(request, issued, sides) for issued in passes.passes_out(page.row)],
    }
    return render(request, "games/sheet_phones.html", context, status=422 if form is not None else 200)


def _row(request: HttpRequest, sheet_pass: SheetPass, sides: tuple[str, ...]) -> dict[str, Any]:
    """Return a pass for the page. The QR code is shown at once while nobody has opened it."""
    address = passes.pass_address(request, sheet_pass)
    everybody = len(sheet_pass.sides) == len(sides)
    return {
        "id": sheet_pass.pk,
        "sides": on_one_phone(len(sides)) if everybody else listed([sides[side] for side in sheet_pass.sides]),
        "side": sheet_pass.sides[0] if len(sheet_pass.sides) == 1 else None,
        "address": address,
        "code": mark_safe(qr_code(address)),  # noqa: S308  # segno draws squares; no text goes in
        "issued_at": sheet_pass.issued_at,
        "opened_at": sheet_pass.opened_at,
    }
