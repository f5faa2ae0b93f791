"""The windows of cases that a club sets for itself."""

from django.db import transaction
from msgspec.structs import asdict

from clubs.models import CaseWindows, Club, Player
from clubs.officers.acts import note_act
from clubs.officers.permissions import require
from games.cases.windows import Windows, check_windows


@transaction.atomic
def set_windows(*, club: Club, by: Player, windows: Windows) -> Windows:
    """Set how long the steps of a case last in a club; cases that are open keep theirs.

    Raises:
        NotAllowed: `by` may not change the club.
        BadTerms: `window-out-of-range`, with the window as the field.
    """
    require(by, "change_club", club)
    check_windows(windows)
    CaseWindows.objects.update_or_create(club=club, defaults=asdict(windows))
    note_act(club=club, actor=by, action="club.changed", details={"settings": "case_windows"})
    return windows
