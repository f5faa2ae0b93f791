"""A claim at a live table: proposed with the cards laid open, then agreed to by the other side, or objected to. Pure.

One objection, or no answer in time, ends the claim: play goes on, the cards having been seen. Agreed to by all of the
other side it becomes the claim of the rules (56-PLAY-6). Who was refused does not claim again in that hand.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

import engine
from games.bots.certainty import Ending, Holding, certain


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


def is_certain(
    view: engine.View, claimer: int, laid_open: tuple[str, ...], tricks: Sequence[engine.TrickTaken] = ()
) -> bool:
    """Say whether the claimer's side takes every remaining trick, however the cards that this seat cannot see lie.

    Never yes to what could fail; no to some claims that could not, where it would take the claimer's partner's help.

    Args:
        view: What the seat that is asked may know.
        claimer: The claimer's seat.
        laid_open: The claimer's cards.
        tricks: Complete tricks of the hand with their cards; without them only the last one is known.

    Source: 56-PLAY-6.
    """
    if view.phase != "play" or len(view.to_act) != 1:
        return False
    (turn,) = view.to_act
    return certain(_ending(view, claimer, laid_open, tricks), view.trick, turn, list(laid_open))


def _ending(view: engine.View, claimer: int, laid_open: tuple[str, ...], tricks: Sequence[engine.TrickTaken]) -> Ending:
    """Return what is known of the other hands: to the seat that looks its own, of the rest what has not been seen."""
    rules = engine.load_rules(view.rules)
    known = {trick.number: trick.cards for trick in tricks if trick.cards}
    if view.last_trick is not None:
        known[view.last_trick.number] = view.last_trick.cards
    runs = [*known.values(), view.trick]
    out = Counter(rules.deck)
    out.subtract(laid_open)
    out.subtract(view.hand if view.seat != claimer else ())
    for run in runs:
        out.subtract(played.card for played in run)
    short = {(played.seat, run[0].card[0]) for run in runs for played in run if played.card[0] != run[0].card[0]}
    others = {}
    for seat in range(rules.players):
        if seat == claimer:
            continue
        if seat == view.seat:
            others[seat] = Holding(view.hand, exact=True)
        else:
            free = [card for card, copies in out.items() if (seat, card[0]) not in short for _ in range(copies)]
            others[seat] = Holding(tuple(free), exact=False)
    side = frozenset(seat for seat in range(rules.players) if rules.side_of(seat) == rules.side_of(claimer))
    return Ending(claimer, side, rules.ranks, view.trump, others)
