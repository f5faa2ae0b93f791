"""The audits of a case's hand: asking for one anew, and noting one. The room `games.audits` makes and keeps them."""

from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.models import Player
from games.audits.report import Report, digest_of
from games.audits.services import ask_audit
from games.cases import deciding, log
from games.cases.access import case_row
from games.cases.log import Written
from games.cases.parts import is_director
from games.cases.selectors import SeenCase, seen_case
from games.errors import NotAllowed, UnknownCase
from games.models import CaseAudit


def audit_again(*, case_id: UUID, player: Player) -> CaseAudit:
    """Have the hand of a case audited anew, as after an adjustment or new entries; for a neutral director.

    Raises:
        UnknownCase: There is no such case, or the person has no part in it.
        NotAllowed: `not-a-director`.
        WrongMoment: `audit-running`.
    """
    seen = seen_case(case_id, player)
    if not seen.insider:
        raise UnknownCase()
    if not may_audit_again(seen):
        raise NotAllowed("not-a-director", _("This is for the directors of the case."))
    return ask_audit(case_id=case_id)


def may_audit_again(seen: SeenCase) -> bool:
    """Tell whether the reader of a case may have its hand audited anew."""
    return seen.actor is not None and is_director(seen.state, seen.actor)


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
        command=log.server_command(case_id, f"audit:{number}"),
        now=now,
    )
