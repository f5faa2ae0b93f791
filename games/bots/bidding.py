"""The estimated value of a hand, and the choice of its trump suit.

The worth is an estimate of the card points that the seat's side takes as declarer: a weighted sum of the features
below. `benchmarks/fit_bids.py` fits the weights on hands that this very bot plays.
"""

from statistics import NormalDist

import engine
from engine.cards import SUITS
from games.bots.choice import Choice
from games.bots.knowledge import is_run, low_first, own_cards, points, rules28, rules_of, seat_of, strength

Features = tuple[int, ...]

FEATURE_NAMES = (
    "one", "trumps", "trump jacks", "trump nine", "trump ace and ten", "side jacks", "guarded side nines",
    "side points",
)  # fmt: skip
"""A three ranks level with the jack, and counts as one. Source: 28-W8-2."""

TOP = "J3"


def features(hand: tuple[str, ...], trump: str) -> Features:
    """Describe a hand by the numbers of `FEATURE_NAMES`, if this suit is trump."""
    trumps = [card[1] for card in hand if card[0] == trump]
    side = [card for card in hand if card[0] != trump]
    jacks = [card[0] for card in side if card[1] in TOP]
    return (
        1,
        len(trumps),
        sum(rank in TOP for rank in trumps),
        int("9" in trumps),
        sum(rank in "AT" for rank in trumps),
        len(jacks),
        sum(card[1] == "9" and card[0] in jacks for card in side),
        sum(points(card) for card in side if card[1] not in TOP),
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


Shape = tuple[int, int, int]


def shape_of(rules: engine.RuleSet, cards: int) -> Shape:
    """Return the parameters of an estimate other than the cards: players, players of a side, and cards seen."""
    return rules.players, len(rules.sides[0]), rules.hand_size if cards > rules.batches[0] else rules.batches[0]


WEIGHTS: dict[Shape, tuple[float, ...]] = {
    (4, 2, 4): (12.3, 0.9, 2.4, 1.2, 0.5, 1.9, 0.0, 0.0),
    (4, 2, 8): (4.7, 2.2, 3.5, 1.8, 0.5, 2.0, 0.7, 0.0),
    (3, 1, 4): (6.0, 1.5, 3.6, 1.4, 0.3, 3.1, 3.5, 0.2),
    (3, 1, 8): (-5.8, 3.2, 5.0, 2.2, 0.4, 3.4, 1.0, 0.2),
    (6, 2, 6): (-0.6, 3.1, 5.1, 2.6, 0.9, 2.2, 1.5, 0.0),
    (6, 3, 6): (6.2, 2.4, 3.9, 1.8, 0.8, 1.8, 1.5, 0.0),
    (8, 4, 5): (9.6, 3.6, 4.7, 1.5, 0.8, 1.1, 1.8, 0.0),
}
"""By shape: fitted by `benchmarks/fit_bids.py`; small negative weights, which the hands are too few for, left out."""

SCATTER: dict[Shape, float] = {
    (4, 2, 4): 5.0, (4, 2, 8): 4.4, (3, 1, 4): 4.6, (3, 1, 8): 3.1, (6, 2, 6): 5.0, (6, 3, 6): 5.5, (8, 4, 5): 9.2,
}  # fmt: skip
"""By shape: the standard deviation of what is taken about its estimate, in card points."""


def estimate(view: engine.View, trump: str = "") -> float:
    """Return the card points that the seat's side can expect to take as declarer, with its own suit by default."""
    # The folded indicator is out of the hand, and yet the best trump the seat has.
    weights = WEIGHTS[_shape(view)]
    values = features(own_cards(view), trump or _trump_of(view))
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


def _shape(view: engine.View) -> Shape:
    return shape_of(rules_of(view), len(own_cards(view)))


def chance_to_make(view: engine.View, bid: int, trump: str = "") -> float:
    """Return the probability that the seat's side takes a number of card points as declarer."""
    return 1 - NormalDist(estimate(view, trump), SCATTER[_shape(view)]).cdf(bid - 0.5)


def is_worth_bidding(view: engine.View, bid: int) -> bool:
    """Return whether a contract wins more game points than it loses, on average."""
    band = rules28(view).band_of(bid, 2 if view.phase == "auction2" else 1)
    chance = chance_to_make(view, bid)
    return chance * band.made > (1 - chance) * band.failed


def choose_bid(view: engine.View) -> Choice:
    """Bid the lowest there is as long as the hand is worth it; leave the partner's bid alone.

    A compulsory first bid is the lowest there is. Four cards that take every trick are said to. Source: 28-AUC-2,
    28-PAG-2, 28-WIK-6, 28-HSE-6.
    """
    seat = seat_of(view)
    cot = engine.Cot(seat)
    if cot in view.legal and is_run(view.rules, view.hand):
        return Choice(cot, "cot-run")
    bids = [action for action in view.legal if isinstance(action, engine.Bid)]
    passing = engine.Pass(seat)
    if not bids:
        return Choice(passing, "no-bid-left")
    lowest = bids[0]
    if passing not in view.legal:
        return Choice(lowest, "must-bid", {"bid": lowest.value})
    rules = rules_of(view)
    if view.bidder is not None and rules.side_of(view.bidder) == rules.side_of(seat):
        return Choice(passing, "own-bid" if view.bidder == seat else "partners-bid", {"bid": view.bid})
    worth = is_worth_bidding(view, lowest.value)
    facts = {"bid": lowest.value, "suit": _trump_of(view), "expected": round(estimate(view))}
    return Choice(lowest, "worth-bidding", facts) if worth else Choice(passing, "not-worth-bidding", facts)


def choose_raise(view: engine.View) -> Choice:
    """Raise the own bid if more is to be won by it; leave the partner's, whose trump nobody else knows.

    Thani is said only with a hand that can hardly lose a trick. Source: 28-PAG-3, 28-THANI-1.
    """
    seat = seat_of(view)
    thani, passing = engine.Thani(seat), engine.Pass(seat)
    if thani in view.legal and takes_all(view):
        return Choice(thani, "thani-sure")
    bids = [action for action in view.legal if isinstance(action, engine.Bid)]
    if not bids or view.bid is None:
        return Choice(passing, "no-bid-left")
    if view.declarer != seat:
        return Choice(passing, "not-my-trump", {"bid": view.bid})
    best = max(bids, key=lambda action: _worth_at(view, action.value))
    facts = {"bid": best.value, "suit": _trump_of(view), "expected": round(estimate(view)), "standing": view.bid}
    if _worth_at(view, best.value) > _worth_at(view, view.bid):
        return Choice(best, "worth-raising", facts)
    return Choice(passing, "not-worth-raising", facts)


def worth_of(view: engine.View, action: engine.Action) -> float | None:
    """Return the game points that an action of the auction, or a fold, can be expected to win.

    A pass leaves the bid to the other side, which is worth nothing; before a raise it leaves the own bid. None for an
    action that cannot be estimated, such as thani, and where the seat does not know the trump of its side.
    """
    match action:
        case engine.Bid():
            return _worth_at(view, action.value, auction=2 if view.phase == "auction2" else 1)
        case engine.Pass() if view.phase == "raise":
            return _worth_at(view, view.bid) if view.bid is not None and view.declarer == view.seat else None
        case engine.Pass():
            return 0.0
        case engine.Fold() if view.bid is not None:
            return _worth_at(view, view.bid, action.card[0], auction=view.bid_auction or 1)
        case engine.Keep() if view.bid is not None:
            return _worth_at(view, view.bid, auction=view.bid_auction or 1)
    return None


def _worth_at(view: engine.View, bid: int, trump: str = "", *, auction: int = 1) -> float:
    """Return the game points to be expected of a contract."""
    band = rules28(view).band_of(bid, auction)
    chance = chance_to_make(view, bid, trump)
    return chance * band.made - (1 - chance) * band.failed


def takes_all(view: engine.View) -> bool:
    """Return whether the seat, leading, all but certainly takes every trick with the trump it has folded.

    While the trump is hidden it may not lead it, so every other card has to win by itself and the others must have
    hardly a trump to take it with.
    """
    hand = own_cards(view)
    trump = view.indicator[0] if view.indicator is not None else ""
    trumps = [card for card in hand if card[0] == trump]
    out = sum(card[0] == trump for card in rules_of(view).deck) - len(trumps)
    return is_run(view.rules, hand) and (out == 0 or (out == 1 and len(hand) - len(trumps) <= 1))


def choose_fold(view: engine.View) -> Choice:
    """Fold the lowest card of the best suit, before the second batch."""
    suit = best_trump(view.hand)
    return Choice(engine.Fold(seat_of(view), fold_card(view.hand, suit)), "fold-best", _suit_facts(view.hand, suit))


def choose_trump(view: engine.View) -> Choice:
    """Keep the indicator, unless another suit has become clearly better with all cards seen. Source: 28-TRUMP-1."""
    hand = own_cards(view)
    best = best_trump(hand)
    facts = _suit_facts(hand, best)
    if view.indicator is None:
        return Choice(engine.Fold(seat_of(view), fold_card(hand, best)), "fold-best", facts)
    now = view.indicator[0]
    if best == now:
        return Choice(engine.Keep(seat_of(view)), "keep-best", facts)
    if trump_worth(hand, best)[0] < trump_worth(hand, now)[0] + 1:
        return Choice(engine.Keep(seat_of(view)), "keep-hardly-better", {**facts, "now": now})
    return Choice(engine.Fold(seat_of(view), fold_card(hand, best)), "fold-better", {**facts, "now": now})


def _trump_of(view: engine.View) -> str:
    """Return the suit by which the seat's side would play: the folded one, or the best to make trump."""
    return best_trump(own_cards(view)) if view.indicator is None else view.indicator[0]


def _suit_facts(hand: tuple[str, ...], suit: str) -> dict[str, object]:
    held = [card for card in hand if card[0] == suit]
    return {"suit": suit, "cards": len(held), "points": sum(points(card) for card in held)}
