"""The audit of a case, as the report that its digest is of."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request

from clubs.api.base import ApiView, described
from clubs.api.problems import Problem
from games.audits.report import Report, canonical
from games.audits.selectors import audits_of, report_of
from games.cases.selectors import seen_case
from games.errors import UnknownCase
from games.models import CaseAudit


class AuditWanted(msgspec.Struct, forbid_unknown_fields=True):
    """The audit that is asked for."""

    audit: Annotated[int | None, msgspec.Meta(description="Its number in the case; by default the newest.")] = None


class AuditOfCase(ApiView):
    """The audit of a case."""

    permission_classes: Sequence[type[BasePermission]] = (IsAuthenticated,)

    @described("cases_audit_retrieve", Report, tag="cases", parameters=AuditWanted)
    def get(self, request: Request, case_id: UUID) -> HttpResponse:
        """Give out a report (`lelam-audit/1`) to who has a part in the case: its bytes have the digest of the case."""
        wanted = self.asked(AuditWanted).audit
        if not seen_case(case_id, self.require_player()).insider:
            raise UnknownCase()
        done = [audit for audit in audits_of(case_id) if audit.status == CaseAudit.Status.DONE]
        found = [audit for audit in done if wanted in (None, audit.number)]
        if not found:
            raise Problem("not-found", _("There is no such audit."))
        return HttpResponse(canonical(report_of(found[0])), content_type="application/json")
