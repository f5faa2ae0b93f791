"""The commands that give a finished hand another result, and take that back: events at the end of the game's stream.

Both are done once for each command id: a repeated command returns what it came to the first time. They lock the lane of
the game's stream until the transaction ends; a caller that appends to other streams in the same transaction calls
`store.lock_streams` for all of them first.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import engine
from clubs.models import Player
from engine.written import SheetHand
from games import store
from games.errors import BadTerms, TableError, UnknownTable, WrongMoment
from games.events.adjusting import AdjustmentWithdrawn, ResultAdjusted, RowApplied
from games.models import Sheet, Table
from games.rescoring.deciding import adjusted_by, withdrawn_by
from games.rescoring.recount import Recount, recount
from games.store.foreign import origin_of
from games.tables import announce
from games.words.phrases import translated


class AdjustmentRefused(TableError):  # noqa: N818  # a refusal, not a fault
    """The hand or the adjustment cannot be changed so."""

    kind = "unprocessable"


def adjust_result(
    *,
    game: UUID,
    hand: int,
    case: UUID,
    command: UUID,
    told: SheetHand | None = None,
    row: RowApplied | None = None,
    by: Player | None = None,
    now: datetime | None = None,
) -> int:
    """Give a finished hand another result, in place of an earlier adjustment of it.

    Args:
        game: The id of the table or the score sheet.
        hand: The number of the hand.
        case: The id of the case in which that was decided.
        command: The command's id.
        told: How the hand counts; or
        row: The row of the ledger of 56 that is applied to it.
        by: The person who decided; None for the server.
        now: The time of the command.

    Returns:
        The number of the adjustment in the game's stream.

    Raises:
        UnknownTable: There is no such game.
        WrongMoment: The game is not over (`not-over`), or was called off without a result (`no-result`).
        AdjustmentRefused: There is no such hand (`no-such-hand`), or the game is of another installation (`foreign`).
        BadTerms: No hand by these rules can come out so, or there is no such row or remedy; the codes are those of
            `engine.SheetError`. `told-or-row`: say one of the two.
    """
    if (told is None) == (row is None):
        raise BadTerms("told-or-row", _("Choose either how the hand counts or which rule applies."), "told")

    def decide(counts: Recount) -> Any:
        if hand not in counts.played.versions:
            raise AdjustmentRefused("no-such-hand", _("This game has no finished hand with this number."), "hand")
        return adjusted_by(counts, hand, str(case), told, row)

    event: ResultAdjusted = _appended(game, decide, ResultAdjusted, command=command, by=by, now=now)
    return event.adjustment


def withdraw_adjustment(
    *, game: UUID, adjustment: int, case: UUID, command: UUID, by: Player | None = None, now: datetime | None = None
) -> None:
    """Let an adjustment count no longer: the one of its hand before it does, or the result as it was played.

    Args:
        game: The id of the table or the score sheet.
        adjustment: Its number in the game's stream.
        case: The id of the case by which it is withdrawn.
        command: The command's id.
        by: The person who decided; None for the server.
        now: The time of the command.

    Raises:
        UnknownTable: There is no such game.
        AdjustmentRefused: There is no such adjustment (`no-such-adjustment`), or it was withdrawn before
            (`withdrawn-already`).
    """

    def decide(counts: Recount) -> Any:
        if not 1 <= adjustment <= len(counts.adjustments):
            raise AdjustmentRefused("no-such-adjustment", _("This game has no such adjustment."), "adjustment")
        if counts.adjustments[adjustment - 1].withdrawn:
            raise AdjustmentRefused("withdrawn-already", _("This adjustment is already withdrawn."), "adjustment")
        return withdrawn_by(counts, adjustment, str(case))

    _appended(game, decide, AdjustmentWithdrawn, command=command, by=by, now=now)


@transaction.atomic
def _appended(
    game: UUID,
    decide: Callable[[Recount], Any],
    kind: type[Any],
    *,
    command: UUID,
    by: Player | None,
    now: datetime | None,
) -> Any:
    """Return the event of a command, appended to the stream of a finished game with the row of the game updated."""
    store.lock_streams([game])
    done = store.find_command(game, command)
    if done:
        if not isinstance(done[0].event, kind):
            raise AdjustmentRefused(
                "other-command", _("This request has already been used for something else."), "command"
            )
        return done[0].event
    if origin_of(game) is not None:
        raise AdjustmentRefused("foreign", _("This game was played on another server: its results are changed there."))
    stored = store.load(game, opened=False)
    counts = _over(stored)
    try:
        event = decide(counts)
    except engine.SheetError as fault:
        raise BadTerms(fault.code, translated(fault.text, fault.members), fault.field) from None
    at = now or timezone.now()
    actor = "" if by is None else str(by.pk)
    (appended,) = store.append(game, expected=stored[-1].version, events=[event], command=command, actor=actor, now=at)
    counted = recount([*stored, appended])
    assert counted is not None
    _write_row(game, appended.version, counted)
    return event


def _over(stored: Sequence[store.StoredEvent]) -> Recount:
    """Return a game that is over, with its adjustments.

    Raises:
        UnknownTable: There is no such game.
        WrongMoment: It is not over, or has no result.
    """
    if not stored:
        raise UnknownTable(_("There is no such game."))
    counts = recount(stored)
    if counts is None or counts.played.ended is None:
        if any(one.type == "TableClosed" or (one.type == "GameStopped" and one.event.at_once) for one in stored):
            raise WrongMoment("no-result", _("This game was called off and has no result."))
        raise WrongMoment("not-over", _("The game is not over yet: its results can be adjusted after it."))
    return counts


def _write_row(game: UUID, version: int, counts: Recount) -> None:
    """Update the row of a table or a score sheet, and tell its viewers."""
    if counts.played.live:
        Table.objects.filter(pk=game).update(version=version)
        announce.table_advanced(game, version)
        return
    decided = sum(hand.scored is not None for hand in counts.after.hands)
    Sheet.objects.filter(pk=game).update(version=version, hands=decided, score=list(counts.after.standing))
