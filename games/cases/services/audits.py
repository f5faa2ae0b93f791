"""Noting the audit of a case's hand; the report itself is made and kept by the room `games.audits`."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid5

from games.cases import deciding, log
from games.cases.access import case_row
from games.cases.log import Written


def record_audit(
    *,
    case_id: UUID,
    through: int,
    digest: str,
    verdict: str,
    findings: Sequence[str] = (),
    now: datetime | None = None,
) -> Written:
    """Note an audit of the hand of a case; the same report again is nothing new.

    Args:
        through: The version of the game's stream that was audited.
        digest: The SHA-256 of the report's canonical JSON (hex).
        verdict: `clean`, `findings` or `incomplete`.
        findings: The codes of the findings.

    Raises:
        UnknownCase: There is no such case.
        WrongMoment: `case-closed`.
    """
    return log.write(
        case_row(case_id),
        lambda state, at: deciding.record_audit(state, through, digest, verdict, findings, at),
        command=uuid5(case_id, f"audit:{through}:{digest}"),
        now=now,
    )
