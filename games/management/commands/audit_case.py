"""`manage.py audit_case`: the audit of a case made at once, printed, or made anew and compared with the one kept."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.audits.making import make_report
from games.audits.report import canonical, digest_of
from games.audits.selectors import audits_of, report_of
from games.audits.services import audit_case, gather_for
from games.cases.services.audits import record_audit
from games.models import Case, CaseAudit


class Command(BaseCommand):
    """Audits the hand of a case."""

    help = "Make the audit of a case that waits, and print its report. --verify makes it anew and compares the digests."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the case and the choice of audit."""
        parser.add_argument("case", type=UUID, help="The id of the case.")
        parser.add_argument("--audit", type=int, help="The number of the audit in the case; by default the newest.")
        parser.add_argument("--verify", action="store_true", help="Make the report anew and compare it.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Audit, print or verify."""
        try:
            audit_case(case_id=options["case"], record=record_audit)
        except Case.DoesNotExist:
            raise CommandError("There is no such case.") from None
        audit = self._audit(options["case"], options["audit"])
        if not options["verify"]:
            self.stdout.write(canonical(report_of(audit)).decode())
            return
        anew = make_report(gather_for(audit))
        kept = report_of(audit)
        if digest_of(anew) == audit.digest == digest_of(kept):
            self.stdout.write(f"Audit {audit.number}: made anew it is the same, SHA-256 {audit.digest}.")
            return
        wrong = [new.name for new, old in zip(anew.sections, kept.sections, strict=False) if new != old]
        raise CommandError(
            f"Audit {audit.number}: recorded {audit.digest}, kept {digest_of(kept)}, made anew {digest_of(anew)}; "
            f"sections that differ: {', '.join(wrong) or 'none'}."
        )

    def _audit(self, case: UUID, number: int | None) -> CaseAudit:
        done = [
            audit
            for audit in audits_of(case)
            if audit.status == CaseAudit.Status.DONE and number in (None, audit.number)
        ]
        if not done:
            raise CommandError("There is no such audit that is done.")
        return done[0]
