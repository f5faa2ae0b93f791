"""Questions about the meaning of calls, and the additions of the caller's partners to the answers."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

import engine
from clubs.models import Player
from games.conventions.check import clean_line
from games.conventions.force import in_force
from games.errors import NotAllowed, NotSeated, WrongMoment
from games.events import tables as events
from games.models import MeaningNote
from games.tables.services.recording import change
from games.tables.state.questions import answering, calls_open
from games.tables.state.table import TableState

LONGEST_ADDITION = 200


def ask_meaning(
    *, table_id: UUID, player: Player, call: int, command: UUID | None = None, now: datetime | None = None
) -> int:
    """Ask about a call of the other side. The answer, from the caller's convention card, goes to the asker only.

    Args:
        call: The call's place in the auction, from 0.

    Returns:
        The table's version; unchanged if the player has asked about this call before.

    Raises:
        NotSeated: The player has no seat here.
        NotAllowed: The call is the player's own or a partner's.
        WrongMoment: Questions about that call are not allowed now.

    Source: 56-SHOW-26.
    """

    def decide(state: TableState, at: datetime) -> Sequence[Any]:
        seat = _seat(state, player)
        game = engine.view(state.game, None)
        if call not in calls_open(game, state.rules) or state.ended_at is not None:
            raise WrongMoment(
                "not-open-to-questions",
                _("You cannot ask about that call now: only about calls of the visible round, until the first lead."),
            )
        caller = game.auction[call].seat
        side = state.rules.side_of(caller)
        if side == state.rules.side_of(seat):
            raise NotAllowed("own-side", _("Only the other side may ask about calls of your side."))
        if any((one.asker, one.call) == (seat, call) for one in state.questions):
            return []
        card = in_force(state, side)
        return [events.MeaningAsked(seat=seat, of=caller, call=call, card=card.id, edition=card.edition)]

    return change(table_id=table_id, decide=decide, command=command, player=player, now=now)


def add_meaning(
    *,
    table_id: UUID,
    player: Player,
    call: int,
    asker: int,
    text: str,
    command: UUID | None = None,
    now: datetime | None = None,
) -> int:
    """Add a line to the answer about a partner's call, for the player who asked.

    Args:
        player: A partner of the caller, not the caller.
        call: The call's place in the auction, from 0.
        asker: The seat that asked.
        text: The line, at most `LONGEST_ADDITION` characters.

    Raises:
        NotSeated: The player has no seat here.
        BadTerms: The text is empty or too long.
        WrongMoment: The question does not await an addition by this player.

    Source: 56-SHOW-26.
    """
    line = clean_line(text, longest=LONGEST_ADDITION, field="text")
    where: dict[str, Any] = {}

    def decide(state: TableState, at: datetime) -> Sequence[Any]:
        seat = _seat(state, player)
        game = engine.view(state.game, None)
        question = next((one for one in state.questions if (one.asker, one.call) == (asker, call)), None)
        open_now = state.ended_at is None and call in calls_open(game, state.rules)
        if question is None or not open_now or seat not in answering(question, game, state):
            raise WrongMoment(
                "not-asked", _("Nobody is waiting for your words on that call, or you have already given them.")
            )
        where.update(hand=state.hand, seat=seat, added_at=at)
        return [events.MeaningAdded(seat=seat, asker=asker, call=call)]

    def keep(after: TableState) -> None:
        MeaningNote.objects.create(table_id=table_id, call=call, asker=asker, player=player, text=line, **where)

    return change(table_id=table_id, decide=decide, command=command, player=player, now=now, beside=keep)


def _seat(state: TableState, player: Player) -> int:
    seat = state.seat_of(player.pk)
    if seat is None:
        raise NotSeated()
    return seat
