"""The phone at a table: opening a pass, the sheet as data, and the reports that a phone sends.

No account is needed: an author is the player who is signed in, or the holder of a pass that the session keeps.
"""

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from clubs.api.problems import KINDS, MEDIA_TYPE, Fault, ProblemDetails
from clubs.errors import ClubError
from clubs.people.selectors import find_player
from engine.written import SheetHand
from games.models import SheetPass
from games.sheets import passes, reporting
from games.sheets.authors import Author, read_by
from games.sheets.phone import phone_sheet

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
    return Author(find_player(request.user), passes.kept_pass(request.session, sheet_id))


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
@require_safe
def open_pass(request: HttpRequest, token: str) -> HttpResponse:
    """Open a pass on a phone: the session keeps it, and the page of the sheet follows."""
    found = passes.find_pass(token)
    if found is None:
        raise Http404(_("This pass does not open a sheet any more. Ask for a new one at the desk."))
    passes.keep_pass(request.session, found)
    SheetPass.objects.filter(pk=found.pk).update(opened_at=timezone.now())
    return redirect("games:sheet_phone", found.sheet_id)


@never_cache
@require_safe
@_data
def phone_state(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """The sheet as data; 304 if the phone has this version already."""
    author = author_of(request, sheet_id)
    return _sheet(request, sheet_id, author)


@never_cache
@require_POST
@_data
def report(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Take a report in, and answer with the sheet after it; the same report twice is one."""
    author = author_of(request, sheet_id)
    read_by(sheet_id, author)
    sent = msgspec.json.decode(request.read(MAX_BYTES), type=SentReport)
    reporting.report_hand(
        sheet_id=sheet_id, author=author, sides=sent.sides, hand=sent.hand, edit=sent.edit, told=sent.told
    )
    return _sheet(request, sheet_id, author)


@never_cache
@require_POST
def leave(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Forget the pass to a sheet: the phone is handed on."""
    passes.drop_pass(request.session, sheet_id)
    return redirect("clubs:home")


def _sheet(request: HttpRequest, sheet_id: UUID, author: Author) -> HttpResponse:
    row = read_by(sheet_id, author)
    etag = f'"{row.version}-{author.id}-{request.LANGUAGE_CODE}"'  # type: ignore[attr-defined]
    if request.method == "GET" and request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    return HttpResponse(
        msgspec.json.encode(phone_sheet(row, author)), content_type="application/json", headers={"ETag": etag}
    )
