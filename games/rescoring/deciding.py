"""The events by which results are adjusted, decided on a game as it counts. Pure."""

from msgspec.structs import replace

from engine import sheets
from engine.written import SheetHand
from games.events.adjusting import AdjustmentWithdrawn, ResultAdjusted, RowApplied
from games.rescoring.reading import change_of, changes_of, standing
from games.rescoring.recount import Recount


def adjusted_by(
    counts: Recount, hand: int, case: str, told: SheetHand | None, row: RowApplied | None
) -> ResultAdjusted:
    """Return the event that gives a finished hand another result.

    Args:
        counts: The game with its adjustments.
        hand: The number of the hand; the game has it.
        case: The id of the case.
        told: How the hand counts; None where a row is applied.
        row: The row of the ledger of 56.

    Raises:
        SheetError: The hand cannot come out so, or there is no such row or remedy in this game.
    """
    tidy = None if told is None else sheets.tidied(counts.played.rules, told)
    changes = {**changes_of(counts.standing), hand: change_of(tidy, row)}
    after = counts.played.scored_again(changes)
    return ResultAdjusted(len(counts.adjustments) + 1, hand, case, tidy, row, after.points, after.winners)


def withdrawn_by(counts: Recount, adjustment: int, case: str) -> AdjustmentWithdrawn:
    """Return the event that takes an adjustment back; the game has it, and it was not withdrawn."""
    left = (
        replace(each, withdrawn=True) if each.event.adjustment == adjustment else each for each in counts.adjustments
    )
    after = counts.played.scored_again(changes_of(standing(left)))
    return AdjustmentWithdrawn(adjustment, case, after.points, after.winners)
