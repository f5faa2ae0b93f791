"""A director's rulings in a record: their effects, beside the actions of a hand.

Nobody audits a director: which remedy was right is no business of the auditor's. What is applied is the effect (the
hand adjusted or cancelled, stake points awarded, the match lost), and from that score and standing follow again.

Source: the ruling at the end of 56-IRR, "a director's ruling is an event beside the hand".
"""

import msgspec

from engine.events import (
    HandAdjusted,
    HandCancelled,
    Happened,
    IrregularityRuled,
    MatchForfeited,
    PenaltyAwarded,
)

ADJUSTED, CANCELLED, AWARDED, FORFEITED = "adjusted", "cancelled", "awarded", "forfeited"

MOST_STAKE = 100
"""The largest number of stake points that an effect may have; twice a redoubled 56 is 30."""


class DirectorsEffect(msgspec.Struct, frozen=True, omit_defaults=True):
    """An effect of a ruling.

    Attributes:
        type: `adjusted`, `cancelled`, `awarded` or `forfeited`.
        side: The side that gets the hand or the stake points; for a forfeited match, the side that lost it.
        stake: The number of stake points.
    """

    type: str
    side: int | None = None
    stake: int | None = None


class DirectorsRuling(msgspec.Struct, frozen=True):
    """A ruling in its place.

    Attributes:
        after: The number of the hand's actions before it.
        rule: The row of the ledger.
        effects: Its effects, in order; none for a warning.
    """

    after: int
    rule: str
    effects: tuple[DirectorsEffect, ...] = ()


MEMBERS: dict[str, tuple[str, ...]] = {
    ADJUSTED: ("side", "stake"),
    CANCELLED: (),
    AWARDED: ("side", "stake"),
    FORFEITED: ("side",),
}
"""The members of each type of effect."""


def with_event(rulings: tuple[DirectorsRuling, ...], event: Happened, after: int) -> tuple[DirectorsRuling, ...]:
    """Return the rulings of a hand with an event's addition.

    Args:
        rulings: Those so far.
        event: The next event of the game.
        after: The number of actions of the hand so far.
    """
    if isinstance(event, IrregularityRuled):
        return (*rulings, DirectorsRuling(after, event.rule))
    effect = _effect_of(event)
    if effect is None:
        return rulings
    *before, last = rulings
    return (*before, msgspec.structs.replace(last, effects=(*last.effects, effect)))


def _effect_of(event: Happened) -> DirectorsEffect | None:
    match event:
        case HandAdjusted():
            return DirectorsEffect(ADJUSTED, event.side, event.stake)
        case HandCancelled():
            return DirectorsEffect(CANCELLED)
        case PenaltyAwarded():
            return DirectorsEffect(AWARDED, event.side, event.stake)
        case MatchForfeited():
            return DirectorsEffect(FORFEITED, event.side)
    return None
