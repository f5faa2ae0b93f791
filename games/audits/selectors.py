"""Queries about the audits of cases."""

from collections.abc import Sequence
from uuid import UUID

from games.audits.making import SECTIONS
from games.audits.report import FORMAT, Report, Section, section_from
from games.models import CaseAudit


def audits_of(case_id: UUID) -> Sequence[CaseAudit]:
    """Return the audits of a case, the newest first, each with its case."""
    return list(CaseAudit.objects.filter(case=case_id).select_related("case").order_by("-number"))


def report_of(audit: CaseAudit) -> Report:
    """Return the report of an audit, as far as its sections are made."""
    case = audit.case
    return Report(
        format=FORMAT,
        game=str(case.game),
        kind="table" if case.table_id is not None else "sheet",
        hand=case.hand,
        through=audit.through,
        rules=audit.rules,
        engine=audit.engine,
        sections=sections_of(audit),
    )


def sections_of(audit: CaseAudit) -> tuple[Section, ...]:
    """Return the sections of an audit that are made, in the order of a report."""
    bodies = dict(audit.sections.values_list("name", "body"))
    return tuple(section_from(bodies[name]) for name in SECTIONS if name in bodies)
