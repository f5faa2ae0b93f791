"""Facts that a seat derives from its view: the winning side, the highest cards still out.

A view shows the cards of the running and the last trick only, so a bot remembers no more than that.
"""

from functools import cache, lru_cache
from typing import cast

import msgspec

import engine
from engine.cards import RANK_POINTS, RANKS
from engine.twentyeight.ruleset import TwentyEight


def rules_of(view: engine.View) -> engine.RuleSet:
    """Return the rules that a game is played by, with its options."""
    return _rules(view.rules, view.version, msgspec.json.encode(view.options))


@lru_cache(maxsize=256)
def _rules(rules_id: str, version: int, options: bytes) -> engine.RuleSet:
    return engine.load_rules(rules_id, msgspec.json.decode(options), version=version)


@cache
def table_of(rules_id: str) -> engine.RuleSet:
    """Return a rule set for its seats and deck alone: no option touches these."""
    return engine.load_rules(rules_id)


def rules28(view: engine.View) -> TwentyEight:
    """Return the rules of a view of 28, for its bids and amounts too."""
    return cast(TwentyEight, rules_of(view))


def seat_of(view: engine.View) -> int:
    """Return the seat that looks.

    Raises:
        ValueError: The view is the public's.
    """
    if view.seat is None:
        raise ValueError("the public has nothing to do")
    return view.seat


def points(card: str) -> int:
    """Return the card points of a card. Source: 28-DECK-3, 28-W8-2."""
    return RANK_POINTS.get(card[1], 0)


# Where there are threes they rank level with the jacks, and of equals the first played is the higher.
STRENGTH = {rank: -number for number, rank in enumerate(RANKS)} | {"3": 0}


def strength(card: str) -> int:
    """Return a number that is higher the higher the card ranks in its suit. Source: 28-DECK-2, 28-W8-2."""
    return STRENGTH[card[1]]


def low_first(card: str) -> tuple[int, int]:
    """Order cards by value, then rank, the lowest first."""
    return points(card), strength(card)


def own_cards(view: engine.View) -> tuple[str, ...]:
    """Return the seat's hand with the indicator that it folded."""
    return view.hand if view.indicator is None else (*view.hand, view.indicator)


@cache
def _allies(rules_id: str, seat: int, declarer: int | None, thani: int | None) -> frozenset[int]:
    rules = table_of(rules_id)
    side = rules.side_of(seat)
    if thani is not None:
        # Who goes alone has nobody: a trick of the partner loses it as well, and the partner but keeps out of the way.
        declarer = thani
    if declarer is not None and rules.side_of(declarer) != side:
        mine = set(range(rules.players)) - set(rules.sides[rules.side_of(declarer)])
    elif thani is not None:
        mine = {thani}
    else:
        mine = set(rules.sides[side])
    return frozenset(mine - {seat})


def allies(view: engine.View) -> frozenset[int]:
    """Return the other seats whose tricks count for the viewing seat.

    Where there are three sides, the two that do not declare play together; so do all against a player who has
    undertaken to take every trick alone. Source: 28-SEAT-2, 28-PAG-9, 28-THANI-3.
    """
    return _allies(view.rules, seat_of(view), view.declarer, view.thani)


def known_trump(view: engine.View) -> str | None:
    """Return the trump suit if the seat knows it: it is up, or the seat folded it."""
    if view.trump is not None:
        return view.trump
    return view.indicator[0] if view.indicator is not None else None


def beats(card: str, best: str, trump: str | None) -> bool:
    """Return whether a card played now takes the trick from the winning card. Source: 28-TRICK-1, 28-W8-2."""
    if card[0] == best[0]:
        return strength(card) > strength(best)
    return trump is not None and card[0] == trump


def winning(view: engine.View) -> tuple[int, str] | None:
    """Return the seat that is winning the running trick and its card, or None before the lead.

    The view says who: whether an early trump counts is the rule set's business. Source: 28-TRICK-2, 28-BOOK-3.
    """
    return next(((played.seat, played.card) for played in view.trick if played.seat == view.winning), None)


@cache
def _higher(rules_id: str, card: str) -> frozenset[str]:
    deck = table_of(rules_id).deck
    return frozenset(other for other in deck if other[0] == card[0] and strength(other) > strength(card))


def is_boss(view: engine.View, card: str) -> bool:
    """Return whether no higher card of its suit can be in another hand, as far as the seat can see."""
    seen = {*own_cards(view), *(played.card for played in view.trick)}
    if view.last_trick is not None:
        seen.update(played.card for played in view.last_trick.cards)
    return _higher(view.rules, card) <= seen


def is_run(rules_id: str, cards: tuple[str, ...]) -> bool:
    """Return whether these cards, led from the highest down, all win unless somebody trumps.

    In each suit they are the highest; or there are as many of the highest as cards of the suit elsewhere, which these
    draw, whoever has them.
    """
    ours = frozenset(cards)
    for suit in {card[0] for card in cards}:
        held = [card for card in cards if card[0] == suit]
        highest = sum(_higher(rules_id, card) <= ours for card in held)
        elsewhere = sum(card[0] == suit for card in table_of(rules_id).deck) - len(held)
        if highest < min(len(held), elsewhere):
            return False
    return True


def last_to_play(view: engine.View) -> bool:
    """Return whether the seat's card completes the trick."""
    return len(view.trick) == table_of(view.rules).players - 1
