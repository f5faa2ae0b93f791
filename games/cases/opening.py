"""The first command of a case: disputing a finished hand. Pure."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from django.utils.translation import gettext as _

from games.cases.deciding import check_step
from games.cases.decisions import MAX_RULE
from games.cases.windows import check_windows
from games.errors import BadTerms, NotAllowed, WrongMoment
from games.events.cases import SUBJECTS, CaseOpened

_RULE: Final = re.compile(r"[0-9A-Z]+(-[0-9A-Z]+)+")


def closes_at(published: int | None, dispute: int) -> int | None:
    """Return when a hand can be disputed no longer; None: its result is not published, so there is no end yet."""
    return None if published is None else published + dispute


def is_answered(sides: Sequence[Sequence[str]], side: int | None, without_account: Collection[int]) -> bool:
    """Tell whether an answer to a dispute of a side is awaited from anybody."""
    return any(ids and number != side and number not in without_account for number, ids in enumerate(sides))


def check_opening(event: CaseOpened, *, directs: bool, now: int) -> None:
    """Refuse the opening of a case that its person, its moment or its members do not allow.

    Args:
        event: The opening.
        directs: The person gives rulings in the club, or directs the tournament.
        now: The moment of the command.

    Raises:
        NotAllowed: `not-a-player`.
        WrongMoment: `window-closed`.
        BadTerms: `unknown-subject`, `unknown-step`, `unknown-rule`, `window-out-of-range`, `bad-opening`.
    """
    side = next((number for number, players in enumerate(event.sides) if event.raised_by in players), None)
    if side is None and not directs:
        raise NotAllowed("not-a-player", _("Only players of the hand and directors can dispute it."))
    if event.subject not in SUBJECTS:
        raise BadTerms("unknown-subject", _("Choose what the dispute is about."), "subject")
    check_step(event.step)
    if event.rule and (len(event.rule) > MAX_RULE or not _RULE.fullmatch(event.rule)):
        raise BadTerms("unknown-rule", _("Enter a rule as in the rule book, such as 56-PLAY-2."), "rule")
    check_windows(event.windows)
    expected = (
        side,
        closes_at(event.published_at, event.windows.dispute),
        now + event.windows.answer if is_answered(event.sides, side, event.without_account) else None,
    )
    if (event.side, event.closes_at, event.answer_until) != expected or event.hand < 1 or not event.club:
        raise BadTerms("bad-opening", _("The dispute does not fit the hand."))
    if event.closes_at is not None and now >= event.closes_at:
        raise WrongMoment("window-closed", _("The time to dispute this hand is over."))
