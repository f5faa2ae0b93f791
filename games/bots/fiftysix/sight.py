"""The cards still out in the play of 56, and their possible holders, by a view.

A view shows the running trick and the last one. Of the cards of earlier tricks it shows none, so a card that the seat
has not seen is in somebody's hand only with some chance; the trick summaries and the counts say how large it is.
"""

from collections import Counter
from functools import cache, lru_cache

import engine
from engine.conventions import Count, default_card, meanings_of
from engine.fiftysix.cards import COPIES, RANKS
from engine.fiftysix.ruleset import FiftySix
from games.bots.knowledge import rules_of, seat_of

PLAIN_TRUTH = 0.85
"""How far a player trusts that a card that a call has shown is in that hand."""


@cache
def higher(rank: str) -> str:
    """Return the ranks above one. Source: 56-DECK-2."""
    return RANKS[: RANKS.index(rank)]


@lru_cache(maxsize=512)
def promised(auction: tuple[engine.AuctionStep, ...], rules: FiftySix) -> dict[str, frozenset[int]]:
    """Return the seats that have shown a card by calls, by card code. Source: 56-CNV-2."""
    found: dict[str, frozenset[int]] = {}
    for meaning in meanings_of(default_card(rules), auction, rules):
        if meaning is None or meaning.convention.doubtful:
            continue
        for fact in meaning.readings[0].facts:
            if isinstance(fact, Count) and fact.low and len(fact.suits) == len(fact.ranks) == 1:
                card = fact.suits + fact.ranks
                found[card] = found.get(card, frozenset()) | {meaning.seat}
    return found


class Sight:
    """The facts that one seat derives from its view, computed once for a choice of card.

    Attributes:
        seat: The seat that looks.
        partners: The other seats of its side.
        trump: The trump suit's letter, or None in no trump.
        later: The seats that play to the running trick after this seat, in turn.
    """

    def __init__(self, view: engine.View) -> None:
        """Take the view apart."""
        rules = rules_of(view)
        self.view = view
        self.seat = seat_of(view)
        self.side = rules.side_of(self.seat)
        self.partners = frozenset(rules.sides[self.side]) - {self.seat}
        self.trump = view.trump
        players = rules.players
        self.later = tuple((self.seat + step) % players for step in range(1, players - len(view.trick)))
        shown = [played.card for played in view.trick]
        if view.last_trick is not None:
            shown += [played.card for played in view.last_trick.cards]
        self._seen = Counter([*view.hand, *shown])
        others = sum(view.counts) - len(view.hand)
        unseen = len(rules.deck) - sum(self._seen.values())
        # The chance that a card not seen is still in a hand.
        self.alive = others / unseen if unseen else 0.0
        self._others = others
        self._short = self._shown_out()
        assert isinstance(rules, FiftySix)
        self._promised = promised(view.auction, rules)

    def _shown_out(self) -> frozenset[tuple[int, str]]:
        """Return the seats that did not follow suit in a trick that is still to be seen, each with the suit."""
        tricks = [self.view.trick]
        if self.view.last_trick is not None:
            tricks.append(self.view.last_trick.cards)
        return frozenset(
            (played.seat, trick[0].card[0])
            for trick in tricks
            for played in trick
            if played.card[0] != trick[0].card[0]
        )

    def is_short(self, seat: int, suit: str) -> bool:
        """Return whether a seat is known to hold no card of a suit."""
        return (seat, suit) in self._short

    def out(self, suit: str, ranks: str = RANKS) -> int:
        """Return the number of cards of these ranks of a suit that the seat has not seen."""
        return sum(COPIES - self._seen[suit + rank] for rank in ranks)

    def share(self, seat: int) -> float:
        """Return the chance that a certain card not seen is with a seat."""
        return self.alive * self.view.counts[seat] / self._others if self._others else 0.0

    def void(self, seat: int, suit: str) -> float:
        """Return the chance that a seat holds no card of a suit."""
        if self.is_short(seat, suit):
            return 1.0
        return (1.0 - self.share(seat)) ** self.out(suit)

    def has(self, seat: int, suit: str, ranks: str = RANKS) -> float:
        """Return the chance that a seat holds a card of these ranks of a suit."""
        if self.is_short(seat, suit):
            return 0.0
        lacks = 1.0
        for rank in ranks:
            lacks *= self._lacks(seat, suit + rank)
        return 1.0 - lacks

    def _lacks(self, seat: int, card: str) -> float:
        """Return the chance that a seat holds no copy of a card: others may have promised it, or the seat itself."""
        left = float(COPIES - self._seen[card])
        if not left:
            return 1.0
        holders = self._promised.get(card)
        if holders:
            if seat in holders:
                return 1.0 - PLAIN_TRUTH * self.alive
            left -= PLAIN_TRUTH * min(left, len(holders - {self.seat}))
        return float((1.0 - self.share(seat)) ** left)
