"""How much a hand is worth, and which suit to make trump.

The worth is an estimate of the card points that the seat's side takes as declarer: a weighted sum of the features
below. `benchmarks/fit_bids.py` fits the weights on hands that this very bot plays.
"""

import engine
from engine.cards import SUITS
from games.bots.knowledge import low_first, points, rules_of, seat_of, strength

Features = tuple[int, ...]

FEATURE_NAMES = (
    "one", "trumps", "trump jack", "trump nine", "trump ace and ten", "side jacks", "guarded side nines", "side points",
)  # fmt: skip


def features(hand: tuple[str, ...], trump: str) -> Features:
    """Describe a hand by the numbers of `FEATURE_NAMES`, if this suit is trump."""
    trumps = {card[1] for card in hand if card[0] == trump}
    side = [card for card in hand if card[0] != trump]
    jacks = {card[0] for card in side if card[1] == "J"}
    return (
        1,
        len(trumps),
        int("J" in trumps),
        int("9" in trumps),
        len(trumps & {"A", "T"}),
        len(jacks),
        sum(card[1] == "9" and card[0] in jacks for card in side),
        sum(points(card) for card in side if card[1] != "J"),
    )


def trump_worth(hand: tuple[str, ...], suit: str) -> tuple[float, int]:
    """Order the suits by their fitness as trump: length first, then the cards in it."""
    cards = [card for card in hand if card[0] == suit]
    return len(cards) + sum(points(card) for card in cards) / 2.5, max(map(strength, cards), default=-99)


def best_trump(hand: tuple[str, ...]) -> str:
    """Return the suit to make trump."""
    return max(SUITS, key=lambda suit: trump_worth(hand, suit))


def fold_card(hand: tuple[str, ...], suit: str) -> str:
    """Return the card to fold: the lowest of the suit, for it is out of play until the trump is up."""
    return min((card for card in hand if card[0] == suit), key=low_first)


# By players and cards in hand.
WEIGHTS: dict[tuple[int, int], tuple[float, ...]] = {
    (4, 4): (12.3, 0.9, 2.4, 1.2, 0.5, 1.9, 0.0, 0.0),
    (4, 8): (4.7, 2.2, 3.5, 1.8, 0.5, 2.0, 0.7, 0.0),
    (3, 4): (6.0, 1.5, 3.6, 1.4, 0.3, 3.1, 3.5, 0.2),
    (3, 8): (-5.8, 3.2, 5.0, 2.2, 0.4, 3.4, 1.0, 0.2),
}


def estimate(view: engine.View) -> float:
    """Return the card points that the seat's side can expect to take as declarer."""
    # The folded indicator is out of the hand, and yet the best trump the seat has.
    hand = view.hand if view.indicator is None else (*view.hand, view.indicator)
    suit = best_trump(hand) if view.indicator is None else view.indicator[0]
    weights = WEIGHTS[rules_of(view.rules).players, 8 if len(hand) > 4 else 4]
    return sum(weight * value for weight, value in zip(weights, features(hand, suit), strict=True))


def choose_bid(view: engine.View) -> engine.Action:
    """Bid one more than the standing bid as long as the hand is worth it; leave the partner's bid alone.

    A compulsory first bid is the lowest there is. Source: 28-AUC-2.
    """
    bids = [action for action in view.legal if isinstance(action, engine.Bid)]
    passing = next((action for action in view.legal if isinstance(action, engine.Pass)), None)
    if not bids:
        assert passing is not None
        return passing
    lowest = bids[0]
    if passing is None:
        return lowest
    rules = rules_of(view.rules)
    holds = view.bidder is not None and rules.side_of(view.bidder) == rules.side_of(seat_of(view))
    if holds or estimate(view) < lowest.value + CAUTION:
        return passing
    return lowest


# Points by which the estimate has to exceed a bid: failing costs as much as making wins, and estimates scatter.
CAUTION = 0.5


def choose_fold(view: engine.View) -> engine.Action:
    """Fold the lowest card of the best suit, before the second batch."""
    card = fold_card(view.hand, best_trump(view.hand))
    return engine.Fold(seat_of(view), card)


def choose_trump(view: engine.View) -> engine.Action:
    """Keep the indicator, unless another suit has become clearly better with all cards seen. Source: 28-TRUMP-1."""
    hand = view.hand if view.indicator is None else (*view.hand, view.indicator)
    best = best_trump(hand)
    if view.indicator is None:
        return engine.Fold(seat_of(view), fold_card(hand, best))
    now = view.indicator[0]
    if best == now or trump_worth(hand, best)[0] < trump_worth(hand, now)[0] + 1:
        return engine.Keep(seat_of(view))
    return engine.Fold(seat_of(view), fold_card(hand, best))
