"""The phone at a table: opening a pass, the sheet as data, and the reports that a phone sends.

No account is needed: an author is the player who is signed in, or the holder of a pass that the session keeps.
"""

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, Final
from uuid import UUID
from zlib import crc32

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.api.problems import KINDS, MEDIA_TYPE, Fault, ProblemDetails
from clubs.errors import ClubError
from clubs.web.pages import viewer_of
from engine.written import SheetHand
from games.errors import NotAllowed
from games.models import Sheet, SheetPass
from games.pages import for_people
from games.sheets import passes, reporting
from games.sheets.authors import Author, read_by
from games.sheets.errors import UnknownSheet
from games.sheets.keys import HEADER, key_of
from games.sheets.page import title_of
from games.sheets.phone import phone_sheet
from games.sheets.phone_words import phone_words
from games.sheets.selectors import visible_sheets

MAX_BYTES: Final = 4096
"""The bytes of a report."""


class SentReport(msgspec.Struct, forbid_unknown_fields=True):
    """A report as a phone sends it. `told` is null to take the report before back."""

    sides: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=7)], ...], msgspec.Meta(min_length=1, max_length=8)]
    hand: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    edit: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    told: SheetHand | None


def author_of(request: HttpRequest, sheet_id: UUID) -> Author:
    """Return the author who asks: the player of the account, and the pass to this sheet that the browser holds."""
    return Author(viewer_of(request), passes.kept_pass(request.session, sheet_id))


def _data(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer refusals as problem details (RFC 9457), which the phone reads."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        try:
            return view(request, *args, **named)
        except ClubError as error:
            return _problem(error.kind, error.message, error.code, getattr(error, "field", ""))
        except msgspec.ValidationError as error:
            text, _at, place = str(error).partition(" - at `$")
            return _problem("invalid-input", text, "invalid", place.rstrip("`").replace(".", "/"))
        except msgspec.DecodeError:
            return _problem("bad-request", _("That is not JSON."), "bad-request", "")

    return answer


def _problem(kind: str, detail: str, code: str, at: str) -> HttpResponse:
    status = KINDS[kind].status
    details = ProblemDetails(
        type=f"/api/problems/{kind}/", title=_(KINDS[kind].title), status=status, detail=detail, code=code,
        errors=(Fault(at, detail, code),) if at else (),
    )  # fmt: skip
    return HttpResponse(msgspec.json.encode(details), content_type=MEDIA_TYPE, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_pass(request: HttpRequest, token: str) -> HttpResponse:
    """Open a pass on a phone: the session keeps it, and the page of the sheet follows.

    A browser that holds another pass already is asked first: the phone may have been handed on with entries unsent.
    """
    opened = passes.find_pass(token)
    if opened is None:
        raise Http404(_("This pass no longer opens a sheet. Ask for a new one at the desk."))
    others = list(passes.kept_passes(request.session).exclude(pk=opened.pk))
    if others and request.method != "POST":
        replaced = any(other.sheet_id == opened.sheet_id for other in others)
        context = {"title": title_of(opened.sheet), "others": [title_of(other.sheet) for other in others]}
        return render(request, "games/sheet_pass.html", {**context, "replaced": replaced})
    passes.keep_pass(request.session, opened, beside=not others or "keep" in request.POST)
    SheetPass.objects.filter(pk=opened.pk).update(opened_at=timezone.now())
    return redirect("games:sheet_phone", opened.sheet_id)


@never_cache
@require_safe
@ensure_csrf_cookie
@for_people
def sheet_phone(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """The page of a phone at the table: report hands, see what the others reported, go on without a connection."""
    author, row = _read(request, sheet_id)
    key = key_of(author)
    context = {
        "row": row,
        "title": title_of(row),
        "data": msgspec.to_builtins(phone_sheet(row, author)),
        "words": phone_words(),
        "key": key,
        "rules": reverse("games:rules", args=[row.rules]),
        "by_pass": author.sheet_pass is not None,
        "has_page": visible_sheets(author.player).filter(pk=sheet_id).exists(),
    }
    answer = render(request, "games/sheet_phone.html", context)
    answer.headers[HEADER] = key
    return answer


@never_cache
@require_safe
@ensure_csrf_cookie
@_data
def phone_state(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """The sheet as data; 304 if the phone has this version already."""
    return _sheet(request, sheet_id)


@never_cache
@require_POST
@_data
def report(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Take a report in, and answer with the sheet after it; the same report twice is one.

    A report that was written before somebody else took the phone over is not taken in their name.
    """
    author, _row = _read(request, sheet_id)
    if request.headers.get(HEADER, key_of(author)) != key_of(author):
        text = _("Somebody else has taken over this phone. Open again the pass with which this was entered.")
        raise NotAllowed("another-author", text)
    sent = msgspec.json.decode(request.read(MAX_BYTES), type=SentReport)
    reporting.report_hand(
        sheet_id=sheet_id, author=author, sides=sent.sides, hand=sent.hand, edit=sent.edit, told=sent.told
    )
    return _sheet(request, sheet_id)


@never_cache
@require_POST
def leave(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Forget the pass to a sheet: the phone is handed on."""
    passes.drop_pass(request.session, sheet_id)
    return redirect("clubs:home")


def _read(request: HttpRequest, sheet_id: UUID) -> tuple[Author, Sheet]:
    """Return who asks, and the sheet.

    Raises:
        UnknownSheet: There is no such sheet, or this author may not know of it.
        NotAllowed: The pass of this browser was revoked.
    """
    author = author_of(request, sheet_id)
    try:
        return author, read_by(sheet_id, author)
    except UnknownSheet:
        if passes.is_revoked(request.session, sheet_id):
            raise NotAllowed("pass-revoked", _("This pass was revoked. Ask for a new one at the desk.")) from None
        raise


def _sheet(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    author, row = _read(request, sheet_id)
    # Names are in the row alone, and do not change its version.
    names = crc32("\n".join((row.name, *row.names)).encode())
    etag = f'"{row.version}-{names:x}-{key_of(author)}-{request.LANGUAGE_CODE}"'  # type: ignore[attr-defined]
    headers = {"ETag": etag, HEADER: key_of(author)}
    if request.method == "GET" and request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers=headers)
    return HttpResponse(msgspec.json.encode(phone_sheet(row, author)), content_type="application/json", headers=headers)
