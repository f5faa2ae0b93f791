"""Claims at a live table: proposed with the cards laid open, then agreed to by the other side, or objected to. Pure.

One objection, or no answer in time, ends the claim: play goes on, the cards having been seen. A claim agreed to by all
of the other side becomes the claim of the rules (56-PLAY-6). A refused player may not claim again in that hand.
"""

from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

import engine


class Proposed(msgspec.Struct, frozen=True):
    """A claim that waits for answers: its seat, its time, and the seats that have agreed."""

    seat: int
    since: datetime
    agreed: tuple[int, ...] = ()


def answering(claim: Proposed, rules: engine.RuleSet) -> tuple[int, ...]:
    """Return the seats of the other side that have not answered."""
    side = rules.side_of(claim.seat)
    return tuple(seat for seat in range(rules.players) if rules.side_of(seat) != side and seat not in claim.agreed)


def proposed(state: Any, event: Any, at: datetime) -> Any:
    """Return the table's state with the claim waiting for answers."""
    return replace(state, claim=Proposed(event.seat, at), acted_at=at)


def agreed(state: Any, event: Any, at: datetime) -> Any:
    """Return the table's state with one more seat agreeing to the claim."""
    return replace(state, claim=replace(state.claim, agreed=(*state.claim.agreed, event.seat)))


def objected(state: Any, event: Any, at: datetime) -> Any:
    """Return the table's state with play resumed; the player on turn has lost no time."""
    return replace(state, claim=None, refused=(*state.refused, state.claim.seat), since=at)
