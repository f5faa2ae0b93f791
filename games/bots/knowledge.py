"""What a seat can work out from its view: whose side is winning, which cards are the highest still out.

A view shows the cards of the running and the last trick only, so a bot remembers no more than that.
"""

from functools import cache

import engine
from engine.cards import RANK_POINTS, RANKS


@cache
def rules_of(rules_id: str) -> engine.RuleSet:
    """Return a rule set for its seats and deck; the options do not touch these."""
    return engine.load_rules(rules_id)


def seat_of(view: engine.View) -> int:
    """Return the seat that looks.

    Raises:
        ValueError: The view is the public's.
    """
    if view.seat is None:
        raise ValueError("the public has nothing to do")
    return view.seat


def points(card: str) -> int:
    """Return the card points of a card. Source: 28-DECK-3."""
    return RANK_POINTS.get(card[1], 0)


def strength(card: str) -> int:
    """Return a number that is higher the higher the card ranks in its suit. Source: 28-DECK-2."""
    return -RANKS.index(card[1])


def low_first(card: str) -> tuple[int, int]:
    """Order cards so that what is worth least and ranks lowest comes first."""
    return points(card), strength(card)


def allies(view: engine.View) -> frozenset[int]:
    """Return the other seats whose tricks count for the seat that looks.

    Three-handed, the two who do not declare play together. Source: 28-SEAT-2.
    """
    rules, seat = rules_of(view.rules), seat_of(view)
    mine = {other for other in range(rules.players) if rules.side_of(other) == rules.side_of(seat)}
    if len(rules.sides) > 2 and view.declarer is not None and view.declarer != seat:
        mine = set(range(rules.players)) - {view.declarer}
    return frozenset(mine - {seat})


def known_trump(view: engine.View) -> str | None:
    """Return the trump suit if the seat knows it: it is up, or the seat folded it."""
    if view.trump is not None:
        return view.trump
    return view.indicator[0] if view.indicator is not None else None


def beats(card: str, best: str, trump: str | None) -> bool:
    """Say whether a card played now takes the trick from the card that is winning it. Source: 28-TRICK-1."""
    if card[0] == best[0]:
        return strength(card) > strength(best)
    return trump is not None and card[0] == trump


def winning(view: engine.View) -> tuple[int, str] | None:
    """Return the seat that is winning the running trick and its card, or None before the lead."""
    if not view.trick:
        return None
    best = view.trick[0]
    for played in view.trick[1:]:
        if beats(played.card, best.card, view.trump):
            best = played
    return best.seat, best.card


def is_boss(view: engine.View, card: str) -> bool:
    """Say whether no higher card of its suit can be in another hand, as far as the seat can see."""
    seen = {*view.hand, *(played.card for played in view.trick)}
    if view.last_trick is not None:
        seen.update(played.card for played in view.last_trick.cards)
    if view.indicator is not None:
        seen.add(view.indicator)
    higher = [other for other in rules_of(view.rules).deck if other[0] == card[0] and strength(other) > strength(card)]
    return all(other in seen for other in higher)


def last_to_play(view: engine.View) -> bool:
    """Say whether the seat's card completes the trick."""
    return len(view.trick) == rules_of(view.rules).players - 1
