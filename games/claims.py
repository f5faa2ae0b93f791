"""A claim at a live table: proposed with the cards laid open, then agreed to by the other side, or objected to. Pure.

One objection, or no answer in time, ends the claim: play goes on, the cards having been seen. Agreed to by all of the
other side it becomes the claim of the rules (56-PLAY-6). Who was refused does not claim again in that hand.
"""

from collections import Counter
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

import engine


class Proposed(msgspec.Struct, frozen=True):
    """A claim that waits for answers: whose, since when, and who has agreed."""

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
    """Return the table's state with one more who agrees."""
    return replace(state, claim=replace(state.claim, agreed=(*state.claim.agreed, event.seat)))


def objected(state: Any, event: Any, at: datetime) -> Any:
    """Return the table's state with play going on; whose turn it is has lost no time."""
    return replace(state, claim=None, refused=(*state.refused, state.claim.seat), since=at)


def is_certain(view: engine.View, claimer: int, laid_open: tuple[str, ...]) -> bool:
    """Say whether the claimer takes every remaining trick, however the cards that this seat cannot see lie.

    The claimer leads, draws what trumps may be out, and then holds nothing but the highest of each suit.

    Args:
        view: What the seat that is asked may know.
        claimer: The claimer's seat.
        laid_open: The claimer's cards.
    """
    if view.trick or view.to_act != (claimer,):
        return False
    rules = engine.load_rules(view.rules)
    out = Counter(rules.deck)
    out.subtract(laid_open)
    if view.last_trick is not None:
        out.subtract(played.card for played in view.last_trick.cards)
    highest = {
        suit: min(
            (rules.ranks.index(card[1]) for card, copies in out.items() if copies > 0 and card[0] == suit), default=99
        )
        for suit in rules.suits
    }
    # Of equal cards the one led wins.
    if any(rules.ranks.index(card[1]) > highest[card[0]] for card in laid_open):
        return False
    trumps_out = sum(copies for card, copies in out.items() if copies > 0 and card[0] == view.trump)
    most_in_a_hand = min(trumps_out, max(view.counts[seat] for seat in range(rules.players) if seat != claimer))
    return sum(card[0] == view.trump for card in laid_open) >= most_in_a_hand
