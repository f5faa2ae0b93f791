"""The rate limit of reports by a pass, which anybody with the link may hold."""

from typing import Final

from django.utils.translation import gettext as _

from clubs.base.pace import count_act
from games.errors import TooFast
from games.models import SheetPass

WINDOW: Final = 600
"""The seconds in which reports are counted, from the first of them."""
MAX_REPORTS: Final = 150
"""The reports by one pass in that time: a phone that was offline all evening sends all its hands at once."""


def require_slower(sheet_pass: SheetPass) -> None:
    """Count a report by a pass, and refuse one too many; it can be sent again later.

    Raises:
        TooFast: `too-many-reports`.
    """
    key = f"games.sheets.reports.{sheet_pass.pk}"
    if count_act(key, WINDOW) > MAX_REPORTS:
        raise TooFast("too-many-reports", _("This phone has sent too many reports. It can continue in ten minutes."))
