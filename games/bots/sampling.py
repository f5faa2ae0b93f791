"""Samples of the unseen cards of a hand of 28 that agree with all that a seat knows.

A seat knows its own cards, the cards of the tricks that it remembers, who did not follow suit there, how many cards
each has in hand, how many card points the tricks had whose cards it has forgotten, the declarer, and the trump once it
is up. A hidden trump is taken for a suit in which the declarer is strong.
"""

from collections.abc import Sequence
from functools import cache
from math import comb, exp
from random import Random

import msgspec

import engine
from engine.cards import BIT, POINTS, SUIT_MASK, bits_of, codes_of, mask_of
from games.bots.bidding import trump_worth
from games.bots.knowledge import low_first, own_cards, rules28, seat_of

ATTEMPTS = 20
"""So often a sample is begun anew before what is known of empty suits is let go."""

CANDIDATES = 3
"""Of so many samples one is taken, the more likely the better the declarer's trumps are."""

BIAS = 0.5
"""How much likelier a point of `trump_worth` makes a sample, as a logarithm."""

UNLIKELY = 20.0
"""What that worth is lessened by for a suit that the declarer led: then no other was left in hand."""


class Sample(msgspec.Struct, frozen=True):
    """Cards as they may lie: masks by seat, and the trump's mask and the hidden indicator's bit, or 0."""

    hands: tuple[int, ...]
    trump: int
    indicator: int

    def __repr__(self) -> str:
        """Return the sample without a card: a good one is the truth."""
        return "<Sample>"


