"""Answers of the other side, and evidence."""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Picture, Player
from games.cases import deciding
from games.cases.log import Written
from games.cases.services.acting import cleaned, do
from games.errors import BadTerms
from games.models import CaseText

PICTURES = "case"
"""The kind of the pictures of a case (`clubs.pictures.kinds`)."""

MAX_PICTURES: Final = 60
"""The pictures of a case; those of one person are fewer (`deciding.MAX_PICTURES`)."""


def answer(
    *, case_id: UUID, player: Player, stance: str, words: str = "", command: UUID, now: datetime | None = None
) -> Written:
    """Answer a dispute for a side of the hand; a later answer of the side replaces it until the ruling.

    Args:
        stance: `agree`: the dispute is right; `contest`: it is not.
        words: The player's words (optional).

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`.
        BadTerms: `unknown-stance`, `words-too-long`.
    """
    text = cleaned(words)
    return do(
        case_id, player, lambda state, actor, at: deciding.answer(state, actor, stance, at),
        command=command, words=text, now=now,
    )  # fmt: skip


def add_text(
    *, case_id: UUID, player: Player, words: str, step: int | None = None, command: UUID, now: datetime | None = None
) -> Written:
    """Add a text as evidence, of a step of the hand or of none.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`.
        BadTerms: `words-missing`, `words-too-long`, `unknown-step`, `too-much-evidence`.
    """
    text = cleaned(words, missing=_("Write the evidence."))
    return do(
        case_id, player, lambda state, actor, at: deciding.add_evidence(state, actor, "text", at, step=step),
        command=command, words=text, now=now,
    )  # fmt: skip


def add_picture(
    *, case_id: UUID, player: Player, picture: UUID, step: int | None = None, command: UUID, now: datetime | None = None
) -> Written:
    """Add a picture of the case, which the player has sent, as evidence.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`.
        BadTerms: `unknown-picture`, `unknown-step`, `too-much-evidence`.
    """
    if not Picture.objects.filter(pk=picture, kind=PICTURES, about=case_id).exists():
        raise BadTerms("unknown-picture", _("There is no such picture in this case."), "picture")
    return do(
        case_id, player,
        lambda state, actor, at: deciding.add_evidence(state, actor, "picture", at, item=str(picture), step=step),
        command=command, now=now,
    )  # fmt: skip


def point_at_step(
    *, case_id: UUID, player: Player, step: int, words: str = "", command: UUID, now: datetime | None = None
) -> Written:
    """Point at a step of the hand as evidence.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`.
        BadTerms: `unknown-step`, `words-too-long`, `too-much-evidence`.
    """
    text = cleaned(words)
    return do(
        case_id, player, lambda state, actor, at: deciding.add_evidence(state, actor, "step", at, step=step),
        command=command, words=text, now=now,
    )  # fmt: skip


@transaction.atomic
def withdraw_evidence(
    *, case_id: UUID, player: Player, evidence: int, command: UUID, now: datetime | None = None
) -> Written:
    """Withdraw a piece of evidence of one's own: its words and its picture are deleted.

    Raises:
        UnknownCase, NotAllowed, WrongMoment: As `acting.do` and `parts.require_may`; `not-yours`.
        BadTerms: `unknown-evidence`.
    """
    written = do(
        case_id, player, lambda state, actor, at: deciding.withdraw_evidence(state, actor, evidence, at),
        command=command, now=now,
    )  # fmt: skip
    if written.new:
        piece = written.state.evidence[evidence - 1]
        CaseText.objects.filter(case=case_id, version=piece.version).delete()
        again = any(other.item == piece.item and not other.withdrawn for other in written.state.evidence)
        if piece.kind == "picture" and not again:  # somebody else may have added the same picture
            Picture.objects.filter(pk=piece.item, kind=PICTURES, about=case_id).delete()
    return written
