"""Which card the bot plays in 56.

For each card it weighs the points of the trick, won with some chance and lost with the rest, against what the card may
still do later. Out of that come the habits of good play: points on a partner's winner and none on the others', the
cheapest winner for the last hand, no ruff over one's own side.
"""

from typing import Any

import engine
from games.bots.choice import Choice
from games.bots.fiftysix.sight import Sight, higher
from games.bots.knowledge import beats, points, rules_of

KEEP_TRUMP = {"J": 5.8, "9": 3.9, "A": 3.1, "T": 2.6, "K": 1.9, "Q": 1.5}
KEEP_PLAIN = {"J": 0.8, "9": 0.5, "A": 0.2, "T": 0.15, "K": 0.1, "Q": 0.0}
KEEP_NO_TRUMP = {"J": 2.8, "9": 0.6, "A": 0.1, "T": 0.05, "K": 0.1, "Q": 0.0}
"""What a card is worth to its holder later on, in card points: as a trump, beside the trumps, in no trump."""

RETAKE = 0.55
"""How often a partner who could take the trick still does, with others to play after it."""

BACK = 0.7
"""How often a trick that changes hands behind a player stays with the partner who takes it."""

LATER = 0.7
"""Points that a player behind adds to the trick when it goes to its own side."""

AWAY = -1.0
"""What it is worth to the other side to lead a trump."""

DRAWING = 0.6
"""What it is worth to the declarer's side to lead a trump while the others may have some."""


def decide_card(view: engine.View) -> Choice:
    """Return the card that the bot plays, and why.

    Args:
        view: The view of the seat whose turn it is.
    """
    sight = Sight(view)
    plays = [action for action in view.legal if isinstance(action, engine.Play)]
    best = plays[0] if len(plays) == 1 else max(plays, key=lambda action: _worth(sight, action.card))
    return Choice(best, *_reason(sight, best.card, [action.card for action in plays]))


LIKELY = 0.5
"""The chance from which on a trick is said to be the side's."""

SURE = 0.99
"""The chance from which on it is said to be all but sure."""


def _reason(sight: Sight, card: str, cards: list[str]) -> tuple[str, dict[str, Any]]:
    """Return the main reason for choosing a card over the others."""
    view = sight.view
    won = _chance_of_winning(sight, card)
    facts = {"card": card, "chance": won, "points": sum(points(played.card) for played in view.trick)}
    least = points(card) == min(map(points, cards))
    if not view.trick:
        if _lead_bonus(sight, card) > 0:
            return "lead-trump", facts
        if won >= LIKELY:
            return ("lead-sure" if won >= SURE else "lead-winner"), facts
        return ("lead-little" if least else "weighed"), facts
    top = next(played for played in view.trick if played.seat == view.winning)
    facts["top"] = top.card
    if beats(card, top.card, view.trump):
        if not sight.later:
            return "take-last", facts
        if won >= SURE:
            return "take-sure", facts
        return ("take-likely" if won >= LIKELY else "take-try"), facts
    if top.seat in sight.partners:
        if won >= LIKELY and points(card):
            return ("give-sure" if won >= SURE else "give-ours"), facts
        return ("spare-ours" if least else "weighed"), facts
    if won >= LIKELY and points(card):
        return "give-behind", facts
    return ("give-little" if won < LIKELY and least else "weighed"), facts


def _worth(sight: Sight, card: str) -> float:
    """Return the value of playing a card, in card points."""
    view = sight.view
    won = _chance_of_winning(sight, card)
    at_stake = points(card) + sum(points(played.card) for played in view.trick)
    # Those who play later add points to a trick of their own side, hardly to one of the others.
    at_stake_won = at_stake + LATER * sum(seat in sight.partners for seat in sight.later)
    at_stake_lost = at_stake + LATER * sum(seat not in sight.partners for seat in sight.later)
    worth = won * at_stake_won - (1 - won) * at_stake_lost - _keep(sight, card)
    if not view.trick:
        worth += _lead_bonus(sight, card)
    return worth


def _chance_of_winning(sight: Sight, card: str) -> float:
    """Return the chance that the seat's side takes the trick if it plays a card.

    The players behind play their highest card of the suit where it wins, and ruff where they can.
    """
    view = sight.view
    best, ours = card, True
    if view.trick:
        top = next(played for played in view.trick if played.seat == view.winning)
        if not beats(card, top.card, view.trump):
            best, ours = top.card, top.seat in sight.partners
    led = view.trick[0].card[0] if view.trick else card[0]
    plain = _chance_of_rank(sight, best, led, ours=ours)
    if sight.trump is None or best[0] == sight.trump:
        return plain
    we, they = 1.0, 1.0
    for seat in sight.later:
        ruffs = sight.void(seat, led) * sight.has(seat, sight.trump)
        if seat in sight.partners:
            we *= 1 - ruffs
        else:
            they *= 1 - ruffs
    return plain * they + (1 - plain) * they * (1 - we) * RETAKE + (1 - they) * (1 - we) * BACK


def _chance_of_rank(sight: Sight, best: str, led: str, *, ours: bool) -> float:
    """Return the chance of taking the trick by rank alone, in the suit of the currently winning card."""
    won, left = 0.0, 1.0
    for rank in higher(best[1]):
        we, they = 1.0, 1.0
        for seat in sight.later:
            has = sight.has(seat, best[0], rank) * (1.0 if best[0] == led else sight.void(seat, led))
            if seat in sight.partners:
                we *= 1 - RETAKE * has
            else:
                they *= 1 - has
        won += left * (1 - we) * (they + (1 - they) * BACK)
        left *= we * they
    return won + left * ours


def _keep(sight: Sight, card: str) -> float:
    """Return the value that a card keeps if it is not played now."""
    if len(sight.view.hand) == 1:
        return 0.0
    if sight.trump is None:
        return KEEP_NO_TRUMP[card[1]]
    return (KEEP_TRUMP if card[0] == sight.trump else KEEP_PLAIN)[card[1]]


def _lead_bonus(sight: Sight, card: str) -> float:
    """Return the value of leading a suit beyond the trick: the declarer's side draws trumps first."""
    view = sight.view
    if sight.trump is None or card[0] != sight.trump:
        return 0.0
    rules = rules_of(view)
    declaring = view.declarer is not None and rules.side_of(view.declarer) == sight.side
    if not declaring:
        return AWAY
    others = [seat for seat in range(rules.players) if seat != sight.seat and seat not in sight.partners]
    left = 1.0
    for seat in others:
        left *= 1 - sight.has(seat, card[0])
    return DRAWING * (1 - left)
