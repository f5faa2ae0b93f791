"""What a game comes to with its adjustments, beside what it came to as it was played. Pure."""

from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec

from engine.adjusting import Counted, Game
from games.rescoring.reading import (
    Adjustment,
    Played,
    Stored,
    changes_of,
    read_adjustments,
    read_played,
    standing,
)


class Recount(msgspec.Struct, frozen=True, dict=True):
    """A game with the adjustments of its results.

    Attributes:
        played: The game as it was played.
        adjustments: All of them, the withdrawn ones too, the oldest first.
        before: What the game came to as it was played.
        after: What it comes to with those that stand.
    """

    played: Played
    adjustments: tuple[Adjustment, ...]
    before: Game
    after: Game

    @cached_property
    def standing(self) -> Mapping[int, Adjustment]:
        """The adjustment that counts of each hand, by the hand's number."""
        return standing(self.adjustments)

    @cached_property
    def changed(self) -> tuple[int, ...]:
        """The numbers of the hands that count otherwise than they were played, or count no more."""
        return tuple(hand.number for hand in self.before.hands if self.after.hand(hand.number) != hand)

    def now(self, hand: int) -> Counted | None:
        """Return a hand as it counts; None where it does not, or there is none."""
        return self.after.hand(hand)

    def was(self, hand: int) -> Counted | None:
        """Return a hand as it was played; None where there is none."""
        return self.before.hand(hand)


def recount(stored: Sequence[Stored]) -> Recount | None:
    """Return a game with its adjustments; None for a stream that is no game, or of which no hand was dealt.

    Args:
        stored: All events of its stream, or those up to a version.

    Raises:
        SheetError: An adjustment is of a hand that cannot come out so.
    """
    played = read_played(stored)
    if played is None or not played.hands:
        return None
    adjustments = read_adjustments(stored)
    before = played.scored_again()
    changes = changes_of(standing(adjustments))
    return Recount(played, adjustments, before, played.scored_again(changes) if changes else before)
