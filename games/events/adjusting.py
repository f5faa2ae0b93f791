"""A result that was changed after the game: events at the end of the stream of a table or a score sheet.

Nothing before them is touched. What the game comes to with them is `engine.adjusting`'s to say.
"""

import msgspec

from engine.written import SheetHand
from games.events.base import TableEvent


class RowApplied(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of the ledger of 56 applied to a finished hand: the members of `engine.fiftysix.rulings.Ruling`."""

    rule: str
    remedy: str
    offender: int | None = None
    player: str = ""
    card: str = ""
    denomination: str = ""
    extra: int = 0


class ResultAdjusted(TableEvent, frozen=True):
    """A director or a committee gave a finished hand another result; the game comes to something else by it.

    Either `told` says how the hand counts from now on, or `row` which row of the ledger was applied to it. An
    adjustment of a hand replaces the one before it.

    Attributes:
        adjustment: Its number in the stream, from 1.
        hand: The number of the hand.
        case: The id of the case.
        points: What the game comes to for each side with it: game points, or in 56 stake points.
        winners: The sides that have won the game with it.
    """

    adjustment: int
    hand: int
    case: str
    told: SheetHand | None
    row: RowApplied | None
    points: tuple[int, ...]
    winners: tuple[int, ...]


class AdjustmentWithdrawn(TableEvent, frozen=True):
    """An adjustment counts no longer: the one of its hand before it does, or the result as it was played.

    Attributes:
        adjustment: Its number.
        case: The id of the case by which it was withdrawn.
        points: What the game comes to for each side without it.
        winners: The sides that have won the game without it.
    """

    adjustment: int
    case: str
    points: tuple[int, ...]
    winners: tuple[int, ...]
