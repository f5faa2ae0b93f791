"""What a neutral director does before the ruling: taking a case, giving it back, moving its deadlines."""

from datetime import datetime
from uuid import UUID

from clubs.models import Player
from games.cases import deciding, log
from games.cases.log import Written
from games.cases.services.acting import do


def take(*, case_id: UUID, player: Player, command: UUID, now: datetime | None = None) -> Written:
    """Take a case up, or over from another director.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`.
    """
    return do(case_id, player, deciding.take, command=command, now=now)


def release(*, case_id: UUID, player: Player, command: UUID, now: datetime | None = None) -> Written:
    """Give a case back, so that another director takes it up.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`.
    """
    return do(case_id, player, deciding.release, command=command, now=now)


def move_deadline(
    *, case_id: UUID, player: Player, step: str, until: datetime, command: UUID, now: datetime | None = None
) -> Written:
    """Set a later deadline for the step at which a case is.

    Args:
        step: The step that the case waits for (`moves.whose_move`); `poll` moves all open polls.
        until: The new deadline.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`.
        BadTerms: `other-step`, `not-later`, `too-far`.
    """
    moment = log.seconds_of(until)
    return do(
        case_id, player, lambda state, actor, at: deciding.move_deadline(state, actor, step, moment, at),
        command=command, now=now,
    )  # fmt: skip
