"""What a person does in a practice: read from a form, and handed to one service.

The fields are those of a live table (`games.screen.inputs`). Beside the actions of the game `do` may be

    back      take the last decision back
    again     deal the same cards again; `again:2` from seat 2
    new       deal other cards
    next      deal the next hand
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

import engine
from clubs.base.asked import number_in
from clubs.models import Player
from games.errors import TableError, UnknownTable
from games.practice import selectors, services
from games.practice.services import Changed
from games.screen.inputs import ACTIONS, Refusal, UnreadableError, action_of, read_deed
from games.tables.services.recording import ConflictError
from games.words.phrases import refusal_words


def perform(*, practice_id: UUID, player: Player, fields: Mapping[str, object]) -> Changed | Refusal:
    """Do what the fields say in a practice.

    Returns:
        The practice after it; or why nothing was done.

    Raises:
        UnknownTable: There is no such practice of this player.
    """
    card = ""
    try:
        at: dict[str, Any] = {"practice_id": practice_id, "player": player, "version": _version(fields)}
        do, _colon, what = str(fields.get("do") or "").partition(":")
        match do:
            case "back":
                return services.take_back(**at)
            case "again":
                return services.deal_again(**at, seat=number_in(what, figures=2))
            case "new":
                return services.deal_new(**at)
            case "next":
                return services.next_hand(**at)
        deed = read_deed(fields)
        if deed.do not in ACTIONS:
            raise UnreadableError("nothing that can be done here")
        card = deed.card
        seat = selectors.room_in(selectors.practice_of(practice_id, player)).kept.seat
        return services.act(**at, action=action_of(deed, seat))
    except UnknownTable:
        raise
    except UnreadableError:
        return Refusal(_("The input could not be read; nothing was done."), "malformed")
    except engine.IllegalAction as refused:
        return Refusal(refusal_words(refused), refused.code, refused.rule, card)
    except ConflictError:
        return Refusal(_("The practice had already moved on; nothing was done."), "conflict", card=card)
    except TableError as refused:
        return Refusal(str(refused), refused.code, card=card)


def _version(fields: Mapping[str, object]) -> int:
    version = number_in(str(fields.get("version") or ""))
    if version is None:
        raise UnreadableError("no version")
    return version
