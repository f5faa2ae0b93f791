"""The frame of the commands of people in a case: access, the deadlines that have passed, the append."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, TypeAlias
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Player
from games.cases import log
from games.cases.access import known_case
from games.cases.hosts import find_host
from games.cases.log import Written
from games.cases.parts import Actor
from games.cases.roles import actor_of
from games.cases.services.announcing import announce
from games.cases.services.deadlines import tend_case
from games.cases.state import CaseState
from games.errors import BadTerms
from games.events.base import TableEvent
from games.models import Case

MAX_WORDS: Final = 4000
"""Characters of what a person writes at a time."""

Act: TypeAlias = Callable[[CaseState, Actor, int], Sequence[TableEvent]]
"""A decider with its arguments: the case as it stands, the person, and the moment in seconds since 1970 UTC."""


def do(
    case_id: UUID,
    player: Player,
    act: Act,
    *,
    command: UUID,
    words: str = "",
    now: datetime | None = None,
    find: Callable[[UUID, Player], Case] = known_case,
) -> Written:
    """Do a person's command in a case.

    Args:
        case_id: The case's id.
        player: The person.
        act: The decider.
        command: The command's id.
        words: The person's words, as `cleaned` returns them.
        now: The time of the command.
        find: Returns the case if the person may know of it.

    Raises:
        UnknownCase: There is no such case, or the person may not know of it.
        TableError: The refusals of the decider.
    """
    at = now or timezone.now()
    case = find(case_id, player)
    tend_case(case_id, now=at)
    actor = actor_of(case, log.current(case_id), player, find_host(case.game))
    written = log.write(case, lambda state, moment: act(state, actor, moment), command=command, words=words, now=at)
    return announce(written)


def cleaned(words: str, *, field: str = "words", missing: str = "") -> str:
    """Return a person's words without blanks around them.

    Args:
        words: As they were written.
        field: The field of the form.
        missing: The message if there are none; empty: none are needed.

    Raises:
        BadTerms: `words-missing`, `words-too-long`.
    """
    text = words.replace("\x00", "").replace("\r\n", "\n").strip()
    if missing and not text:
        raise BadTerms("words-missing", missing, field)
    if len(text) > MAX_WORDS:
        raise BadTerms("words-too-long", _("Write at most {most} characters.").format(most=MAX_WORDS), field)
    return text
