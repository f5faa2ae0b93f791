"""A director's rulings at a live table, on the irregularities that can happen there: 56-IRR-20 and 56-IRR-27.

Conceding, 56-IRR-30, is a player's command (`games.tables.services.play.concede_hand`).
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
from games.rulings.selectors import directs, is_open_to_rulings, not_the_director, open_rows
from games.tables.notices import tell_ruling
from games.tables.selectors.access import visible_table
from games.tables.services.recording import change
from games.tables.services.rounds import with_sequel
from games.tables.state.table import TableState
from games.words.phrases import translated


def what_follows(state: TableState, ruling: Ruling) -> list[engine.Event]:
    """Return the events that a ruling brings about in the running hand of a table of 56.

    Raises:
        BadTerms: There is no such option, or it cannot be ruled so.
    """
    try:
        return rulings.rule(rulings.sheet_of(state.game, state.rulings), ruling)  # type: ignore[arg-type]
    except engine.SheetError as fault:
        raise BadTerms(fault.code, translated(fault.text, fault.members), fault.field) from None


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
    """Rule on an irregularity in the running hand of a table of 56.

    Args:
        player: The director, who may give rulings in the table's club and does not play here.
        rule: `56-IRR-20` or `56-IRR-27`.
        remedy: The option of the rule.
        offender: The offending seat.
        hand: The number of the hand, so that a late command does not rule on the next hand.
        invitation: The invitation code of the request, if any.

    Raises:
        UnknownTable: There is no such table, or the player may not know of it.
        NotAllowed: The player may not give rulings in its club, or plays here.
        WrongMoment: The hand is not in play, or nothing happened in it to which the rule applies.
        BadTerms: There is no such option, or that seat cannot be the offender.
        ConflictError: The table is not at the expected version.

    Source: 56-IRR-20, 56-IRR-27.
    """
    table = visible_table(table_id, player, invitation)

    def decide(state: TableState, at: datetime) -> Sequence[Any]:
        if not directs(table, state, player):
            raise not_the_director()
        if not is_open_to_rulings(state):
            raise WrongMoment("no-hand", _("No hand is being played, so there is nothing to rule on."))
        if hand != state.hand:
            raise WrongMoment("hand-over", _("That hand is over; no ruling was made."))
        offenders = open_rows(state).get(rule)
        if offenders is None:
            raise WrongMoment("nothing-happened", _("Nothing of this kind has happened here."))
        if offender not in offenders:
            raise BadTerms("wrong-offender", _("This player cannot have done that."), "offender")
        ruling = Ruling(rule=rule, remedy=remedy, offender=offender, player=state.seats[offender].player)
        return with_sequel(state, what_follows(state, ruling), at)

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