class Knowledge:
    """The knowledge of one seat at one moment of the play, computed once for many samples."""

    def __init__(self, view: engine.View, tricks: Sequence[engine.TrickTaken] = ()) -> None:
        """Take a view apart.

        Args:
            view: The view of a seat, in play.
            tricks: Complete tricks of this hand with their cards, as far as the seat remembers more than the last.
        """
        self.view = view
        self.rules = rules28(view)
        self.seat = seat_of(view)
        self.own = mask_of(view.hand)
        remembered = {trick.number: trick for trick in tricks if trick.cards}
        if view.last_trick is not None and view.last_trick.cards:
            remembered[view.last_trick.number] = view.last_trick
        runs = [trick.cards for trick in remembered.values()] + [view.trick]
        seen = mask_of(played.card for run in runs for played in run)
        self.unseen = mask_of(self.rules.deck) & ~seen & ~mask_of(own_cards(view))
        for seat, cards in enumerate(view.open_hands):
            if seat != self.seat:
                self.unseen &= ~mask_of(cards)
        self.free = [seat for seat in range(self.rules.players) if seat != self.seat and not self._is_open(seat)]
        # The declarer's indicator lies face down and is none of the cards in hand; here it is dealt with them.
        self.hidden = view.indicator_at is not None and view.indicator_at != self.seat
        self.counts = {seat: view.counts[seat] + (self.hidden and seat == view.indicator_at) for seat in self.free}
        self.forgotten = self.unseen.bit_count() - sum(self.counts.values())
        self.forgotten_points = sum(trick.points or 0 for trick in view.tricks if trick.number not in remembered)
        self.turned_up = BIT[view.trump_card] & self.unseen if view.trump_card is not None else 0
        self.barred = self._barred(runs)
        self.led = self._led_by_declarer(runs)

    def _is_open(self, seat: int) -> bool:
        return bool(self.view.open_hands) and bool(self.view.open_hands[seat])

    def _barred(self, runs: list[tuple[engine.Played, ...]]) -> dict[int, int]:
        """Return the cards that each seat cannot hold: those of suits it did not follow. Source: 28-PLAY-4."""
        barred = dict.fromkeys(self.free, 0)
        for run in runs:
            for played in run[1:]:
                if played.card[0] != run[0].card[0] and played.seat in barred:
                    barred[played.seat] |= SUIT_MASK[run[0].card[0]]
        for seat in barred:
            # The indicator comes back into the declarer's hand, whatever was played before.
            barred[seat] = (
                (barred[seat] & ~self.turned_up) if seat == self.view.declarer else barred[seat] | self.turned_up
            )
        return barred

    def _led_by_declarer(self, runs: list[tuple[engine.Played, ...]]) -> set[str]:
        """Return the suits that are hardly a hidden trump: the declarer led them. Source: 28-PLAY-3."""
        return {run[0].card[0] for run in runs if run and run[0].seat == self.view.declarer}

    def sample(self, chance: Random) -> Sample:
        """Return cards as they may lie, the likelier ones more often."""
        declarer = self.view.declarer
        if declarer is None or declarer not in self.counts or self.view.bid is None:
            return self._deal(chance)[0]
        drawn = [self._deal(chance) for _ in range(CANDIDATES)]
        weights = [exp(BIAS * worth) for _, worth in drawn]
        return chance.choices([sample for sample, _ in drawn], weights)[0]

    def _deal(self, chance: Random) -> tuple[Sample, float]:
        """Return one sample and the worth of the declarer's trumps in it."""
        hands = self._hands(chance)
        view = self.view
        for seat, cards in enumerate(view.open_hands):
            if seat != self.seat and cards:
                hands[seat] = mask_of(cards)
        hands[self.seat] = self.own
        trump = indicator = 0
        worth = 0.0
        if view.trump is not None:
            trump = SUIT_MASK[view.trump]
            if view.declarer is not None:
                worth = trump_worth(codes_of(hands[view.declarer] & trump), view.trump)[0]
        elif view.indicator is not None:
            trump, indicator = SUIT_MASK[view.indicator[0]], BIT[view.indicator]
        elif self.hidden and view.indicator_at is not None:
            cards = codes_of(hands[view.indicator_at])
            held = {card[0] for card in cards}
            worths = {suit: trump_worth(cards, suit)[0] - UNLIKELY * (suit in self.led) for suit in sorted(held)}
            suit = max(worths, key=lambda suit: (worths[suit] + chance.random(), suit))
            worth = worths[suit]
            trump = SUIT_MASK[suit]
            indicator = BIT[min((card for card in cards if card[0] == suit), key=low_first)]
            hands[view.indicator_at] &= ~indicator
        return Sample(tuple(hands[seat] for seat in range(self.rules.players)), trump, indicator), worth

    def _hands(self, chance: Random) -> dict[int, int]:
        """Return each unseen hand."""
        for attempt in range(ATTEMPTS + 1):
            cards = list(bits_of(self.unseen & ~self._gone(chance)))
            chance.shuffle(cards)
            barred = self.barred if attempt < ATTEMPTS else dict.fromkeys(self.free, 0)
            hands = self._shared_out(cards, barred, chance)
            if hands is not None:
                return hands
        raise AssertionError("without bars every card has a place")

    def _shared_out(self, cards: list[int], barred: dict[int, int], chance: Random) -> dict[int, int] | None:
        """Return the cards by seat, or None if they do not come out this time."""
        if not any(barred.values()):
            hands, start = {}, 0
            for seat, count in self.counts.items():
                hands[seat] = sum(cards[start : start + count])
                start += count
            return hands
        hands = dict.fromkeys(self.free, 0)
        room = dict(self.counts)
        seats = {bit: [seat for seat in self.free if not barred[seat] & bit] for bit in cards}
        for bit in sorted(cards, key=lambda bit: len(seats[bit])):
            open_to = [seat for seat in seats[bit] if room[seat]]
            if not open_to:
                return None
            (seat,) = chance.choices(open_to, [room[seat] for seat in open_to]) if len(open_to) > 1 else open_to
            hands[seat] |= bit
            room[seat] -= 1
        return hands

    def _gone(self, chance: Random) -> int:
        """Return possible cards of the forgotten tricks, of a given number and of given card points."""
        if not self.forgotten:
            return 0
        by_points: dict[int, list[int]] = {}
        for bit in bits_of(self.unseen):
            by_points.setdefault(POINTS[bit], []).append(bit)
        kinds = tuple(sorted((worth, len(bits)) for worth, bits in by_points.items()))
        ways = _ways(kinds, self.forgotten, self.forgotten_points)
        if not ways:
            return sum(chance.sample(list(bits_of(self.unseen)), self.forgotten))
        (numbers,) = chance.choices([numbers for numbers, _ in ways], [weight for _, weight in ways])
        return sum(sum(chance.sample(by_points[worth], n)) for (worth, _), n in zip(kinds, numbers, strict=True))


@cache
def _ways(kinds: tuple[tuple[int, int], ...], cards: int, total: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return how many cards of each kind may make up so many cards of so many points, each with its number of ways.

    Args:
        kinds: Card points, and how many cards there are of them; rising.
        cards: The number of cards.
        total: Their card points.
    """
    if not kinds:
        return (((), 1),) if not cards and not total else ()
    *rest, (worth, there) = kinds
    return tuple(
        ((*numbers, number), ways * comb(there, number))
        for number in range(min(there, cards) + 1)
        if number * worth <= total
        for numbers, ways in _ways(tuple(rest), cards - number, total - number * worth)
    )
