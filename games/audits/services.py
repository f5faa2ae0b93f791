"""Auditing the hands of cases: section by section, so that an audit that was killed goes on where it was.

A section follows from the stream up to a version alone, so it does not matter how often it is made, or by how many
workers at once: the first one stored stays, and all would be the same. The last step locks the audit's row, so that it
is recorded in its case once.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.base.isolation import run_each
from clubs.base.retries import is_due, put_off
from games.audits.announce import audit_asked
from games.audits.gathering import gather, header_of
from games.audits.making import SECTIONS, make_section
from games.audits.material import Material
from games.audits.report import Report, canonical, digest_of
from games.audits.selectors import report_of
from games.errors import WrongMoment
from games.models import AuditSection, Case, CaseAudit

logger = logging.getLogger(__name__)

Record: TypeAlias = Callable[[UUID, int, Report], object]
"""Notes an audit in its case, by the case's id, the audit's number and its report; the room of cases has it."""


@transaction.atomic
def ask_audit(*, case_id: UUID, now: datetime | None = None) -> CaseAudit:
    """Have the hand of a case audited, the first time or anew; the reports before stay.

    Args:
        case_id: The id of the case.
        now: The time; by default now.

    Raises:
        Case.DoesNotExist: There is no such case.
        WrongMoment: An audit of it is being made.
    """
    case = Case.objects.select_for_update(of=("self",)).get(pk=case_id)
    audits = case.audits.order_by("-number")
    last = audits.first()
    if last is not None and last.status == CaseAudit.Status.RUNNING:
        raise WrongMoment("audit-running", _("The hand is being audited; wait for the report."))
    audit = _begin(case, 1 if last is None else last.number + 1, now or timezone.now())
    audit_asked(case_id)
    return audit


def _begin(case: Case, number: int, now: datetime) -> CaseAudit:
    through, rules, engine = header_of(case.game)
    return CaseAudit.objects.create(case=case, number=number, through=through, rules=rules, engine=engine, asked_at=now)


def audit_cases(*, record: Record, case_id: UUID | None = None, now: datetime | None = None) -> int:
    """Go on with the audits that wait, and begin those of cases that have none; one that fails is tried again later.

    Args:
        record: Notes an audit in its case, in the transaction that ends the audit.
        case_id: Only this case; by default all, in case a task was lost.
        now: The time; by default now.

    Returns:
        The number of audits that are done now.
    """
    at = now or timezone.now()
    waiting = CaseAudit.objects.filter(is_due(at), status=CaseAudit.Status.RUNNING)
    cases = Case.objects.filter(Q(audits__in=waiting) | Q(audits__isnull=True))
    if case_id is not None:
        cases = cases.filter(pk=case_id)
    outcome = run_each(
        cases.order_by("opened_at").values_list("pk", flat=True),
        lambda each: audit_case(case_id=each, record=record, now=at),
        task="The audit of a case",
        on_failure=lambda each, _failure: put_off(
            CaseAudit.objects.filter(case=each, status=CaseAudit.Status.RUNNING), at
        ),
        logger=logger,
    )
    return len(outcome.results)


def audit_case(*, case_id: UUID, record: Record, now: datetime | None = None) -> CaseAudit | None:
    """Make the audit of a case that waits, from the section on at which it stands.

    Returns:
        The audit; None if none waits.

    Raises:
        Case.DoesNotExist: There is no such case.
        LedgerBehind: The ledger has not followed the game yet.
    """
    at = now or timezone.now()
    audit = _waiting(case_id, at)
    if audit is None:
        return None
    made = set(audit.sections.values_list("name", flat=True))
    material: Material | None = None
    for name in SECTIONS:
        if name in made:
            continue
        material = material or gather_for(audit)
        body = canonical(make_section(material, name)).decode()
        section = AuditSection(audit=audit, name=name, body=body, made_at=at)
        AuditSection.objects.bulk_create([section], ignore_conflicts=True)
    return _finish(audit.pk, record, at)


@transaction.atomic
def _waiting(case_id: UUID, now: datetime) -> CaseAudit | None:
    """Return the audit of a case that is being made; the first one, if there is none yet."""
    case = Case.objects.select_for_update(of=("self",)).get(pk=case_id)
    if not case.audits.exists():
        return _begin(case, 1, now)
    return case.audits.filter(status=CaseAudit.Status.RUNNING).first()


def gather_for(audit: CaseAudit) -> Material:
    """Return what an audit looks at."""
    case = audit.case
    kind: Literal["table", "sheet"] = "table" if case.table_id is not None else "sheet"
    return gather(case.game, kind, case.hand, audit.through)


@transaction.atomic
def _finish(audit_id: int, record: Record, now: datetime) -> CaseAudit:
    """Put the report together and record it in its case, once."""
    audit = CaseAudit.objects.select_for_update(of=("self",)).select_related("case").get(pk=audit_id)
    if audit.status != CaseAudit.Status.RUNNING:
        return audit
    report = report_of(audit)
    audit.digest, audit.verdict = digest_of(report), report.verdict
    audit.status, audit.done_at, audit.due_at = CaseAudit.Status.DONE, now, None
    audit.save(update_fields=["digest", "verdict", "status", "done_at", "due_at"])
    record(audit.case_id, audit.number, report)
    return audit
