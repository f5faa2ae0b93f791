"""Names in the case book: withheld as long as one person of the case asks for it."""

from datetime import datetime
from uuid import UUID

from clubs.models import Player
from games.cases import deciding
from games.cases.log import Written
from games.cases.services.acting import do


def withhold_names(*, case_id: UUID, player: Player, command: UUID, now: datetime | None = None) -> Written:
    """Ask that the case book name nobody; for the people of the case.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`.
    """
    return do(case_id, player, deciding.withhold_names, command=command, now=now)


def show_names(*, case_id: UUID, player: Player, command: UUID, now: datetime | None = None) -> Written:
    """Take that back; names are shown once nobody withholds them.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`.
    """
    return do(case_id, player, deciding.show_names, command=command, now=now)
