"""Possible hands of the other seats: dealt by a rule from the unseen cards, in agreement with the calls.

The choice is by chance, but the chance starts from the view: equal views give equal worlds.
"""

import random
from collections.abc import Sequence
from zlib import crc32

import engine
from engine.conventions import Count, Meaning
from games.bots.knowledge import rules_of, seat_of

Hand = list[str]
TRIES = 2
"""How often a world is dealt again because a shape that was shown did not come out."""

UNMEANT = 0.4
"""How often a call after the opening is taken to be made for the number alone.

Those who bid what the side is worth call a suit that the card reads as more: of such calls two in three or fewer were
of the hand that they tell. Believed each time, they promised trumps and voids for contracts of 40 that nobody held.
"""


def deal_worlds(view: engine.View, past: Sequence[Meaning | None], number: int) -> list[list[Hand]]:
    """Return a number of possible layouts of all cards, each as the hands by seat.

    Args:
        view: The seat's view, before the first card is played.
        past: The meaning of each call so far.
        number: The number of worlds.
    """
    rules, seat = rules_of(view), seat_of(view)
    said = "".join(f"{step.seat}{step.word}{step.call}" for step in view.auction)
    chance = random.Random(crc32(f"{view.hand}{said}".encode()))  # noqa: S311
    unseen = list(rules.deck)
    for card in view.hand:
        unseen.remove(card)
    return [_world(view, past, unseen, seat, chance) for _ in range(number)]


def _world(
    view: engine.View, past: Sequence[Meaning | None], unseen: list[str], seat: int, chance: random.Random
) -> list[Hand]:
    """Return one world."""
    for attempt in range(TRIES):
        facts: dict[int, list[Count]] = {}
        shapes: list[tuple[int, Meaning]] = []
        for meaning in past:
            if meaning is None or meaning.seat == seat:
                continue
            if meaning.convention.table != "opening" and chance.random() < UNMEANT:
                continue
            reading = meaning.readings[0] if attempt or chance.random() < 0.7 else chance.choice(meaning.readings)
            facts.setdefault(meaning.seat, []).extend(fact for fact in reading.facts if isinstance(fact, Count))
            shapes.append((meaning.seat, meaning))
        hands = _dealt(view, facts, unseen, seat, chance)
        if all(meaning.fits(hands[at]) for at, meaning in shapes):
            break
    return hands


def _dealt(
    view: engine.View, facts: dict[int, list[Count]], unseen: list[str], seat: int, chance: random.Random
) -> list[Hand]:
    """Deal the unseen cards: the shown ones first, then the rest to seats that have not denied them."""
    pool = unseen.copy()
    chance.shuffle(pool)
    hands: list[Hand] = [[] for _ in view.counts]
    hands[seat] = list(view.hand)
    for at, known in facts.items():
        for fact in sorted(known, key=lambda fact: len(fact.suits) * len(fact.ranks)):
            _take(hands[at], pool, fact, view.counts[at])
    for at, known in facts.items():
        _fill(hands[at], pool, known, view.counts[at])
    for at, count in enumerate(view.counts):
        missing = count - len(hands[at])
        hands[at] += pool[:missing]
        del pool[:missing]
    return hands


def _take(hand: Hand, pool: list[str], fact: Count, size: int) -> None:
    """Take as many cards out of the pool as a fact asks for."""
    missing = min(fact.low - _count(hand, fact), size - len(hand))
    if missing > 0:
        fitting = [card for card in pool if card[0] in fact.suits and card[1] in fact.ranks][:missing]
        for card in fitting:
            pool.remove(card)
        hand += fitting


def _fill(hand: Hand, pool: list[str], known: Sequence[Count], size: int) -> None:
    """Fill a hand from the pool with cards that no fact denies."""
    room = [(fact, fact.high - _count(hand, fact)) for fact in known if fact.high < size]
    left = {id(fact): free for fact, free in room}
    kept = []
    for card in pool:
        limits = [fact for fact, _ in room if card[0] in fact.suits and card[1] in fact.ranks]
        if len(hand) >= size or any(left[id(fact)] <= 0 for fact in limits):
            kept.append(card)
            continue
        hand.append(card)
        for fact in limits:
            left[id(fact)] -= 1
    pool[:] = kept


def _count(hand: Sequence[str], fact: Count) -> int:
    return sum(card[0] in fact.suits and card[1] in fact.ranks for card in hand)
