"""`manage.py audit_records`: judge hand records, JSON Lines in, one verdict a line out. Needs no database."""

from typing import Any

from clubs.base.lines import LinesCommand
from engine.lines import audit_line


class Command(LinesCommand):
    """Reads records, writes verdicts."""

    help = "Judge hand records (lelam-record/1): JSON Lines in, one verdict a line out, in the same order."
    doing = "Auditing"

    def handle(self, *args: Any, **options: Any) -> None:
        """Judge every line."""
        self.answer_all(audit_line, options)
