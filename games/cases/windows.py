"""The windows of a case: how long its steps last. A club sets its own, a tournament has its own by the host. Pure."""

from typing import Final

from django.utils.translation import gettext as _
from msgspec.structs import asdict

from games.errors import BadTerms
from games.events.cases import Windows

__all__ = ["CLUB", "MAX_SECONDS", "MIN_SECONDS", "TOURNAMENT", "Windows", "check_windows"]

DAY: Final = 24 * 3600
MINUTE: Final = 60

CLUB: Final = Windows(
    dispute=7 * DAY, answer=2 * DAY, poll=2 * DAY, ruling=7 * DAY, appeal=3 * DAY, committee=3 * DAY, vote=7 * DAY
)
"""Those of a club that has set none."""
TOURNAMENT: Final = Windows(
    dispute=30 * MINUTE, answer=10 * MINUTE, poll=10 * MINUTE, ruling=30 * MINUTE, appeal=30 * MINUTE,
    committee=60 * MINUTE, vote=60 * MINUTE,
)  # fmt: skip
"""Those of a tournament that has set none."""
MIN_SECONDS: Final = MINUTE
MAX_SECONDS: Final = 90 * DAY
"""The shortest and the longest that a window can be."""


def check_windows(windows: Windows) -> None:
    """Refuse windows that are too short or too long.

    Raises:
        BadTerms: `window-out-of-range`, with the window as the field.
    """
    for field, seconds in asdict(windows).items():
        if not MIN_SECONDS <= seconds <= MAX_SECONDS:
            text = _("The time must be between 1 minute and 90 days.")
            raise BadTerms("window-out-of-range", text, field)
