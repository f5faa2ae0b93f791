"""The audit of a case, as the report that its digest is of."""

from typing import Annotated
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.base import described
from clubs.api.problems import Problem
from games.api.writing import WritingView
from games.audits.report import Report, canonical
from games.audits.selectors import audits_of, report_of
from games.cases.selectors import seen_case
from games.cases.services.audits import audit_again
from games.errors import UnknownCase
from games.models import CaseAudit


class AuditWanted(msgspec.Struct, forbid_unknown_fields=True):
    """The audit that is asked for."""

    audit: Annotated[int | None, msgspec.Meta(description="Its number in the case; by default the newest.")] = None


class AuditAsked(msgspec.Struct, frozen=True):
    """An audit that was asked for: its number in the case."""

    case: UUID
    number: int
    version: int | None = None

    @property
    def location(self) -> str:
        """The address of the newest audit."""
        return f"/api/cases/{self.case}/audit/"


class AuditOfCase(WritingView):
    """The audit of a case."""

    reading_is_free = True

    @described("cases_audit_retrieve", Report, tag="cases", parameters=AuditWanted)
    def get(self, request: Request, case_id: UUID) -> HttpResponse:
        """Show a report (`lelam-audit/1`) to those with a part in the case: its bytes have the digest of the case."""
        wanted = self.asked(AuditWanted).audit
        if not seen_case(case_id, self.require_player()).insider:
            raise UnknownCase()
        done = [audit for audit in audits_of(case_id) if audit.status == CaseAudit.Status.DONE]
        found = [audit for audit in done if wanted in (None, audit.number)]
        if not found:
            raise Problem("not-found", _("There is no such audit."))
        return HttpResponse(canonical(report_of(found[0])), content_type="application/json")

    @described("cases_audit_again", {201: AuditAsked}, tag="cases")
    def post(self, request: Request, case_id: UUID) -> Response:
        """Have the hand audited anew as a neutral director, as after new entries."""
        audit = audit_again(case_id=case_id, player=self.require_player())
        return self.receipt(AuditAsked(case_id, audit.number), status=201)
