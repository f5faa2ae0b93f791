"""The audit of a case as a page, a fragment, JSON and a document; for those who have a part in the case."""

from typing import Any, NamedTuple
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.web.htmx import fragment_asked
from clubs.web.pages import current_player
from clubs.web.refusals import done
from games.audits.documents import audit_document
from games.audits.page import shown
from games.audits.report import canonical
from games.audits.selectors import audits_of, report_of
from games.cases.selectors import SeenCase, seen_case
from games.cases.services.audits import audit_again, may_audit_again
from games.errors import UnknownCase
from games.hands.history import names_by_id
from games.hands.on_sheets import sheet_names
from games.models import CaseAudit, Sheet
from games.pages import reads, viewer, writes
from games.paper.views import pdf
from games.sheets.page import title_of
from games.sheets.selectors import load_state
from games.tables.selectors.told import GONE


class Audited(NamedTuple):
    """A case that its reader may read the audit of, with the audits of it, the newest first."""

    seen: SeenCase
    audits: list[CaseAudit]

    @property
    def may_ask(self) -> bool:
        """Whether the reader may have the hand audited anew."""
        running = bool(self.audits) and self.audits[0].status == CaseAudit.Status.RUNNING
        return not running and may_audit_again(self.seen)


@reads
def case_audit(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """The audit of a case: what was found, section by section; as a fragment its summary."""
    audited = _audited(case_id, viewer(request))
    context = _about(audited.seen) | {"may_ask": audited.may_ask, "audits": audited.audits, "audit": None}
    if audited.audits:
        context["audit"] = shown(_chosen(request, audited), context["names"], context["hand_url"])
    template = "games/audits/_summary.html" if fragment_asked(request) else "games/audits/audit.html"
    return render(request, template, context)


@reads
def case_audit_json(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """The report as canonical JSON: the SHA-256 of the file is its digest."""
    audited = _audited(case_id, viewer(request))
    report = report_of(_done(_chosen(request, audited)))
    answer = HttpResponse(canonical(report), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="audit-{audited.seen.case.number}.json"'
    return answer


@reads
def case_audit_pdf(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """The report as PDF."""
    audited = _audited(case_id, viewer(request))
    audit = _done(_chosen(request, audited))
    about = _about(audited.seen)
    report = shown(audit, about["names"], about["hand_url"])
    return pdf(lambda: audit_document(report, about["title"]), f"audit-{audited.seen.case.number}")


@writes
def case_audit_again(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """Have the hand audited anew, as after an adjustment or new entries."""
    player = current_player(request)
    done(request, lambda: audit_again(case_id=case_id, player=player), _("The hand is being audited again."))
    return redirect("games:case_audit", case_id)


def _audited(case_id: UUID, player: Player | None) -> Audited:
    """Return a case with its audits.

    Raises:
        UnknownCase: There is no such case, or the reader has no part in it.
    """
    seen = seen_case(case_id, player)
    if not seen.insider:
        raise UnknownCase()
    return Audited(seen, list(audits_of(case_id)))


def _chosen(request: HttpRequest, audited: Audited) -> CaseAudit:
    """Return the audit that `?audit=` asks for, by default the newest."""
    wanted = request.GET.get("audit", "")
    chosen = next((audit for audit in audited.audits if not wanted or str(audit.number) == wanted), None)
    if chosen is None:
        raise Http404(_("There is no such audit."))
    return chosen


def _done(audit: CaseAudit) -> CaseAudit:
    if audit.status != CaseAudit.Status.DONE:
        raise Http404(_("The report is not ready yet."))
    return audit


def _about(seen: SeenCase) -> dict[str, Any]:
    """Return the place of the hand with its names and addresses."""
    case = seen.case
    if isinstance(case.place, Sheet):
        names, title = sheet_names(case.place, load_state(case.place.pk)), title_of(case.place)
        pages = ("games:sheet", "games:hand_of_sheet")
    else:
        known = names_by_id(seen.state.seats)
        names, title = tuple(known.get(seat) or _(GONE) for seat in seen.state.seats), str(case.place)
        pages = ("games:table", "games:hand")
    return {
        "seen": seen,
        "case": case,
        "names": names,
        "title": title,
        "place_url": reverse(pages[0], args=[case.game]),
        "hand_url": reverse(pages[1], args=[case.game, case.hand]),
    }
