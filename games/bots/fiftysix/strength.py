"""The card points that a side takes with a contract, estimated from both sides' cards.

The estimate is a weighted sum of the features below. The weights come from hands that the bot itself plays
(`benchmarks/fit_bids56.py`); so does the scatter about it.
"""

from collections.abc import Mapping, Sequence
from math import erf, sqrt

from engine.cards import SUITS
from engine.fiftysix.calls import NO_TRUMP

Hands = Sequence[Sequence[str]]
"""Cards by player."""

SUIT_FEATURES = (
    "one", "opening lead", "trumps", "trump jacks", "trump nines", "trump aces and tens", "longest trump hand",
    "their longest trump hand", "side jacks", "side nines under a jack of ours", "side aces and tens",
    "voids with a trump", "their voids with a trump",
)  # fmt: skip
NO_TRUMP_FEATURES = (
    "one", "opening lead", "jacks", "opener's jacks", "suits with both jacks", "nines under a jack of ours",
    "aces and tens",
)  # fmt: skip


def suit_features(ours: Hands, theirs: Hands, trump: str, *, lead: bool) -> tuple[int, ...]:
    """Describe a side by the numbers of `SUIT_FEATURES`, if a suit is trump."""
    cards = [card for hand in ours for card in hand]
    trumps = [card[1] for card in cards if card[0] == trump]
    side = [card for card in cards if card[0] != trump]
    jacks = {card[0] for card in side if card[1] == "J"}
    return (
        1,
        lead,
        len(trumps),
        trumps.count("J"),
        trumps.count("9"),
        trumps.count("A") + trumps.count("T"),
        max(_length(hand, trump) for hand in ours),
        max(_length(hand, trump) for hand in theirs),
        sum(card[1] == "J" for card in side),
        sum(card[1] == "9" and card[0] in jacks for card in side),
        sum(card[1] in "AT" for card in side),
        _ruffs(ours, trump),
        _ruffs(theirs, trump),
    )


def _length(hand: Sequence[str], suit: str) -> int:
    return sum(card[0] == suit for card in hand)


def _ruffs(hands: Hands, trump: str) -> int:
    """Count the voids of players who hold a trump."""
    voids = 0
    for hand in hands:
        suits = {card[0] for card in hand}
        if trump in suits:
            voids += len(SUITS) - len(suits)
    return voids


def no_trump_features(ours: Hands, opener: Sequence[str] | None) -> tuple[int, ...]:
    """Describe a side by the numbers of `NO_TRUMP_FEATURES`. `opener` is its hand that leads, if it has the lead."""
    cards = [card for hand in ours for card in hand]
    jacks = [card[0] for card in cards if card[1] == "J"]
    return (
        1,
        opener is not None,
        len(jacks),
        sum(card[1] == "J" for card in opener) if opener is not None else 0,
        sum(jacks.count(suit) == 2 for suit in SUITS),
        sum(card[1] == "9" and card[0] in jacks for card in cards),
        sum(card[1] in "AT" for card in cards),
    )


SUIT_WEIGHTS: Mapping[int, tuple[float, ...]] = {
    4: (7.33, 1.12, 0.36, 5.66, 2.35, 0.78, 0.94, -0.89, 3.26, 0.27, -0.34, 3.83, -3.22),
    6: (-0.56, 1.39, 1.14, 7.09, 3.24, 0.86, 1.15, -1.20, 2.78, 0.11, -0.03, 3.03, -1.91),
    8: (4.94, 0.10, 0.65, 8.59, 4.74, 1.37, 1.52, -1.58, 1.27, -0.17, -0.26, 1.77, -1.21),
}
NO_TRUMP_WEIGHTS: Mapping[int, tuple[float, ...]] = {
    4: (9.93, -1.36, 3.75, 0.12, 0.89, 0.96, -0.02),
    6: (4.84, 0.22, 6.18, 0.89, 0.06, -0.10, -0.31),
    8: (-0.14, 0.34, 5.82, 2.01, 1.27, 0.55, 0.17),
}
SCATTER: Mapping[int, tuple[float, float]] = {4: (4.2, 5.9), 6: (6.2, 8.4), 8: (7.1, 11.0)}
"""The standard deviation about the estimate with a trump suit and without, by players."""


def estimate(ours: Hands, theirs: Hands, denomination: str, opener: int | None, players: int) -> float:
    """Return the card points that a side takes on average if it declares.

    Args:
        ours: The side's hands.
        theirs: The others' hands.
        denomination: A suit's letter, or `NT`.
        opener: Which of `ours` leads first, or None if the others lead.
        players: The number of players at the table.
    """
    if denomination == NO_TRUMP:
        weights = NO_TRUMP_WEIGHTS[players]
        values = no_trump_features(ours, None if opener is None else ours[opener])
    else:
        weights = SUIT_WEIGHTS[players]
        values = suit_features(ours, theirs, denomination, lead=opener is not None)
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


CAUTION = 4.0
"""Card points off every estimate: of several contracts a side picks the one that it overrates."""


def chance_of(number: int, estimates: Sequence[float], denomination: str, players: int) -> float:
    """Return the chance to take at least a number of card points, over the spread of the estimates."""
    scatter = SCATTER[players][denomination == NO_TRUMP]
    total = sum(0.5 * (1 - erf((number - 0.5 - mean + CAUTION) / (scatter * sqrt(2)))) for mean in estimates)
    return total / len(estimates)
