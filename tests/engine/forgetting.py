"""Hands of which cards are forgotten, and every way for these cards to lie."""

import copy
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import engine


def forget(hand: dict[str, Any], chance: Random, *, at_most: int | None = None, folds: bool = True) -> dict[str, Any]:
    """Return a hand of a record, as JSON, without some of its cards, and in no order.

    Args:
        hand: The hand.
        chance: Chooses the cards.
        at_most: How many cards are forgotten in all; any number if left out.
        folds: Whether the card of a fold may be forgotten too.
    """
    hand = copy.deepcopy(hand)
    places = [(seat, place) for seat, cards in enumerate(hand["cards"]) for place in range(len(cards))]
    most = len(places) if at_most is None else at_most
    gone = set(chance.sample(places, chance.randint(0, most)))
    unseen = []
    for seat, cards in enumerate(hand["cards"]):
        left = [card for place, card in enumerate(cards) if (seat, place) not in gone]
        unseen.append(len(cards) - len(left))
        hand["cards"][seat] = chance.sample(left, len(left))
    for action in hand["actions"]:
        if folds and action["type"] == "fold" and chance.random() < 0.4:
            action["card"] = None
    return {**hand, "unseen": unseen}


def ways(deck: tuple[str, ...], cards: list[list[str]], size: int) -> Iterator[list[list[str]]]:
    """Yield every way to complete the hands of all seats with the cards that nobody has."""
    pool = Counter(deck) - Counter(card for held in cards for card in held)

    def deal(seat: int, held: list[str], kinds: list[str]) -> Iterator[list[list[str]]]:
        if len(held) == size:
            if seat + 1 == len(cards):
                yield [held]
                return
            for rest in deal(seat + 1, list(cards[seat + 1]), sorted(pool)):
                yield [held, *rest]
            return
        for number, card in enumerate(kinds):
            if pool[card]:
                pool[card] -= 1
                yield from deal(seat, [*held, card], kinds[number:])
                pool[card] += 1

    yield from deal(0, list(cards[0]), sorted(pool))


def first_broken(record: dict[str, Any]) -> int | None:
    """Return the index of the action that breaks a rule in the only hand of a record, or None."""
    (verdict,) = engine.audit(record).hands
    return verdict.action if verdict.verdict == "violation" else None
