"""Noting the audit of a case's hand; the report itself is made and kept by the room `games.audits`."""

from datetime import datetime
from uuid import UUID, uuid5

from games.audits.report import Report, digest_of
from games.cases import deciding, log
from games.cases.access import case_row
from games.cases.log import Written


def record_audit(case_id: UUID, number: int, report: Report, *, now: datetime | None = None) -> Written:
    """Note an audit of the hand of a case, unless the case is closed by now; the same audit again is nothing new.

    Args:
        case_id: The case's id.
        number: The number of the audit in the case, from 1.
        report: The report.

    Raises:
        UnknownCase: There is no such case.
    """
    codes = [finding.code for finding in report.found]
    return log.write(
        case_row(case_id),
        lambda state, _at: deciding.record_audit(
            state, number, report.through, digest_of(report), report.verdict, codes
        ),
        command=uuid5(case_id, f"audit:{number}"),
        now=now,
    )
