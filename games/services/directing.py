"""A director's rulings at a live table: for what can go wrong there, 56-IRR-20 and 56-IRR-27.

56-IRR-30, conceding, is a player's own deed (`games.services.play.concede_hand`).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

import engine
from clubs.models import Player
from engine.fiftysix import rulings
from engine.fiftysix.rulings import Ruling
from games.errors import BadTerms, WrongMoment
from games.selectors.access import visible_table
from games.selectors.directing import directs, is_open_to_rulings, not_the_director, open_rows
from games.services.recording import change
from games.services.rounds import with_sequel
from games.table import TableState
from games.telling import tell_ruling
from games.words.phrases import said


def give_ruling(
    *,
    table_id: UUID,
    player: Player,
    rule: str,
    remedy: str,
    offender: int,
    hand: int,
    invitation: str = "",
    expected_version: int | None = None,
    command: UUID | None = None,
    now: datetime | None = None,
) -> int:
    """Rule on what went wrong in the running hand of a table of 56.

    Args:
        table_id: The table's id.
        player: The director: who may give rulings in the table's club, and does not play here.
        rule: `56-IRR-20` or `56-IRR-27`.
        remedy: The option of it.
        offender: The seat that did it.
        hand: The number of the hand, so that no other one is ruled on by a late press.
        invitation: The code that came with the request, if any.
        expected_version: The version the director saw, if it must still be that one.
        command: The id of what is asked; sent twice it is done once.
        now: When; by default now.

    Returns:
        The version after it.

    Raises:
        UnknownTable: There is no such table, or the player may not know of it.
        NotAllowed: The player may give no rulings in its club, or plays here.
        WrongMoment: That hand is not being played, or nothing happened in it that this row is about.
        BadTerms: There is no such option, or that seat cannot have done it.
        ConflictError: The table is not at the expected version.

    Source: 56-IRR-20, 56-IRR-27.
    """
    table = visible_table(table_id, player, invitation)

    def decide(state: TableState, at: datetime) -> Sequence[Any]:
        if not directs(table, state, player):
            raise not_the_director()
        if not is_open_to_rulings(state):
            raise WrongMoment("no-hand", _("No hand is being played that could be ruled on."))
        if hand != state.hand:
            raise WrongMoment("hand-over", _("That hand is over; nothing was ruled."))
        offenders = open_rows(state).get(rule)
        if offenders is None:
            raise WrongMoment("nothing-happened", _("Nothing has happened here that this could be about."))
        if offender not in offenders:
            raise BadTerms("wrong-offender", _("This player cannot have done that."), "offender")
        ruling = Ruling(rule=rule, remedy=remedy, offender=offender, player=state.seats[offender].player)
        try:
            happened = rulings.rule(rulings.sheet_of(state.game, state.rulings), ruling)  # type: ignore[arg-type]
        except engine.SheetError as fault:
            raise BadTerms(fault.code, said(fault.text, fault.members), fault.field) from None
        return with_sequel(state, happened, at)

    return change(
        table_id=table_id,
        decide=decide,
        command=command,
        player=player,
        seen=True,
        expected_version=expected_version,
        now=now,
        beside=lambda state: tell_ruling(state, by=player),
    )
