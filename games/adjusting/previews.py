"""What another result of a hand would change, before it is decided; nothing is written.

A decision is the events that it would append to the game's stream. They are supposed at the end of the stream as it is
read, and all that follows the stream is asked what it would come to with them, by the same functions.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _

import engine
from engine.adjusting import Counted, Game
from engine.written import SheetHand
from games import store
from games.errors import BadTerms, UnknownTable
from games.events.adjusting import RowApplied
from games.rescoring.deciding import adjusted_by, withdrawn_by
from games.rescoring.recount import Recount, recount
from games.words.phrases import translated


class Supposed(msgspec.Struct, frozen=True):
    """An event at the end of a stream that is supposed and not written."""

    stream: UUID
    version: int
    event: Any
    recorded_at: datetime

    @property
    def type(self) -> str:
        """Its name."""
        return type(self.event).__name__


class HandChange(msgspec.Struct, frozen=True):
    """A hand that counts otherwise.

    Attributes:
        number: Its number.
        before: As it counts now; None where it does not.
        after: As it would count; None where it would not.
    """

    number: int
    before: Counted | None
    after: Counted | None


class GameChange(msgspec.Struct, frozen=True):
    """What the game comes to, now and with the decision.

    Attributes:
        hands: The hands that count otherwise, in order.
        before: The game as it counts now.
        after: The game as it would count.
        dropped: The numbers of hands that count now and would not.
        regained: The numbers of hands that do not count now and would.
    """

    hands: tuple[HandChange, ...]
    before: Game
    after: Game
    dropped: tuple[int, ...]
    regained: tuple[int, ...]

    @property
    def is_nothing(self) -> bool:
        """Whether nothing changes."""
        return not self.hands and self.before.points == self.after.points and self.before.winners == self.after.winners

    @property
    def winners_change(self) -> bool:
        """Whether other sides win."""
        return self.before.winners != self.after.winners


def compared(before: Game, after: Game) -> GameChange:
    """Return what differs between a game as it counts and as it would count."""
    was = {hand.number: hand for hand in before.hands}
    then = {hand.number: hand for hand in after.hands}
    changed = (
        HandChange(number, was.get(number), then.get(number))
        for number in sorted(was.keys() | then.keys())
        if was.get(number) != then.get(number)
    )
    return GameChange(
        hands=tuple(changed),
        before=before,
        after=after,
        dropped=tuple(sorted(was.keys() - then.keys())),
        regained=tuple(sorted(then.keys() - was.keys())),
    )


class Foreseen(msgspec.Struct, frozen=True):
    """A decision on a hand with what the game would come to.

    Attributes:
        game: The id of the table or the score sheet.
        hand: The number of the hand.
        stored: The events of the game's stream by which it was foreseen.
        supposed: The events that the decision would append.
        now: The game with its adjustments as it is.
        then: The game with its adjustments as it would be.
        change: The difference.
    """

    game: UUID
    hand: int
    stored: tuple[store.StoredEvent, ...]
    supposed: tuple[Supposed, ...]
    now: Recount
    then: Recount
    change: GameChange

    @property
    def version(self) -> int:
        """The version of the game's stream."""
        return self.stored[-1].version

    @property
    def waits(self) -> bool:
        """Whether the game is not over, so that the decision takes effect when it is."""
        return self.now.played.ended is None


def foresee(
    game: UUID,
    hand: int,
    *,
    told: SheetHand | None = None,
    row: RowApplied | None = None,
    replaces: int | None = None,
    now: datetime | None = None,
) -> Foreseen:
    """Return what a game would come to by a decision on one of its hands; of a running game as it stands.

    Args:
        game: The id of the table or the score sheet.
        hand: The number of the hand.
        told: How the hand would count; or
        row: The row of the ledger that would be applied to it; neither: nothing is given to it.
        replaces: The number of the adjustment in the game's stream that would be withdrawn first.
        now: The time of the decision.

    Raises:
        UnknownTable: There is no such game, or no hand of it was dealt.
        BadTerms: No hand by these rules can come out so, or there is no such row or remedy; as `adjust_result`.
    """
    stored = store.load(game, opened=False)
    counts = recount(stored)
    if counts is None:
        raise UnknownTable(_("There is no such game."))
    at = now or timezone.now()
    supposed: list[Supposed] = []
    try:
        if replaces is not None and not counts.adjustments[replaces - 1].withdrawn:
            supposed.append(Supposed(game, stored[-1].version + 1, withdrawn_by(counts, replaces, ""), at))
        if told is not None or row is not None:
            counting = _counted([*stored, *supposed])
            adjusted = adjusted_by(counting, hand, "", told, row)
            supposed.append(Supposed(game, stored[-1].version + len(supposed) + 1, adjusted, at))
        then = _counted([*stored, *supposed])
    except engine.SheetError as fault:
        raise BadTerms(fault.code, translated(fault.text, fault.members), fault.field) from None
    return Foreseen(game, hand, tuple(stored), tuple(supposed), counts, then, compared(counts.after, then.after))


def _counted(stored: Sequence[Any]) -> Recount:
    counts = recount(stored)
    assert counts is not None, "it was read before"
    return counts
