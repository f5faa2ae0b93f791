"""The ruling of a director, and taking it back before anybody has appealed."""

from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.models import Player
from games.cases import deciding
from games.cases.access import case_row
from games.cases.log import Written
from games.cases.outcomes import check_applicable
from games.cases.services.acting import cleaned, do
from games.events.cases import Decision


def rule(
    *, case_id: UUID, player: Player, decision: Decision, words: str, command: UUID, now: datetime | None = None
) -> Written:
    """Rule on a case; the decision acts at once, and the result stays provisional while the case is open.

    Args:
        decision: What is decided.
        words: The reasons, in the director's words.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`.
        BadTerms: `words-missing`, `words-too-long`, and as `decisions.check_decision` and `outcomes.check_applicable`.
    """
    text = cleaned(words, missing=_("Write the reasons of the ruling."))
    check_applicable(case_row(case_id), decision)
    return do(
        case_id, player, lambda state, actor, at: deciding.rule(state, actor, decision, at),
        command=command, words=text, now=now,
    )  # fmt: skip


def withdraw_ruling(
    *, case_id: UUID, player: Player, words: str = "", command: UUID, now: datetime | None = None
) -> Written:
    """Take the own ruling back before anybody has appealed: the case waits for a ruling again.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`.
    """
    return do(case_id, player, deciding.withdraw_ruling, command=command, words=cleaned(words), now=now)
